import Findings
import Scoring
import Testing

@testable import Targets

@Suite("Colours of the arrows in a photo")
struct ArrowColoursTests {
    private static let size = PixelSize(width: 200, height: 160)

    /// A ground of one colour with a dark shaft from (40, 80) to (160, 80) and vanes at its right end.
    private func photo(ground: [UInt8], vanes: [UInt8]) -> [UInt8] {
        var pixels = [UInt8](repeating: 0, count: Self.size.area * 3)
        for row in 0..<Self.size.height {
            for column in 0..<Self.size.width {
                let isVane = (138...160).contains(column) && (75...85).contains(row)
                let isShaft = (40...160).contains(column) && (79...81).contains(row)
                let colour = isVane ? vanes : isShaft ? [30, 30, 32] : ground
                for channel in 0..<3 { pixels[(row * Self.size.width + column) * 3 + channel] = colour[channel] }
            }
        }
        return pixels
    }

    private func colour(_ pixels: [UInt8], nock: Point? = Point(x: 160, y: 80)) -> ArrowColour? {
        let impact = Impact(
            kind: .arrow, tip: Point(x: 40, y: 80), nock: nock, confidence: 1,
            box: Box(x: 40, y: 75, width: 120, height: 10), face: 0)
        return pixels.withUnsafeBufferPointer { ArrowColours.colour(of: impact, in: $0, size: Self.size) }
    }

    @Test(
        "vanes stand out from the ring behind them",
        arguments: [
            ([220, 30, 40], [60, 220, 60], ArrowColour.green), ([255, 215, 0], [230, 20, 40], .red),
            ([0, 180, 216], [250, 250, 250], .white), ([250, 250, 250], [20, 60, 210], .blue),
            ([20, 20, 20], [255, 120, 0], .orange),
        ] as [([UInt8], [UInt8], ArrowColour)])
    func seen(_ ground: [UInt8], _ vanes: [UInt8], _ word: ArrowColour) {
        #expect(colour(photo(ground: ground, vanes: vanes)) == word)
    }

    @Test("without a nock, at the photo's edge, or where nothing stands out there is no colour")
    func none() {
        let red: [UInt8] = [220, 30, 40]
        #expect(colour(photo(ground: red, vanes: red)) == nil)
        #expect(colour(photo(ground: red, vanes: [60, 220, 60]), nock: nil) == nil)
        #expect(colour(photo(ground: red, vanes: [60, 220, 60]), nock: Point(x: 5000, y: 80)) == nil)
    }
}
