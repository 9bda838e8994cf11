import Findings
import Scoring
import Testing

@Suite struct SpotRuleTests {
    private let lower = Point(x: 600, y: 1150)
    private let lowest = Point(x: 600, y: 1700)

    private func judge(_ spots: [Point], _ face: FaceType?) -> [DetectedArrow] {
        let faces = spots.map { Scenes.face(.fiveRing, at: $0) }
        let impacts = [Scenes.arrow(0.02, 0), Scenes.arrow(0.25, 0), Scenes.arrow(0.16, 0)]
        return TargetScorer(ScoringSettings(face: face)).score(faces: faces, impacts: impacts).arrows
    }

    @Test(arguments: [FaceType.wa40Triple, .wa40TripleCompound])
    func ofTwoInOneSpotTheLowestCounts(_ face: FaceType) {
        let arrows = judge([Point(x: 600, y: 600)], face)
        #expect(arrows.map(\.score) == [8, 0, 0])
        #expect(arrows.map { $0.reviewReasons.contains(.secondInSpot) } == [false, true, true])
        #expect(!arrows.contains { $0.isX })
    }

    @Test func threeSpotsAreATriple() {
        #expect(judge([Point(x: 600, y: 600), lower, lowest], nil).map(\.score) == [8, 0, 0])
    }

    @Test func twoSpotsMayBeSomethingElse() {
        let arrows = judge([Point(x: 600, y: 600), lower], nil)
        #expect(arrows.map(\.score) == [10, 9, 8])
        #expect(arrows.map { $0.reviewReasons.contains(.secondInSpot) } == [true, true, false])
    }

    @Test func facesOnButtsSideBySideAreNoTriple() {
        let wide = [Point(x: 600, y: 600), Point(x: 1300, y: 620), Point(x: 2000, y: 640)]
        let arrows = judge(wide, nil)
        #expect(arrows.map(\.score) == [10, 9, 8])
        #expect(!arrows.contains { $0.reviewReasons.contains(.secondInSpot) })
        let faces = wide.map { Scenes.face(.fiveRing, at: $0) }
        let found = TargetScorer(ScoringSettings()).score(faces: faces, impacts: []).targetDetection.faces
        #expect(found.map(\.type) == [.wa80FiveRing, .wa80FiveRing, .wa80FiveRing])
    }

    @Test(arguments: [nil, FaceType.wa80FiveRing])
    func oneSpotThatNobodyNamedIsNoTriple(_ face: FaceType?) {
        let arrows = judge([Point(x: 600, y: 600)], face)
        #expect(arrows.map(\.score) == [10, 9, 8])
        #expect(!arrows.contains { $0.reviewReasons.contains(.secondInSpot) })
    }

    @Test func eachSpotHasItsOwnArrow() {
        let faces = [Point(x: 600, y: 600), lower, lowest].map { Scenes.face(.fiveRing, at: $0) }
        let impacts = [0.0, 1.1, 2.2].map { Scenes.arrow(0.02, $0, face: Int($0)) }
        let arrows = TargetScorer(ScoringSettings(face: .wa40Triple)).score(faces: faces, impacts: impacts).arrows
        #expect(arrows.map(\.score) == [10, 10, 10])
        #expect(Set(arrows.map(\.face)) == [0, 1, 2])
    }

    @Test func aMissIsNoArrowInASpot() {
        let settings = ScoringSettings(face: .wa40Triple)
        let arrows = TargetScorer(settings).score(
            faces: [Scenes.face(.fiveRing)], impacts: [Scenes.arrow(0.02, 0), Scenes.arrow(0.6, 0)]
        ).arrows
        #expect(arrows.map(\.score) == [10, 0])
        #expect(!arrows.contains { $0.reviewReasons.contains(.secondInSpot) })
    }

    @Test func aSheetOfFiveHasOneArrowASpot() {
        // In radii of 500 pixels, as the sheet is printed: the middle one 0.88 from the corners.
        let corners = [(-310.0, -310.0), (310, -310), (0, 0), (-310, 310), (310, 310)]
        let faces = corners.map { Scenes.face(.nfaaSpot, at: Point(x: 910 + $0, y: 910 + $1)) }
        let impacts = [Scenes.arrow(0.02, 0), Scenes.arrow(0.16, 0), Scenes.arrow(0.3, 0)]
        let photo = TargetScorer(ScoringSettings()).score(faces: faces, impacts: impacts)
        #expect(photo.targetDetection.faces.map(\.type) == [FaceType](repeating: .nfaa40FiveSpot, count: 5))
        #expect(photo.arrows.map(\.score) == [4, 0, 0])
    }
}
