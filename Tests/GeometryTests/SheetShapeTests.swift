import Findings
import Foundation
import Geometry
import Testing

@Suite("The shape of a sheet from its corners")
struct SheetShapeTests {
    /// The corners of a sheet of one unit's width that a camera sees, turned around three axes.
    private static func seen(ratio: Double, turns: [Double], focal: Double = 0.7) -> Quadrilateral? {
        let photo = PixelSize(width: 3000, height: 4000)
        let turns = turns.map { $0 * .pi / 180 }
        let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y -> Point in
            var p = (x: x / 2, y: y / 2 / ratio, z: 0.0)
            p = (p.x * cos(turns[2]) - p.y * sin(turns[2]), p.x * sin(turns[2]) + p.y * cos(turns[2]), 0)
            p = (p.x * cos(turns[1]), p.y, -p.x * sin(turns[1]))
            p = (p.x, p.y * cos(turns[0]) - p.z * sin(turns[0]), p.y * sin(turns[0]) + p.z * cos(turns[0]))
            let scale = focal * 5000 / (p.z + 2.2)
            return Point(x: Double(photo.width) / 2 + p.x * scale, y: Double(photo.height) / 2 + p.y * scale)
        }
        return Quadrilateral(corners)
    }

    @Test(
        "A sheet seen at a slant has its ratio to within 3 %",
        arguments: [1 / 1.4142, 1.4142, 1, 0.4],
        [[0.0, 0, 0], [30, 0, 0], [0, 30, 0], [25, 20, 10], [-30, 25, -15], [0, 0, 20]])
    func ratio(ratio: Double, turns: [Double]) throws {
        let corners = try #require(Self.seen(ratio: ratio, turns: turns))
        let shape = try #require(SheetShape(corners, in: PixelSize(width: 3000, height: 4000)))
        #expect(abs(log(shape.ratio / ratio)) < 0.03)
    }

    @Test("A long lens is told from a short one where the view shows it")
    func longLens() throws {
        let corners = try #require(Self.seen(ratio: 0.7, turns: [35, 30, 0], focal: 1.5))
        let shape = try #require(SheetShape(corners, in: PixelSize(width: 3000, height: 4000)))
        #expect(abs(log(shape.ratio / 0.7)) < 0.05)
    }

    @Test("Seen from the front no pixel is lost and none is made up")
    func front() {
        let size = SheetShape.size(
            Quadrilateral(Box(x: 100, y: 200, width: 300, height: 400)), in: PixelSize(width: 800, height: 800))
        #expect(size == PixelSize(width: 300, height: 400))
    }

    @Test("Corners on one line or in one place make a size all the same", arguments: [0.0, 1, .nan])
    func degenerate(step: Double) {
        let corners = (0..<4).map { Point(x: Double($0) * step, y: Double($0) * step) }
        let quadrilateral = Quadrilateral(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        let size = SheetShape.size(quadrilateral, in: PixelSize(width: 80, height: 80))
        #expect(size.width >= 1 && size.height >= 1 && size.width < 1000 && size.height < 1000)
    }
}
