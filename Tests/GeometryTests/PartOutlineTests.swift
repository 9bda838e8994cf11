import Findings
import Geometry
import TestSupport
import Testing

/// Outlines from which the pixels can be filled again.
@Suite struct PartOutlineTests {
    private static func polygons(_ mask: RunLengthMask) -> [[Double]] {
        mask.outlines(atMost: .max).map { $0.corners.flatMap { [$0.x, $0.y] } }
    }

    @Test(arguments: 0..<20) func theyFillThePixelsAndTheHoles(tens: Int) throws {
        for seed in 20 * tens..<20 * (tens + 1) {
            let picture = RandomPicture(seed: seed)
            let size = PixelSize(width: picture.width, height: picture.height)
            let mask = try #require(RunLengthMask(picture.pixels, size: size))
            guard mask.area > 0 else { continue }
            let filled = try #require(RunLengthMask(picture.withoutHoles, size: size))
            let polygons = Self.polygons(mask)
            #expect(RunLengthMask(polygons: polygons, size: size) == filled, "seed \(seed)")
            // As far as the decimals of a file are off.
            for off in [-0.09, 0.09] {
                let rounded = polygons.map { $0.map { $0 + off } }
                #expect(RunLengthMask(polygons: rounded, size: size) == filled, "seed \(seed)")
            }
            let byMiddles = RunLengthMask(size: size) { x, y in
                polygons.contains { Self.holds($0, Double(x) + 0.5, Double(y) + 0.5) }
            }
            #expect(byMiddles == filled, "seed \(seed)")
        }
    }

    /// Whether a point is within a polygon, by the sides that a line to its left crosses.
    private static func holds(_ polygon: [Double], _ x: Double, _ y: Double) -> Bool {
        var (isWithin, before) = (false, polygon.count - 2)
        for index in stride(from: 0, to: polygon.count, by: 2) {
            let (a, b) = ((polygon[before], polygon[before + 1]), (polygon[index], polygon[index + 1]))
            if (a.1 > y) != (b.1 > y), a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0) < x { isWithin.toggle() }
            before = index
        }
        return isWithin
    }

    @Test func aPixelIsASquare() throws {
        let pixel = try #require(RunLengthMask(size: PixelSize(width: 9, height: 6)) { x, y in x == 3 && y == 2 })
        let outline = try #require(pixel.outlines().first)
        #expect(outline.corners.map { [$0.x, $0.y] } == [[3, 2], [4, 2], [4, 3], [3, 3]])
        #expect(outline.middle == Point(x: 3.5, y: 2.5))
    }

    @Test(arguments: [30.0, 100, 300]) func aDiscHasFewCorners(radius: Double) throws {
        let side = 2 * Int(radius) + 6
        let mask = try #require(
            RunLengthMask(size: PixelSize(width: side, height: side)) { x, y in
                let (dx, dy) = (Double(2 * x + 1 - side) / 2, Double(2 * y + 1 - side) / 2)
                return (dx * dx + dy * dy).squareRoot() <= radius
            })
        let outline = try #require(mask.outlines().first)
        // The border has a corner for each of its steps, eight times 0.6 radii of them.
        #expect(outline.corners.count < Int(radius * 2))
        #expect(RunLengthMask(polygons: Self.polygons(mask), size: mask.size) == mask)
    }

    @Test func aSlantedLineHasFourCornersOrFewMore() throws {
        let size = PixelSize(width: 300, height: 100)
        let mask = try #require(RunLengthMask(size: size) { x, y in y == x / 3 })
        let outline = try #require(mask.outlines().first)
        #expect(outline.corners.count <= 8)
        #expect(RunLengthMask(polygons: Self.polygons(mask), size: size) == mask)
    }
}
