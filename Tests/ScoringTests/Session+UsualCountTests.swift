import Scoring
import Testing

@Suite struct SessionUsualCountTests {
    private func session(_ counts: [Int], arrowsPerEnd: Int = 0) -> Session {
        var session = Scenes.session(
            counts.enumerated().map { index, count in
                Scenes.end(index + 1, (0..<count).map { _ in Scenes.scored(9) })
            })
        session.rounds[0].arrowsPerEnd = arrowsPerEnd
        return session
    }

    @Test(arguments: [
        ([6, 6, 6, 4], [false, false, false, true]), ([6, 6, 8], [false, false, true]),
        // Half of the ends are no majority, and two ends no session.
        ([6, 6, 5, 4], [false, false, false, false]), ([6, 3], [false, false]), ([], []),
        // An end without any arrow has a doubt of its own.
        ([3, 3, 3, 0], [false, false, false, false]), ([3, 3, 1, 0], [false, false, true, false]),
    ])
    func endsThatDifferFromMostAreMarked(_ counts: [Int], isMarked: [Bool]) {
        let ends = session(counts).doubtingUnusualCounts().rounds[0].ends
        #expect(ends.map { $0.review == [.unusualCount] } == isMarked)
    }

    @Test func whereTheNumberIsKnownItSaysMore() {
        let ends = session([6, 6, 6, 4], arrowsPerEnd: 6).doubtingUnusualCounts().rounds[0].ends
        #expect(ends.map(\.review) == [[], [], [], []])
    }
}
