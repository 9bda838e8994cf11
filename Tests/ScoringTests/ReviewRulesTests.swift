import Findings
import Scoring
import Testing

@Suite struct ReviewRulesTests {
    private func reasons(
        _ impacts: [Impact], _ face: RegisteredFace = Scenes.face(), _ settings: ScoringSettings = ScoringSettings()
    ) -> [[ReviewReason]] {
        TargetScorer(settings).score(faces: [face], impacts: impacts).arrows.map(\.reviewReasons)
    }

    @Test func anArrowInTheMiddleOfItsRingIsSure() {
        #expect(reasons([Scenes.arrow(0.25, 0)]) == [[]])
    }

    /// The shaft's edge, 2.75 mm of 610, is what the line is measured from.
    @Test(arguments: [(0.2, true), (0.2 + 0.0045, true), (0.2 + 0.011, true), (0.2 + 0.016, false), (0.25, false)])
    func nearALineIsDoubtful(_ x: Double, _ isNear: Bool) {
        #expect(reasons([Scenes.arrow(x, 0)]) == [isNear ? [.nearLine] : []])
    }

    @Test func whereTheFaceLiesLessWellTheLineIsWider() {
        let x = 0.2 + 0.0045 + 0.02
        #expect(reasons([Scenes.arrow(x, 0)]) == [[]])
        #expect(reasons([Scenes.arrow(x, 0)], Scenes.face(residual: 0.2)) == [[.nearLine]])
    }

    @Test func onASmallFaceTheLineIsWider() {
        let small = Scenes.face(at: Point(x: 600, y: 600), radius: 50)
        let tip = Impact(
            kind: .arrow, tip: Point(x: 611.5, y: 600), nock: nil, confidence: 0.9,
            box: Box(x: 0, y: 0, width: 9, height: 9), face: 0)
        #expect(reasons([tip], small) == [[.nearLine]])
    }

    @Test func anUnsureArrowIsDoubtful() {
        #expect(reasons([Scenes.arrow(0.25, 0, confidence: 0.69)]) == [[.lowConfidence]])
        #expect(reasons([Scenes.arrow(0.25, 0, confidence: 0.71)]) == [[]])
    }

    /// The nails that hold the paper look like arrows.
    @Test(arguments: [(0.9, true), (0.98, false)])
    func aMissMustBeSurer(_ confidence: Double, _ isMarked: Bool) {
        #expect(reasons([Scenes.arrow(1.15, 0, confidence: confidence)]) == [isMarked ? [.lowConfidence] : []])
    }

    @Test(arguments: [(0.3, 0.9), (0.02, 0.4)])
    func aFaceThatLiesPoorlyMakesAllDoubtful(_ residual: Double, _ confidence: Double) {
        let face = Scenes.face(residual: residual, confidence: confidence)
        let judged = TargetScorer(ScoringSettings()).score(
            faces: [face], impacts: [Scenes.arrow(0.25, 0), Scenes.arrow(-0.45, 0)])
        #expect(judged.arrows.allSatisfy { $0.reviewReasons.contains(.poorRegistration) })
    }

    private let four = [
        Scenes.arrow(0.25, 0, confidence: 0.9), Scenes.arrow(-0.25, 0.02, confidence: 0.75),
        Scenes.arrow(0, 0.45, confidence: 0.8), Scenes.arrow(0, -0.45, confidence: 0.95),
    ]

    /// Of four arrows as many are marked as there are too many or too few, the least sure first.
    @Test(arguments: [
        (2, ReviewReason.tooManyArrows, [0.75, 0.8]), (3, .tooManyArrows, [0.75]), (5, .tooFewArrows, [0.75]),
        (12, .tooFewArrows, [0.75, 0.8, 0.9, 0.95]),
    ])
    func theEndsNumberIsChecked(_ wanted: Int, _ reason: ReviewReason, _ marked: [Double]) {
        let judged = TargetScorer(ScoringSettings(arrowsPerEnd: wanted)).score(faces: [Scenes.face()], impacts: four)
        let found = judged.arrows.filter { $0.reviewReasons == [reason] }.map(\.confidence)
        #expect(found.sorted() == marked)
        #expect(judged.arrows.filter(\.needsReview).count == marked.count)
    }

    @Test(arguments: [nil, 4])
    func theRightNumberIsNoDoubt(_ wanted: Int?) {
        let judged = TargetScorer(ScoringSettings(arrowsPerEnd: wanted)).score(faces: [Scenes.face()], impacts: four)
        #expect(!judged.arrows.contains { $0.needsReview })
    }
}
