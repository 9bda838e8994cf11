import Findings
import Scoring
import Testing

@Suite struct SessionManualTests {
    private static func arrow(x: Double = 0.15, source: DetectedArrow.Source = .model) -> Session.Arrow {
        var value = Scenes.scored(9, x: x)
        value.source = source
        return Session.Arrow(number: 1, photo: 0, value: value)
    }

    /// An arrow that a user moved by so much, and to which face.
    private static func moved(by distance: Double, face: Int? = 0) -> Session.Arrow {
        var arrow = arrow(source: .person)
        arrow.value.face = 0
        arrow.corrected = arrow.value
        arrow.corrected?.source = .model
        arrow.corrected?.confidence = 0.4
        arrow.value.normalizedX += distance
        arrow.value.face = face
        arrow.value.confidence = 1
        return arrow
    }

    @Test(arguments: [(0.0, 0, false), (0.009, 0, false), (0.011, 0, true), (-0.2, 0, true), (0, 1, true)])
    func adjustedIsWhatWasMoved(_ distance: Double, _ face: Int, _ isAdjusted: Bool) {
        let arrow = Self.moved(by: distance, face: face)
        #expect(arrow.wasAdjusted == isAdjusted && !arrow.isPlacedByHand)
        #expect(arrow.reading?.confidence == 0.4)
    }

    @Test func whatTheModelReadIsItsOwn() {
        let arrow = Self.arrow()
        #expect(!arrow.wasAdjusted && !arrow.isPlacedByHand && arrow.reading == arrow.value)
    }

    @Test(arguments: [true, false])
    func whatTheModelDidNotSeeIsPlacedByHandWhereItHasAPlace(isPlaced: Bool) {
        var arrow = Self.arrow(source: .person)
        arrow.isPlaced = isPlaced
        #expect(arrow.reading == nil && arrow.isPlacedByHand == isPlaced && arrow.wasAdjusted == isPlaced)
    }

    @Test func archersStandInTheSessionsOrder() {
        var end = Scenes.end(1, [Scenes.scored(9), Scenes.scored(8), Scenes.scored(7)])
        let archers = Archers(names: ["Zoe", "Ann", "Idle"])
        for (index, name) in ["Guest", "Ann", "Zoe"].enumerated() { end.arrows[index].archer = name }
        #expect(end.archers(of: archers) == ["Zoe", "Ann", "Guest"])
        let round = Session.Round(number: 1, name: "", system: .olympic, arrowsPerEnd: 3, ends: [end])
        let session = Session(name: "day", rounds: [round], archers: archers)
        #expect(session.archersInOrder == ["Zoe", "Ann", "Idle", "Guest"])
    }
}
