import Findings
import Scoring
import Testing

@Suite struct TargetScorerTests {
    private func judge(
        _ faces: [RegisteredFace], _ impacts: [Impact], _ settings: ScoringSettings = ScoringSettings()
    ) -> ScoredTarget {
        TargetScorer(settings).score(faces: faces, impacts: impacts)
    }

    @Test func anArrowIsReadInTheFacesPlane() throws {
        let judged = judge([Scenes.face()], [Scenes.arrow(0, 0.25)], ScoringSettings(face: .wa80))
        let arrow = try #require(judged.arrows.first)
        #expect(arrow.id == 1)
        #expect(arrow.face == 0)
        #expect(abs(arrow.normalizedX) < 1e-12 && abs(arrow.normalizedY - 0.25) < 1e-12)
        #expect(arrow.pixelX == 600 && arrow.pixelY == 725)
        #expect(abs(arrow.clockPositionDeg - 90) < 1e-9)
        #expect(arrow.score == 8)
        #expect(abs(arrow.distanceMm - 100) < 1e-9)
        #expect(!arrow.needsReview)
        #expect(arrow.source == .model)
        #expect(judged.targetDetection.reason == nil)
        #expect(judged.targetDetection.faces.first?.center == Point(x: 600, y: 600))
    }

    @Test func withoutAFaceNothingIsInvented() {
        let judged = judge([], [Scenes.arrow(0, 0)], ScoringSettings(arrowsPerEnd: 6))
        #expect(judged.arrows.isEmpty)
        #expect(judged.targetDetection.faces.isEmpty)
        #expect(judged.targetDetection.reason != nil)
    }

    /// An arrow in one card says nothing of the holes in another.
    @Test func anArrowCountsOnItsOwnCard() {
        let cards = [Scenes.face(.card), Scenes.face(.card, at: Point(x: 2000, y: 600))]
        func hole(_ x: Double, face: Int) -> Impact {
            Impact(
                kind: .hole, tip: Point(x: x, y: 600), nock: nil, confidence: 0.9,
                box: Box(x: x - 10, y: 590, width: 20, height: 20), face: face)
        }
        let judged = judge(cards, [Scenes.arrow(0.25, 0), hole(500, face: 0), hole(2100, face: 1)])
        #expect(judged.arrows.map(\.kind) == [.arrow, .hole])
        #expect(judged.arrows.map(\.face) == [0, 1])
    }

    @Test func theReasonIsThatOfWhoeverLooked() {
        let judged = TargetScorer(ScoringSettings()).score(faces: [], impacts: [], reason: "Too dark.")
        #expect(judged.targetDetection.reason == "Too dark.")
    }

    @Test func theLargestFaceIsTheFirstAndArrowsFollowIt() {
        let small = Scenes.face(.tenRing, at: Point(x: 2000, y: 600), radius: 300)
        let far = Impact(
            kind: .arrow, tip: Point(x: 2000, y: 615), nock: nil, confidence: 0.9,
            box: Box(x: 2000, y: 615, width: 9, height: 9), face: 0)
        let judged = judge([small, Scenes.face()], [far, Scenes.arrow(0.25, 0, face: 1)])
        #expect(judged.targetDetection.faces.map(\.center.x) == [600, 2000])
        #expect(judged.arrows.map(\.face) == [0, 1])
        #expect(judged.arrows.map(\.score) == [8, 10])
        #expect(judged.arrows.map(\.id) == [1, 2])
    }

    /// Just outside counts 0; far away it is not an arrow of this face.
    @Test(arguments: [(0.99, [1]), (1.05, [0]), (1.29, [0]), (1.4, []), (2.1, [])])
    func aMissIsAMiss(_ x: Double, _ scores: [Int]) {
        let judged = judge([Scenes.face()], [Scenes.arrow(x, 0)])
        #expect(judged.arrows.map(\.score) == scores)
        #expect(judged.arrows.allSatisfy { $0.face == 0 })
    }

    @Test func beyondTheHorizonNothingIsScored() {
        var face = Scenes.face()
        face.homography = Homography(rows: [0.002, 0, -1.2, 0, 0.002, -1.2, 0, -0.001, 1])
        #expect(judge([face], [Scenes.arrow(0, 1.2)]).arrows.isEmpty)
    }

    @Test func anArrowCountsOnTheFaceItStandsIn() {
        let spots = [Scenes.face(.fiveRing), Scenes.face(.fiveRing, at: Point(x: 600, y: 1150))]
        // Seen in the crop around the upper spot, standing in the lower.
        let judged = judge(spots, [Scenes.arrow(0, 1.1, face: 0)])
        #expect(judged.arrows.map(\.face) == [1])
        #expect(judged.arrows.map(\.score) == [10])
    }

    @Test func whatTwoCropsShowIsOneArrow() {
        let spots = [Scenes.face(.fiveRing), Scenes.face(.fiveRing, at: Point(x: 600, y: 1150))]
        let twice = [
            Scenes.arrow(0, 0.3, confidence: 0.6, face: 0), Scenes.arrow(0.005, 0.3, confidence: 0.8, face: 1),
        ]
        let judged = judge(spots, twice)
        #expect(judged.arrows.map(\.confidence) == [0.8])
        #expect(judged.arrows.map(\.face) == [0])
    }

    @Test func twoShaftsOnOneFaceStayTwo() {
        #expect(judge([Scenes.face()], [Scenes.arrow(0.31, 0), Scenes.arrow(0.315, 0)]).arrows.count == 2)
    }

    /// Which kinds stand on which faces, and what counts.
    @Test(arguments: [
        (FaceFamily.tenRing, CountedKind.auto, 1, 2, [Impact.Kind.arrow]),
        (.tenRing, .auto, 0, 2, []),
        (.tenRing, .holes, 1, 2, [.hole, .hole]),
        (.card, .auto, 0, 2, [.hole, .hole]),
        (.card, .auto, 1, 2, [.arrow]),
        (.card, .auto, 2, 1, [.arrow, .arrow]),
        (.card, .arrows, 1, 2, [.arrow]),
    ])
    func holesAreShotsOnCards(
        _ family: FaceFamily, _ count: CountedKind, _ arrows: Int, _ holes: Int, _ expected: [Impact.Kind]
    ) {
        let impacts =
            (0..<arrows).map { Scenes.arrow(0.15 + 0.2 * Double($0), 0) }
            + (0..<holes).map { Scenes.hole(-0.15 - 0.2 * Double($0), 0) }
        let judged = judge([Scenes.face(family)], impacts, ScoringSettings(count: count))
        #expect(judged.arrows.map(\.kind) == expected)
    }

    @Test(arguments: [(0.0, 8), (0.02, 8), (0.04, 9), (0.2, 8)])
    func aHoleOnACardHasItsOwnRadius(_ radius: Double, _ score: Int) {
        // Three quarters of the box count; a box of no or of impossible size leaves the setting's shaft, 2.75 mm of 250.
        let judged = judge([Scenes.face(.card)], [Scenes.hole(0.22, 0, radius: radius)])
        #expect(judged.arrows.map(\.score) == [score])
    }

    @Test func theLineRuleAndTheShaftAreTheSettings() {
        func score(_ rule: LineRule, _ shaft: Double) -> Int? {
            let settings = ScoringSettings(face: .wa40, lineRule: rule, shaftDiameter: shaft)
            return judge([Scenes.face()], [Scenes.arrow(0.21, 0)], settings).arrows.first?.score
        }
        #expect(score(.higher, 1) == 8)
        #expect(score(.higher, 5.5) == 9)
        #expect(score(.lower, 5.5) == 8)
    }

    /// The table of documents 000 and 003, by the arrow's middle alone: on the line counts the higher.
    @Test(arguments: [
        (0.05, 10), (0.1, 10), (0.1001, 9), (0.2, 9), (0.2001, 8), (0.3, 8), (0.4, 7), (0.5, 6), (0.6, 5), (0.7, 4),
        (0.8, 3), (0.9, 2), (0.9001, 1), (1, 1), (1.0001, 0),
    ])
    func withoutAShaftTheMiddleCounts(_ distance: Double, _ expected: Int) throws {
        for rule in LineRule.allCases {
            let settings = ScoringSettings(face: .wa122, lineRule: rule, shaftDiameter: 0)
            let arrow = try #require(judge([Scenes.face()], [Scenes.arrow(0, distance)], settings).arrows.first)
            #expect(arrow.score == expected)
            #expect(arrow.isX == (distance <= 0.05))
        }
    }

    /// A shaft hides another arrow's tip by its real thickness, whatever it is scored by.
    @Test func withoutAShaftArrowsStillHide() {
        func doubts(_ shaft: Double) -> [[ReviewReason]] {
            let hidden = Scenes.arrow(0.4, 0.4)
            var over = Scenes.arrow(0.1, 0.1)
            over.nock = Point(x: hidden.tip.x + 60, y: hidden.tip.y + 60)
            let settings = ScoringSettings(face: .wa40, shaftDiameter: shaft)
            return judge([Scenes.face()], [hidden, over], settings).arrows.map(\.reviewReasons)
                .map { $0.filter { $0 == .hidden } }
        }
        #expect(doubts(5.5).flatMap { $0 } == [.hidden])
        #expect(doubts(0) == doubts(5.5))
    }
}
