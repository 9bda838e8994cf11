import Findings
import Scoring
import Testing

@testable import quiver

@Suite("Rounds on a terminal")
struct RoundTextTests {
    private func session(_ scores: [Int], ends: Int, of round: RoundDefinition?, archers: [String] = []) -> Session {
        let all = (0..<ends).map { index in
            let arrows = scores.enumerated().map { place, score in
                let value = DetectedArrow(
                    id: place + 1, face: nil, normalizedX: 0, normalizedY: 0, pixelX: 0, pixelY: 0,
                    distanceFromCenter: 0, clockPositionDeg: 0, confidence: 1,
                    boundingBox: Box(x: 0, y: 0, width: 1, height: 1), kind: .arrow, nock: nil, score: score,
                    isX: false,
                    distanceMm: 0, distanceToLine: 1, reviewReasons: [], source: .model)
                return Session.Arrow(
                    number: place + 1, photo: nil, value: value,
                    archer: archers.isEmpty ? nil : archers[place * archers.count / scores.count])
            }
            return Session.End(number: index + 1, photos: [], arrows: arrows)
        }
        return Session(
            name: "day",
            rounds: [Session.Round(number: 1, name: "Round 1", system: .olympic, arrowsPerEnd: 0, ends: all)],
            archers: Archers(names: archers), round: round)
    }

    private func known(_ id: String) throws -> RoundDefinition {
        try #require(RoundDefinition.known.first { $0.id == id })
    }

    @Test(
        "the command that names a round can be copied",
        arguments: [
            (nil, nil, "quiver score round scores --session NAME --as wa-70"),
            ("Club 36", "my scores", "quiver score round 'my scores' --session NAME --as 'Club 36'"),
            ("it's", "out/a", "quiver score round out/a --session NAME --as 'it'\\''s'"),
        ] as [(String?, String?, String)])
    func naming(round: String?, place: String?, command: String) {
        #expect(RoundText.naming(round, in: place) == command)
    }

    @Test func theHeadSaysWhatIsShotMissingAndPossible() throws {
        let half = RoundText.lines(of: session([10, 9, 9, 8, 8, 7], ends: 7, of: try known("wa-70")))
        #expect(
            half == [
                "WA 720, 70 m: 357 of 720; to shoot: 5 ends, 30 arrows; at best 657",
                "  51.0 an end; arrows of an end from the highest down: 10.0 9.0 9.0 8.0 8.0 7.0",
            ])
        let whole = RoundText.lines(of: session([9, 9, 9], ends: 10, of: try known("vegas"), archers: ["Ana"]))
        #expect(whole.first == "Vegas 300, Ana: 270 of 300; all 30 arrows are shot")
        let more = RoundText.lines(of: session([9, 9, 9], ends: 12, of: try known("vegas")))
        #expect(more.first?.hasSuffix("all 30 arrows are shot; 2 ends too many, which do not count") == true)
        #expect(RoundText.lines(of: session([9], ends: 1, of: nil)).isEmpty)
    }

    @Test func aRankingHasALineForEachArcher() throws {
        let both = session([10, 9, 9, 9, 9, 8], ends: 10, of: try known("vegas"), archers: ["Ana", "Benedikt"])
        let lines = RoundText.text(Ranking.all(of: [both])[0]).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "Vegas 300", "  1  Ana        280  Xs  0", "  2  Benedikt   260  Xs  0",
            ])
        let equal = session([9, 9, 9, 9, 9, 9], ends: 9, of: try known("vegas"), archers: ["Ana", "Ben"])
        let shared = RoundText.text(Ranking.all(of: [equal])[0]).split(separator: "\n").map(String.init)
        #expect(shared.last == "  1= Ben   243  Xs  0  3 arrows to shoot, at best 273")
        let sheet = ScoreSheetText(both).text
        #expect(sheet.contains("Vegas 300, Benedikt: 260 of 300") && sheet.contains("  2  Benedikt"))
    }

    @Test func theListNamesEveryRoundWithItsFacts() {
        let list = RoundText.list(RoundDefinition.known)
        #expect(list.split(separator: "\n").count == RoundDefinition.known.count)
        #expect(
            list.contains(
                "wa-field-24     WA field, 24 targets: 24 ends of 3 arrows, at most 432; face field-80, field-60"))
    }
}
