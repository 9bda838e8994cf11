import Findings
import Scoring
import Testing

/// A shaft of the scenes' face is 4.5 pixels wide.
@Suite struct HiddenTipsTests {
    /// An arrow by its tip in the photo; `end` and `nock` are measured from there.
    private func arrow(_ x: Double, _ y: Double, nock: Point? = nil, end: Point? = nil) -> Impact {
        Scenes.arrow((x - 600) / 500, (y - 600) / 500, nock: nock, leaves: end)
    }

    /// Of each impact whether it is marked as hidden, in the order they are handed in.
    private func areHidden(_ impacts: [Impact]) -> [Bool] {
        let arrows = TargetScorer(ScoringSettings()).score(faces: [Scenes.face()], impacts: impacts).arrows
        return impacts.map { impact in
            arrows.contains {
                $0.reviewReasons.contains(.hidden)
                    && Point(x: $0.pixelX, y: $0.pixelY).distance(to: impact.tip) < 1e-6
            }
        }
    }

    @Test func aTipUnderAnotherShaftIsHidden() {
        let nock = Point(x: 90, y: 120)
        #expect(areHidden([arrow(475, 600, nock: nock), arrow(520, 659.75, nock: nock)]) == [false, true])
    }

    /// The shaft leaves the picture, so that its nock is not in sight; its line passes 400, 600 and 760, 1080.
    @Test(arguments: [
        (490.0, 720.0, true), (760, 1080, true), (491, 719, true), (500, 716, false), (340, 520, false),
    ])
    func aTipUnderAShaftThatLeavesThePictureIsHidden(_ x: Double, _ y: Double, _ isHidden: Bool) {
        #expect(areHidden([arrow(400, 600, end: Point(x: 900, y: 1200)), arrow(x, y)]) == [false, isHidden])
    }

    @Test func aShaftOfWhichOnlyTheTipIsSeenHidesNothing() {
        #expect(areHidden([arrow(475, 600), arrow(520, 660)]) == [false, false])
    }

    /// Another's shaft runs from 400, 600 to the right; what is seen of this one ends near it, above or below.
    @Test(arguments: [
        (600.0, 620.0, Point(x: 60, y: 100), true), (600, 580, Point(x: 60, y: -100), true),
        (600, 645, Point(x: 60, y: 100), false), (600, 620, Point(x: 60, y: -100), false),
        (350, 620, Point(x: 60, y: 100), false),
    ])
    func aShaftThatSoonMeetsAnotherMayGoOnBehindIt(_ x: Double, _ y: Double, _ end: Point, _ isHidden: Bool) {
        let other = arrow(400, 600, end: Point(x: 900, y: 0))
        #expect(areHidden([other, arrow(x, y, end: end)]) == [false, isHidden])
        #expect(areHidden([other, arrow(x, y, nock: end)]) == [false, isHidden])
    }

    /// Tips side by side are two arrows'; of two on one shaft, near each other, either may be the right one.
    @Test(arguments: [(3.0, false, false), (8.0, true, true), (20.0, true, false)])
    func ofTwoTipsOnOneShaftBothAreInDoubt(_ distance: Double, _ isSecond: Bool, _ isFirst: Bool) {
        let end = Point(x: 300, y: 0)
        #expect(areHidden([arrow(400, 600, end: end), arrow(400 + distance, 600, end: end)]) == [isFirst, isSecond])
    }

    @Test func aShaftSeenFromItsEndHidesItsTip() {
        #expect(areHidden([arrow(725, 600, nock: Point(x: 3, y: 3))]) == [true])
        #expect(areHidden([arrow(725, 600)]) == [false])
    }
}
