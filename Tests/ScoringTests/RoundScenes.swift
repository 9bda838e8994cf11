import Scoring

extension Scenes {
    /// One archer's session of a round: an arrow for each score, in ends, the best first; an X is 11.
    static func round(
        _ round: RoundDefinition, _ scores: [(score: Int, count: Int)], name: String = "day", date: String? = nil,
        archer: String? = nil
    ) -> Session {
        let best = round.highestScore
        let marks = scores.flatMap { Array(repeating: $0.score, count: $0.count) }
        let arrows = marks.map { scored(min($0, best), isX: $0 > best) }
        let ends = stride(from: 0, to: arrows.count, by: round.arrowsPerEnd).enumerated().map { index, start in
            var end = end(
                index + 1, Array(arrows[start..<min(start + round.arrowsPerEnd, arrows.count)]),
                type: round.faces[0])
            for arrow in end.arrows.indices { end.arrows[arrow].archer = archer }
            return end
        }
        return Session(
            name: name,
            rounds: [
                Session.Round(
                    number: 1, name: "Round 1", system: .olympic, arrowsPerEnd: round.arrowsPerEnd, ends: ends)
            ], date: date, archers: Archers(names: archer.map { [$0] } ?? []), round: round)
    }

    /// A round that every Quiver knows.
    static func known(_ id: String) -> RoundDefinition {
        RoundDefinition.known.first { $0.id == id }
            ?? RoundDefinition(id: "missing: \(id)", name: "", faces: [], ends: 0, arrowsPerEnd: 0)
    }
}
