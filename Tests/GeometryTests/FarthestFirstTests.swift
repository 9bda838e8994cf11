import Findings
import Geometry
import Testing

@Suite struct FarthestFirstTests {
    private func line(_ points: [Int], count: Int) -> FarthestFirst<Int> {
        FarthestFirst(points, count: count, zero: 0) { abs($0 - $1) }
    }

    private struct Row: Sendable {
        let points: [Int]
        let count: Int
        let chosen: [Int]
        let radius: Int

        init(_ points: [Int], _ count: Int, _ chosen: [Int], _ radius: Int) {
            (self.points, self.count, self.chosen, self.radius) = (points, count, chosen, radius)
        }
    }

    private static let rows: [Row] = [
        Row([0, 1, 10, 11, 5], 1, [0], 11), Row([0, 1, 10, 11, 5], 2, [0, 3], 5),
        Row([0, 1, 10, 11, 5], 3, [0, 3, 4], 1), Row([0, 1, 10, 11, 5], 9, [0, 3, 4, 1, 2], 0), Row([7], 3, [0], 0),
        Row([3, 3, 3], 2, [0], 0), Row([5, 5, 9, 5, 9], 4, [0, 2], 0), Row([4, 0, 8], 2, [0, 1], 4),
    ]

    @Test(arguments: rows.indices) func theFarthestPointIsNext(number: Int) {
        let row = Self.rows[number]
        let found = line(row.points, count: row.count)
        #expect(found.chosen == row.chosen && found.radius == row.radius)
    }

    @Test func nothingIsChosenOfNothing() {
        #expect(line([], count: 3).chosen.isEmpty && line([], count: 3).radius == nil)
        #expect(line([1, 2], count: 0).chosen.isEmpty)
    }

    /// No choice of as many is less than half as wide: the bound that the measure is known for.
    @Test(arguments: 1...20) func itIsAtMostTwiceAsWideAsTheBestChoice(seed: Int) throws {
        var points: [Int] = []
        for number in 0..<9 {
            let spread: Int = number * number * 104_729
            points.append((seed * 7919 + spread) % 101)
        }
        func width(_ chosen: [Int]) -> Int {
            var widest = 0
            for point in points {
                let distances: [Int] = chosen.map { abs(points[$0] - point) }
                widest = max(widest, distances.min() ?? 0)
            }
            return widest
        }
        var best = Int.max
        for a in points.indices {
            for b in a..<points.count {
                for c in b..<points.count { best = min(best, width([a, b, c])) }
            }
        }
        let found = line(points, count: 3)
        #expect(found.radius == width(found.chosen) && width(found.chosen) <= 2 * best)
    }

    @Test func picturesAreAsFarAsTheirBitsDiffer() {
        func bits(_ coarse: UInt64) -> LikenessBits { LikenessBits(coarse: coarse, fine: 0) }
        let found = FarthestFirst([bits(0), bits(2), bits(0b1110), bits(0b1111_0000)], count: 3)
        #expect(found.chosen == [0, 3, 2] && found.radius == 1)
    }
}
