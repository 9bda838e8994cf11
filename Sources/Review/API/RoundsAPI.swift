import Scoring

/// Rounds that sessions can be shot as, and rankings of those who shot them.
struct RoundsAPI {
    let library: ReviewLibrary

    var operations: [Operation] { [list, ranking] }

    private var list: Operation {
        Operation(
            id: "listRounds", method: .get, path: "/rounds", summary: "The rounds that a session can be shot as.",
            answer: .json(APIFormat.rounds)
        ) { [library] _ in
            .json(APIFormat.rounds.write(library.rounds))
        }
    }

    private var ranking: Operation {
        Operation(
            id: "getRanking", method: .get, path: "/ranking",
            summary: "The archers of each round and day, the best first.",
            parameters: [
                .query(
                    "date", ["type": "string", "format": "date"], example: "2026-11-20", "Only sessions of this day."),
                .query("round", ["type": "string"], example: "wa-70", "Only this round."),
                .query(
                    "sum", ["type": "boolean"], example: false,
                    "Whether what an archer shot of a round in several sessions is added up."),
            ],
            answer: .json(APIFormat.rankings), isKept: true
        ) { [library] call in
            let (date, round) = (call.query["date"], call.query["round"])
            let isSum = call.query["sum"] == "true"
            return .json(
                try await library.read { snapshot in
                    let sessions = try snapshot.scores.allSessions().filter { session in
                        (date ?? "").isEmpty || session.date == date
                    }
                    let all = Ranking.all(of: sessions, adding: isSum)
                    return APIFormat.rankings.write(all.filter { (round ?? "").isEmpty || $0.round.id == round })
                })
        }
    }
}
