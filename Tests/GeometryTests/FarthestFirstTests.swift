import Findings
import Geometry
import Testing

@Suite struct FarthestFirstTests {
    private func line(_ points: [Int], count: Int) -> FarthestFirst<Int> {
        FarthestFirst(points, count: count, zero: 0) { abs($0 - $1) }
    }

    @Test(arguments: [
        ([0, 1, 10, 11, 5], 1, [0], 11), ([0, 1, 10, 11, 5], 2, [0, 3], 5), ([0, 1, 10, 11, 5], 3, [0, 3, 4], 1),
        ([0, 1, 10, 11, 5], 9, [0, 3, 4, 1, 2], 0), ([7], 3, [0], 0), ([3, 3, 3], 2, [0], 0),
        ([5, 5, 9, 5, 9], 4, [0, 2], 0), ([4, 0, 8], 2, [0, 1], 4),
    ])
    func theFarthestPointIsNext(points: [Int], count: Int, chosen: [Int], radius: Int) {
        let found = line(points, count: count)
        #expect(found.chosen == chosen && found.radius == radius)
    }

    @Test func nothingIsChosenOfNothing() {
        #expect(line([], count: 3).chosen.isEmpty && line([], count: 3).radius == nil)
        #expect(line([1, 2], count: 0).chosen.isEmpty)
    }

    /// No choice of as many is less than half as wide: the bound that the measure is known for.
    @Test(arguments: 1...20) func itIsAtMostTwiceAsWideAsTheBestChoice(seed: Int) throws {
        let points = (0..<9).map { (seed * 7919 + $0 * $0 * 104_729) % 101 }
        func width(_ chosen: [Int]) -> Int {
            points.map { point in chosen.map { abs(points[$0] - point) }.min() ?? .max }.max() ?? 0
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
