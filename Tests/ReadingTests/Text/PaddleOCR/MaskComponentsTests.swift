import Findings
import Testing

@testable import Reading

@Suite("The parts of a mask")
struct MaskComponentsTests {
    private func parts(_ rows: [String]) -> [[Point]] {
        let mask = rows.joined().map { $0 == "#" ? UInt8(1) : 0 }
        return MaskComponents(mask, size: PixelSize(width: rows.first?.count ?? 0, height: rows.count)).outlines
    }

    @Test(
        "are as many as do not touch",
        arguments: [
            (["....", "...."], 0), (["#..#", "#..#"], 2), (["#..#", "####"], 1), (["#...", ".#..", "..#."], 1),
            (["#.#.#", ".....", "#.#.#"], 6), (["#.#.#", ".#.#."], 1), (["###", "#.#", "###"], 1),
            (["#####", "#...#", "#.#.#", "#...#", "#####"], 2), (["#..#..#", "#..####", "####..."], 1),
        ])
    func counts(rows: [String], count: Int) {
        #expect(parts(rows).count == count)
    }

    @Test("keep the ends of their runs")
    func ends() {
        let outline = parts([".###", ".#.#"])
        #expect(outline == [[(1, 0), (3, 0), (1, 1), (3, 1)].map { Point(x: $0, y: $1) }])
    }

    @Test("are none where the mask does not fit its size")
    func wrong() {
        #expect(MaskComponents([1, 1], size: PixelSize(width: 3, height: 3)).outlines.isEmpty)
        #expect(MaskComponents([], size: PixelSize(width: 0, height: 0)).outlines.isEmpty)
    }
}
