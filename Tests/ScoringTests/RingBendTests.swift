import Findings
import Scoring
import Testing

/// The rings 9 and 7 of a card: the one smaller than printed, the other moved to the right.
@Suite struct RingBendTests {
    private static let bend = RingBend(rings: [
        .init(radius: 0.4, growth: 0, middle: Point(x: 0.03, y: 0)),
        .init(radius: 0.2, growth: -0.02, middle: Point(x: 0, y: 0)),
    ])

    /// On a ring, between two, within the innermost, and beyond the outermost.
    @Test(arguments: [
        (Point(x: 0.18, y: 0), Point(x: 0.2, y: 0)), (Point(x: 0, y: -0.18), Point(x: 0, y: -0.2)),
        (Point(x: 0.43, y: 0), Point(x: 0.4, y: 0)), (Point(x: -0.37, y: 0), Point(x: -0.4, y: 0)),
        (Point(x: 0, y: 0.4), Point(x: 0, y: 0.4)), (Point(x: 0.305, y: 0), Point(x: 0.3, y: 0)),
        (Point(x: 0, y: 0.09), Point(x: 0, y: 0.1)), (Point(x: 0, y: 0), Point(x: 0, y: 0)),
        (Point(x: 0.93, y: 0), Point(x: 0.9, y: 0)), (Point(x: -0.87, y: 0), Point(x: -0.9, y: 0)),
    ])
    func aPointLiesAmongTheRingsThatAreSeen(_ seen: Point, _ flat: Point) {
        #expect(Self.bend.flattened(seen).distance(to: flat) < 1e-9)
    }

    @Test func withoutRingsAPointStays() {
        #expect(RingBend(rings: []).flattened(Point(x: 0.3, y: -0.2)).distance(to: Point(x: 0.3, y: -0.2)) < 1e-12)
    }

    /// A hole whose edge lies at 0.195 by the map is a 9, but not where the line of the 9 is seen at 0.18.
    @Test(arguments: [(FaceFamily.card, Impact.Kind.hole, true, 8), (.card, .hole, false, 9), (.card, .arrow, true, 8)])
    func anImpactCountsByTheRingsBesideIt(
        _ family: FaceFamily, _ kind: Impact.Kind, _ isBent: Bool, _ score: Int
    ) throws {
        var face = Scenes.face(family)
        if isBent { face.bend = Self.bend }
        let impact = kind == .hole ? Scenes.hole(0, 0.21) : Scenes.arrow(0, 0.205)
        let judged = TargetScorer(ScoringSettings()).score(faces: [face], impacts: [impact])
        let shot = try #require(judged.arrows.first)
        #expect(shot.score == score)
        // The pixel is where it was seen; the place on the face is the one that was scored.
        #expect(shot.pixelX == impact.tip.x && shot.pixelY == impact.tip.y)
        #expect(abs(Point(x: shot.normalizedX, y: shot.normalizedY).length - shot.distanceFromCenter) < 1e-9)
    }
}
