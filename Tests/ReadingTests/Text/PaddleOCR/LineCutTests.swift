import Findings
import Testing

@testable import Reading

@Suite("Lines cut out of the picture")
struct LineCutTests {
    private func cut(_ corners: [(Double, Double)]) throws -> LineCut {
        let box = try #require(Quadrilateral(corners.map { Point(x: $0, y: $1) }))
        return try #require(LineCut(box))
    }

    /// A picture whose value is ten times the row and the column.
    private var picture: ScenePicture {
        let bytes = (0..<20).flatMap { y in (0..<20).flatMap { x in [UInt8](repeating: UInt8(y * 10 + x), count: 3) } }
        return ScenePicture(size: PixelSize(width: 20, height: 20), bytes: bytes)
            ?? ScenePicture(size: PixelSize(width: 1, height: 1), filledWith: 0)
    }

    private func values(_ picture: ScenePicture) -> [UInt8] {
        stride(from: 0, to: picture.bytes.count, by: 3).map { picture.bytes[$0] }
    }

    @Test("are laid flat")
    func flat() throws {
        let line = try cut([(2, 3), (6, 3), (6, 5), (2, 5)])
        #expect(line.size == PixelSize(width: 4, height: 2))
        #expect(line.ratio == 2)
        #expect(values(line.pixels(of: picture)) == [32, 33, 34, 35, 42, 43, 44, 45])
        #expect(line.corners == line.box)
    }

    @Test("are turned where they run downwards")
    func downwards() throws {
        let line = try cut([(2, 3), (4, 3), (4, 7), (2, 7)])
        #expect(line.size == PixelSize(width: 4, height: 2))
        #expect(values(line.pixels(of: picture)) == [33, 43, 53, 63, 32, 42, 52, 62])
        #expect(line.corners.topLeft == Point(x: 4, y: 3))
        #expect(line.corners.topRight == Point(x: 4, y: 7))
    }

    @Test("are turned around where they stand on their heads")
    func onItsHead() throws {
        let line = try cut([(2, 3), (6, 3), (6, 5), (2, 5)]).onItsHead
        #expect(values(line.pixels(of: picture)) == [45, 44, 43, 42, 35, 34, 33, 32])
        #expect(line.corners.topLeft == Point(x: 6, y: 5))
        #expect(line.corners.bottomRight == Point(x: 2, y: 3))
    }

    @Test("have parts that lie in the picture, in every direction", arguments: 0..<2)
    func parts(half: Int) throws {
        for corners in [[(2.0, 3.0), (10, 3), (10, 5), (2, 5)], [(2, 3), (4, 3), (4, 11), (2, 11)]] {
            let upright = try cut(corners)
            let line = half == 0 ? upright : upright.onItsHead
            for (part, whole) in zip(line.part(from: 0, to: 1).corners, line.corners.corners) {
                #expect(part.distance(to: whole) < 1e-9)
            }
            let second = line.part(from: 0.5, to: 1)
            #expect(second.topLeft.distance(to: (line.corners.topLeft + line.corners.topRight) * 0.5) < 1e-9)
            #expect(second.bottomRight.distance(to: line.corners.bottomRight) < 1e-9)
        }
    }

    @Test("follow a perspective")
    func perspective() throws {
        let line = try cut([(0, 0), (12, 2), (12, 8), (0, 10)])
        #expect(line.part(from: 0, to: 1).bottomRight.distance(to: Point(x: 12, y: 8)) < 1e-9)
        // The diagonals meet at the middle of the flat line.
        let middle = line.part(from: 0.5, to: 1)
        #expect(abs((middle.topLeft.y + middle.bottomLeft.y) / 2 - 5) < 1e-9)
        #expect(middle.topLeft.x > 6)
    }

    @Test("do not exist where there is nothing to cut")
    func nothing() {
        #expect(LineCut(Quadrilateral(Box(x: 3, y: 3, width: 0.5, height: 9))) == nil)
        #expect(LineCut(Quadrilateral(Box(x: 3, y: 3, width: .infinity, height: 9))) == nil)
        #expect(LineCut(Quadrilateral(Box(x: 3, y: 3, width: 1e9, height: 9))) == nil)
    }

    @Test("are given to models 48 pixels high with grey on the right")
    func input() {
        let line = ScenePicture(size: PixelSize(width: 30, height: 24), filledWith: 7)
        let input = LineInput(line, width: 64)
        #expect(input.width == 60 && input.pixels.size == PixelSize(width: 64, height: 48))
        #expect(values(input.pixels)[59..<64] == [7, 128, 128, 128, 128])
        #expect(LineInput(line, width: 20).width == 20)
        #expect(LineInput.width(forRatios: [1, 2]) == 320)
        #expect(LineInput.width(forRatios: [1, 7.7]) == 369)
        #expect(LineInput.width(forRatios: [1e12]) == LineInput.greatestWidth)
        #expect(LineInput.width(forRatios: []) == 320)
    }
}
