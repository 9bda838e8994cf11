import Findings
import Scoring
import Testing

/// A pixel of the scenes' face is a fiftieth of a ring's width, and its residual as much.
@Suite struct LineDoubtTests {
    /// Whether an arrow is near a line whose edge is so far from one, in ring widths, straight above or beside the centre.
    private func isNear(_ away: Double, isAbove: Bool = false, nock: Point? = nil, leaves: Point? = nil) -> Bool {
        let reach = 0.2 + 0.0045 + away * 0.1
        let tip = isAbove ? (0, -reach) : (reach, 0)
        let impact = Scenes.arrow(tip.0, tip.1, nock: nock, leaves: leaves)
        let arrows = TargetScorer(ScoringSettings()).score(faces: [Scenes.face()], impacts: [impact]).arrows
        return arrows.map(\.reviewReasons) == [[.nearLine]]
    }

    /// Along the shaft the doubt is 0.088, across it 0.062, and 0.076 between the two.
    @Test(arguments: [
        (Point(x: 150, y: 0), 0.084, 0.092), (Point(x: -150, y: 0), 0.084, 0.092), (Point(x: 0, y: 150), 0.058, 0.066),
        (Point(x: 100, y: 100), 0.072, 0.08), (Point(x: 90, y: -120), 0.068, 0.076),
    ])
    func aTipIsSurerAcrossItsShaft(_ end: Point, _ near: Double, _ far: Double) {
        #expect(isNear(near, nock: end) && !isNear(far, nock: end))
        #expect(isNear(near, leaves: end) && !isNear(far, leaves: end))
    }

    /// What is across the way to the centre on one side of a face is along it above.
    @Test func theWayToTheCentreCounts() {
        #expect(isNear(0.08, isAbove: true, nock: Point(x: 0, y: 150)))
        #expect(!isNear(0.08, isAbove: true, nock: Point(x: 150, y: 0)))
    }

    /// Nothing says which way it is off.
    @Test func aTipWithoutAShaftIsAsUnsureAsAlongOne() {
        #expect(isNear(0.084) && !isNear(0.092))
    }

    /// A face that is half as wide as high in the photo: a shaft at 45 degrees there lies flatter on the face.
    @Test func theShaftsWayOnTheFaceCounts() {
        let face = RegisteredFace(
            family: .tenRing, homography: Homography(rows: [2, 0, -1200, 0, 1, -600, 0, 0, 500]),
            outline: Ellipse(cx: 600, cy: 600, a: 500, b: 250, angleDeg: 90), residual: 0.02, confidence: 0.95)
        func reasons(_ away: Double) -> [[ReviewReason]] {
            let tip = Point(x: 600 + 250 * (0.2045 + away * 0.1), y: 600)
            let impact = Impact(
                kind: .arrow, tip: tip, nock: tip + Point(x: 100, y: 100), confidence: 0.9,
                box: Box(x: tip.x, y: tip.y, width: 100, height: 100), face: 0)
            return TargetScorer(ScoringSettings()).score(faces: [face], impacts: [impact]).arrows.map(\.reviewReasons)
        }
        // A pixel is 0.028 ring widths there, the share towards the centre four fifths.
        #expect(reasons(0.083) == [[.nearLine]])
        #expect(reasons(0.09) == [[]])
    }
}
