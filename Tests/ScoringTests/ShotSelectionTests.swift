import Findings
import Scoring
import Testing

@Suite struct ShotSelectionTests {
    private func confidences(_ impacts: [Impact], arrowsPerEnd: Int? = nil) -> [Double] {
        TargetScorer(ScoringSettings(arrowsPerEnd: arrowsPerEnd)).score(faces: [Scenes.face()], impacts: impacts)
            .arrows.map(\.confidence).sorted()
    }

    private static let three = [
        Scenes.arrow(0.25, 0, confidence: 0.8), Scenes.arrow(-0.25, 0, confidence: 0.3),
        Scenes.arrow(0, 0.25, confidence: 0.2),
    ]

    @Test func onlyTheSureAreShotsWhereNobodyCounted() {
        #expect(confidences(Self.three) == [0.8])
    }

    /// As in document 000: a confidence that is the threshold reaches it.
    @Test func theThresholdItselfIsReached() {
        let impacts = [Scenes.arrow(0.25, 0, confidence: 0.35), Scenes.arrow(-0.25, 0, confidence: 0.35.nextDown)]
        #expect(confidences(impacts) == [0.35])
    }

    @Test(arguments: [(1, [0.8]), (2, [0.3, 0.8]), (3, [0.2, 0.3, 0.8]), (6, [0.2, 0.3, 0.8])])
    func anEndIsFilledUpWithTheSurestOfTheOthers(_ arrows: Int, expected: [Double]) {
        #expect(confidences(Self.three, arrowsPerEnd: arrows) == expected)
    }

    @Test func theSureStayWhereThereAreMoreThanAnEndHas() {
        let many = (0..<4).map { Scenes.arrow(0.15 * Double($0), 0, confidence: 0.7) }
        #expect(confidences(many, arrowsPerEnd: 3).count == 4)
    }

    @Test func ofTooManyThoseGoThatAreLikelierNoArrow() {
        let sure = (0..<3).map { Scenes.arrow(0.15 * Double($0), 0, confidence: 0.9) }
        let doubtful = [Scenes.arrow(0, 0.3, confidence: 0.45), Scenes.arrow(0, 0.6, confidence: 0.6)]
        #expect(confidences(sure + doubtful, arrowsPerEnd: 3) == [0.6, 0.9, 0.9, 0.9])
        #expect(confidences(sure + doubtful, arrowsPerEnd: 5) == [0.45, 0.6, 0.9, 0.9, 0.9])
    }

    /// A round says the arrows of one archer, and two shoot here: none of theirs is left out or marked as too many.
    @Test func theArrowsOfSeveralArchersStay() {
        let impacts = (0..<6).map { Scenes.arrow(0.12 * Double($0), 0.3, confidence: $0 < 3 ? 0.9 : 0.45) }
        let settings = ScoringSettings(arrowsPerEnd: 3, arrowsAreOneArchers: true)
        let arrows = TargetScorer(settings).score(faces: [Scenes.face()], impacts: impacts).arrows
        #expect(arrows.count == 6)
        #expect(!arrows.contains { $0.reviewReasons.contains(.tooManyArrows) })
        // What one archer's end lacks is still looked for, and what is no whole end more is marked.
        let weak = Array(impacts.prefix(2)) + [Scenes.arrow(0, -0.3, confidence: 0.2)]
        #expect(TargetScorer(settings).score(faces: [Scenes.face()], impacts: weak).arrows.count == 3)
        let four = TargetScorer(settings).score(faces: [Scenes.face()], impacts: Array(impacts.prefix(4))).arrows
        #expect(four.count { $0.reviewReasons.contains(.tooManyArrows) } == 1)
        #expect(confidences(impacts, arrowsPerEnd: 3).count == 3)
    }

    /// Far beside the rings a card has shots, and prints that look a little like them; an arrow there is another face's.
    @Test(arguments: [
        (1.25, 0.56, 1), (1.25, 0.54, 0), (1.35, 0.61, 1), (1.35, 0.59, 0), (1.49, 0.9, 1), (1.51, 0.9, 0),
    ])
    func aHoleFarBesideTheRingsIsAMissWhereItIsSure(_ depth: Double, _ confidence: Double, _ shots: Int) {
        let scorer = TargetScorer(ScoringSettings())
        let hole = Scenes.hole(depth, 0, confidence: confidence)
        let misses = scorer.score(faces: [Scenes.face(.card)], impacts: [hole]).arrows
        #expect(misses.count == shots && misses.allSatisfy { $0.score == 0 })
        let arrow = Scenes.arrow(max(depth, 1.35), 0, confidence: confidence)
        #expect(scorer.score(faces: [Scenes.face(.card)], impacts: [arrow]).arrows.isEmpty)
    }

    @Test func aHoleMustBeSurer() {
        let holes = [Scenes.hole(0.25, 0, confidence: 0.43), Scenes.hole(-0.25, 0, confidence: 0.45)]
        let judged = TargetScorer(ScoringSettings()).score(faces: [Scenes.face(.card)], impacts: holes)
        #expect(judged.arrows.map(\.confidence) == [0.45])
    }

    @Test(arguments: [nil, 6])
    func aMissMustBeSurer(_ arrowsPerEnd: Int?) {
        let misses = [Scenes.arrow(1.2, 0, confidence: 0.5), Scenes.arrow(0, 1.2, confidence: 0.65)]
        #expect(confidences(misses, arrowsPerEnd: arrowsPerEnd) == [0.65])
    }

    @Test func aTipJustBesideTheEdgeIsOnIt() {
        #expect(confidences([Scenes.arrow(1.03, 0, confidence: 0.45)]) == [0.45])
    }

    @Test func whatStandsFarFromTheFaceIsNoMissOfIt() {
        #expect(confidences([Scenes.arrow(1.5, 0, confidence: 0.95)]).isEmpty)
    }

    @Test func whatIsOfNoUseNeedNotBeHandedIn() {
        #expect(ScoringSettings(confidence: 0.4).leastConfidence == 0.4)
        #expect(ScoringSettings(arrowsPerEnd: 6, confidence: 0.4).leastConfidence == 0.15)
        #expect(ScoringSettings(arrowsPerEnd: 6, confidence: 0.1).leastConfidence == 0.1)
    }
}
