import Findings
import Testing

@Suite struct BoxTests {
    @Test(arguments: [
        (Box(x: 0, y: 0, width: 10, height: 10), 1.0),
        (Box(x: 5, y: 0, width: 10, height: 10), 1.0 / 3),
        (Box(x: 10, y: 0, width: 10, height: 10), 0.0),
        (Box(x: 2, y: 2, width: 0, height: 5), 0.0),
    ])
    func overlapIsIntersectionOverUnion(other: Box, expected: Double) {
        let box = Box(x: 0, y: 0, width: 10, height: 10)
        #expect(abs(box.intersectionOverUnion(other) - expected) < 1e-12)
        #expect(abs(other.intersectionOverUnion(box) - expected) < 1e-12)
    }

    @Test func clippingKeepsWhatLiesInThePicture() {
        let size = PixelSize(width: 100, height: 50)
        #expect(
            Box(x: -10, y: 40, width: 30, height: 30).clipped(to: size) == Box(x: 0, y: 40, width: 20, height: 10))
        #expect(Box(x: 200, y: 10, width: 5, height: 5).clipped(to: size).area == 0)
    }
}
