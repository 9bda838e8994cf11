import Scoring
import Testing

/// Examples of World Archery's rules on ties, worked by hand.
///
/// Target archery outdoors (Book 3, 14.5.1; the French federation's II.1 B.6.5.1): greatest number of 10s, the Xs among
/// them; greatest number of Xs; else equal. Indoors (II.2 B.6.5.1): greatest number of 10s; of 9s; else equal. Field
/// (Book 4; II.3 B.6.3.1): greatest number of 6s; of 5s; else equal.
@Suite("Rankings")
struct RankingTests {
    private func ranking(
        _ id: String, _ archers: [(name: String, scores: [(score: Int, count: Int)])]
    ) throws -> Ranking {
        let sessions = archers.map { archer in
            Scenes.round(Scenes.known(id), archer.scores, name: "target of \(archer.name)", archer: archer.name)
        }
        let all = Ranking.all(of: sessions)
        #expect(all.count == 1)
        return try #require(all.first)
    }

    private func places(_ ranking: Ranking) -> [String] {
        ranking.rows.map { "\($0.rank)\($0.isShared ? "=" : "") \($0.name) \($0.tally.score) \($0.tieCounts)" }
    }

    // All but Eva have 648. Cem has a 10 more than the others, though fewest Xs; of the others Ben and Dua have an X more
    // than Ana, and nothing distinguishes the two: both are third, and Ana is fifth.
    @Test func outdoorsTensAndThenXsDecide() throws {
        let ranking = try ranking(
            "wa-70",
            [
                ("Ana", [(11, 11), (10, 19), (9, 12), (8, 30)]), ("Ben", [(11, 12), (10, 18), (9, 12), (8, 30)]),
                ("Cem", [(11, 5), (10, 26), (9, 10), (8, 31)]), ("Dua", [(11, 12), (10, 18), (9, 12), (8, 30)]),
                ("Eva", [(11, 2), (10, 18), (9, 34), (8, 18)]),
            ])
        #expect(
            places(ranking) == [
                "1 Eva 650 [20, 2]", "2 Cem 648 [31, 5]", "3= Ben 648 [30, 12]", "3= Dua 648 [30, 12]",
                "5 Ana 648 [30, 11]",
            ])
        #expect(ranking.rows.allSatisfy { $0.missingArrows == 0 && $0.best == $0.tally.score })
        #expect(ranking.round.ties.criteria.map(\.title) == ["10s", "Xs"])
    }

    // All have 540. Cem has a 10 more; Ana a 9 more than Ben and Dua, whom no number of Xs distinguishes indoors.
    @Test func indoorsTensAndThenNinesDecide() throws {
        let ranking = try ranking(
            "wa-18",
            [
                ("Ana", [(10, 20), (9, 25), (8, 10), (7, 5)]), ("Ben", [(10, 20), (9, 24), (8, 12), (7, 4)]),
                ("Cem", [(10, 21), (9, 20), (8, 17), (7, 2)]),
                ("Dua", [(11, 15), (10, 5), (9, 24), (8, 12), (7, 4)]),
            ])
        #expect(
            places(ranking) == [
                "1 Cem 540 [21, 20]", "2 Ana 540 [20, 25]", "3= Ben 540 [20, 24]", "3= Dua 540 [20, 24]",
            ])
    }

    // All have 300. Cem has a 6 more; Ana a 5 more than Ben.
    @Test func inTheFieldSixesAndThenFivesDecide() throws {
        let ranking = try ranking(
            "wa-field-24",
            [
                ("Ana", [(6, 10), (5, 20), (4, 14), (3, 28)]), ("Ben", [(6, 10), (5, 19), (4, 16), (3, 27)]),
                ("Cem", [(6, 11), (5, 15), (4, 21), (3, 25)]),
            ])
        #expect(places(ranking) == ["1 Cem 300 [11, 15]", "2 Ana 300 [10, 20]", "3 Ben 300 [10, 19]"])
    }

    /// The Vegas Shoot and the NFAA's 300 round: the X breaks ties.
    @Test(arguments: [("vegas", 11, 10, 30), ("nfaa-300", 6, 5, 60)])
    func theXDecidesInRoundsOfTheNFAA(id: String, x: Int, best: Int, arrows: Int) throws {
        let ranking = try ranking(
            id, [("Ana", [(x, 18), (best, arrows - 18)]), ("Ben", [(x, 22), (best, arrows - 22)])])
        #expect(places(ranking) == ["1 Ben 300 [22]", "2 Ana 300 [18]"])
    }

    /// Archery GB: who hits more comes first, though the other has more golds.
    @Test func hitsAndThenGoldsDecideAPortsmouth() throws {
        let ranking = try ranking(
            "portsmouth", [("Ana", [(10, 25), (9, 32), (2, 1), (0, 2)]), ("Ben", [(10, 10), (9, 40), (8, 10)])])
        #expect(places(ranking) == ["1 Ben 540 [60, 10]", "2 Ana 540 [58, 25]"])
    }

    @Test func whoIsNotDoneIsRankedByWhatIsShot() throws {
        let ranking = try ranking("vegas", [("Ana", [(10, 3)]), ("Ben", [(9, 30)])])
        #expect(places(ranking) == ["1 Ben 270 [0]", "2 Ana 30 [0]"])
        #expect(ranking.rows.map(\.best) == [270, 300] && ranking.rows.map(\.missingArrows) == [0, 27])
    }

    @Test("each round and day has its ranking; what is no round has none")
    func groups() {
        let (vegas, field) = (Scenes.known("vegas"), Scenes.known("wa-field-24"))
        let sessions = [
            Scenes.round(vegas, [(10, 30)], name: "friday", date: "2026-02-06", archer: "Ana"),
            Scenes.round(vegas, [(9, 30)], name: "saturday", date: "2026-02-07", archer: "Ana"),
            Scenes.round(vegas, [(10, 29), (9, 1)], name: "friday b", date: "2026-02-06", archer: "Ben"),
            Scenes.round(vegas, [(10, 30)], name: "saturday b", date: "2026-02-07", archer: "Ben"),
            Scenes.round(field, [(6, 3)], name: "wood", date: "2026-02-07"),
            Scenes.session([Scenes.end(1, [Scenes.scored(9)])]),
        ]
        let daily = Ranking.all(of: sessions)
        #expect(daily.map(\.date) == ["2026-02-06", "2026-02-07", "2026-02-07"])
        #expect(daily.map { $0.rows.map(\.name) } == [["Ana", "Ben"], ["Ben", "Ana"], ["wood"]])
        let summed = Ranking.all(of: sessions, adding: true)
        #expect(summed.map(\.date) == [nil, "2026-02-07"])
        #expect(summed[0].rows.map(\.tally.score) == [599, 570] && summed[0].rows.map(\.name) == ["Ben", "Ana"])
        #expect(summed[0].rows.map(\.sessions) == [["friday b", "saturday b"], ["friday", "saturday"]])
    }

    @Test("one that nothing distinguishes shares a rank whatever the order of the sessions", arguments: [false, true])
    func shared(isReversed: Bool) {
        let round = RoundDefinition(
            id: "club", name: "Club", faces: [.wa80], ends: 1, arrowsPerEnd: 2, ties: TieRule.nothing)
        var sessions = [("Ana", [(10, 1), (8, 1)]), ("Ben", [(9, 2)]), ("Cem", [(9, 1), (8, 1)])].map {
            Scenes.round(round, $0.1.map { (score: $0.0, count: $0.1) }, name: $0.0, archer: $0.0)
        }
        if isReversed { sessions.reverse() }
        let rows = Ranking.all(of: sessions)[0].rows
        #expect(rows.map(\.rank) == [1, 1, 3] && rows.map(\.isShared) == [true, true, false])
        #expect(rows.map(\.name) == (isReversed ? ["Ben", "Ana", "Cem"] : ["Ana", "Ben", "Cem"]))
    }
}
