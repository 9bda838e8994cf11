import Findings
import Testing

@testable import Detection

@Suite("One mask of all people")
struct CrowdMaskTests {
    private static let size = PixelSize(width: 40, height: 20)
    /// 4 × 4 cells, of which the left half shows someone.
    private static let cells: [Float] = (0..<16).map { $0 % 4 < 2 ? 1 : 0 }

    private func add(to mask: inout CrowdMask, over box: Box) {
        Self.cells.withUnsafeBufferPointer { mask.add($0, side: 4, over: box) }
    }

    @Test func looksAddUp() throws {
        var mask = CrowdMask(Self.size)
        #expect(mask.mask == nil)
        add(to: &mask, over: Box(x: 0, y: 0, width: 8, height: 8))
        // Halfway between the last cell with someone, at 2 pixels, and the first without, at 4: before 3.
        #expect(mask.mask?.box == Box(x: 0, y: 0, width: 3, height: 8))
        add(to: &mask, over: Box(x: 32, y: 12, width: 8, height: 8))
        #expect(mask.mask?.area == 48 && mask.mask?.box == Box(x: 0, y: 0, width: 35, height: 20))
    }

    @Test func aBoxIsCutOffAtThePhotosEdge() throws {
        var mask = CrowdMask(Self.size)
        add(to: &mask, over: Box(x: -4, y: -4, width: 16, height: 16))
        #expect(mask.mask?.box == Box(x: 0, y: 0, width: 2, height: 12))
        add(to: &mask, over: Box(x: 100, y: 0, width: 8, height: 8))
        add(to: &mask, over: Box(x: .nan, y: 0, width: 8, height: 8))
        #expect(mask.mask?.area == 24)
    }

    @Test func whatIsClearedIsDrawnAnew() throws {
        var mask = CrowdMask(Self.size)
        let all = try #require(RunLengthMask(size: Self.size) { _, _ in true })
        mask.add(all)
        mask.clear(Box(x: 10, y: 0, width: 30, height: 20))
        #expect(mask.mask?.box == Box(x: 0, y: 0, width: 10, height: 20))
        let other = try #require(RunLengthMask(size: PixelSize(width: 3, height: 3)) { _, _ in true })
        mask.add(other)
        #expect(mask.mask?.area == 200, "of another photo")
    }
}
