import Testing

@testable import Findings

@Suite("Polygons of masks")
struct MaskPolygonTests {
    private static func area(_ line: [Double]) -> Double {
        MaskPolygon.area(of: stride(from: 0, to: line.count, by: 2).map { Point(x: line[$0], y: line[$0 + 1]) })
    }

    private static func disc(_ radius: Double, side: Int = 220) -> RunLengthMask? {
        let center = Double(side) / 2
        return RunLengthMask(size: PixelSize(width: side, height: side)) { x, y in
            Point(x: Double(x) + 0.5, y: Double(y) + 0.5).distance(to: Point(x: center, y: center)) <= radius
        }
    }

    @Test func pixelsAndRectanglesAreExact() throws {
        let size = PixelSize(width: 9, height: 6)
        let pixel = try #require(RunLengthMask(size: size) { x, y in x == 3 && y == 2 })
        #expect(pixel.polygons() == [[3, 2, 4, 2, 4, 3, 3, 3]])
        let line = try #require(RunLengthMask(size: size) { _, y in y == 2 })
        #expect(line.polygons().map(Self.area) == [9])
        let all = try #require(RunLengthMask(size: size) { _, _ in true })
        #expect(all.polygons().map(Self.area) == [54])
        #expect(all.polygons()[0].count == 8)
        #expect(try #require(RunLengthMask(size: size) { _, _ in false }).polygons() == [])
    }

    @Test(arguments: [2.0, 3.3, 5, 8, 12.5, 20, 33, 60, 100]) func aDiscKeepsItsArea(radius: Double) throws {
        let mask = try #require(Self.disc(radius))
        let polygons = mask.polygons()
        #expect(polygons.count == 1)
        #expect(abs(Self.area(polygons[0]) - Double(mask.area)) <= 0.02 * Double(mask.area))
        #expect(radius < 12 || polygons[0].count / 2 < Int(3 * radius))
    }

    @Test(arguments: [0.0, 0.1, 0.4, 0.785, 1.2]) func aSlantedRectangleHasFewCorners(angle: Double) throws {
        let region = Region(center: Point(x: 100, y: 100), width: 120, height: 50, angle: angle)
        let full = try #require(RunLengthMask(size: PixelSize(width: 120, height: 50)) { _, _ in true })
        let mask = try #require(full.mapped(from: region, in: PixelSize(width: 200, height: 200)))
        let polygons = mask.polygons()
        #expect(polygons.count == 1 && polygons[0].count / 2 <= 16)
        #expect(abs(Self.area(polygons[0]) - Double(mask.area)) < 60)
    }

    @Test func everyCornerOfABorderIsNearItsPolygon() throws {
        let mask = try #require(
            RunLengthMask(size: PixelSize(width: 150, height: 150)) { x, y in
                let (u, v) = (Double(x - 75), Double(y - 75))
                let petal = 50 + 15 * ((u * u - v * v) / max(u * u + v * v, 1))
                return (u * u + v * v).squareRoot() < petal
            })
        var contours = MaskContours(mask)
        let border = try #require(contours.outer().first)
        let corners = MaskPolygon(around: border).corners
        let edges = zip(corners, corners.dropFirst() + corners.prefix(1))
        for run in border {
            let point = Point(x: Double(run.x), y: Double(run.y))
            let nearest = edges.map { start, end in
                let along = end - start
                let share =
                    ((point.x - start.x) * along.x + (point.y - start.y) * along.y) / (along.length * along.length)
                return point.distance(to: start + along * min(max(share, 0), 1))
            }.min()
            #expect(nearest ?? 9 < 1.01)
        }
    }

    @Test func holesAreNotToldAndCornersJoin() throws {
        let ring = try #require(
            RunLengthMask(size: PixelSize(width: 20, height: 20)) { x, y in
                (2..<18).contains(x) && (2..<18).contains(y) && !((6..<14).contains(x) && (6..<14).contains(y))
            })
        #expect(ring.polygons().map(Self.area) == [256])
        let diagonal = try #require(RunLengthMask(size: PixelSize(width: 8, height: 8)) { x, y in x == y })
        #expect(diagonal.polygons().count == 1)
        let antidiagonal = try #require(RunLengthMask(size: PixelSize(width: 8, height: 8)) { x, y in x + y == 7 })
        #expect(antidiagonal.polygons().count == 1)
    }

    @Test func theLargestComesFirstAndTheirNumberHasALimit() throws {
        let mask = try #require(
            RunLengthMask(size: PixelSize(width: 60, height: 20)) { x, y in
                x < 5 && y < 5 || (10..<30).contains(x) && y < 15 || x > 50 && y < 8
            })
        #expect(mask.polygons().map(Self.area) == [300, 72, 25])
        #expect(mask.polygons(atMost: 1).map(Self.area) == [300])
    }

    @Test func noiseEndsAndKeepsTheAreaOfPartsWithoutHoles() throws {
        var state: UInt64 = 3
        let size = PixelSize(width: 300, height: 300)
        let bits = (0..<size.area).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 61 == 0
        }
        let mask = try #require(RunLengthMask(bits, size: size))
        let total = mask.polygons(atMost: .max).reduce(0.0) { $0 + Self.area($1) }
        #expect(abs(total - Double(mask.area)) < 0.05 * Double(mask.area))
    }

    @Test func anInstanceTakesThePolygonsOfItsMask() throws {
        let mask = try #require(Self.disc(30))
        let found = InstanceMask(
            label: "target", classId: 2, confidence: 0.9, box: try #require(mask.box), mask: mask)
        #expect(found.polygons == mask.polygons() && found.isWellFormed)
        #expect(found.points.count == 4 + found.polygons[0].count / 2)
        let photo = PixelSize(width: 400, height: 300)
        let moved = try #require(found.mapped(from: Region(Box(x: 100, y: 50, width: 220, height: 220)), in: photo))
        #expect(moved.mask.size == photo && moved.mask.area == mask.area)
        #expect(moved.box == Box(x: 180, y: 130, width: 60, height: 60))
        #expect(moved.mask.box == moved.box)
        let broken = InstanceMask(
            label: "target", classId: 2, confidence: 0.9, box: found.box, mask: mask, polygons: [[1, 2, 3]])
        #expect(!broken.isWellFormed && broken.points.count == 5)
    }
}
