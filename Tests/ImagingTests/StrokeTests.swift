import Findings
import Testing

@testable import Imaging

@Suite("Lines and points")
struct StrokeTests {
    private static let size = PixelSize(width: 200, height: 100)
    private static let red = MarkColor(0xFF0000)

    private func grey(_ marks: Mark...) throws -> PixelBuffer {
        try Imaging.start()
        return try Imaging.alone { PixelBuffer(size: Self.size, filledWith: 100).marked(marks) }
    }

    private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
        let at = (y * picture.size.width + x) * 3
        return Array(picture.bytes[at..<at + 3])
    }

    @Test("a line is drawn from point to point, and nowhere else")
    func line() throws {
        let picture = try grey(Mark(.line([Point(x: 20, y: 50.5), Point(x: 180, y: 50.5)]), color: Self.red))
        for x in [25, 100, 175] { #expect(pixel(picture, x, 50) == [255, 0, 0]) }
        #expect(pixel(picture, 100, 60) == [100, 100, 100])
        #expect(pixel(picture, 190, 50) == [100, 100, 100])
    }

    @Test("a point has a white middle in a coloured disc")
    func point() throws {
        let picture = try grey(Mark(.point(Point(x: 100.5, y: 50.5)), color: Self.red))
        #expect(pixel(picture, 100, 50) == [255, 255, 255])
        #expect(pixel(picture, 103, 50) == [255, 0, 0])
        #expect(pixel(picture, 115, 50) == [100, 100, 100])
    }

    @Test(
        "what lies outside the picture, or nowhere, does no harm",
        arguments: [
            .line([Point(x: -500, y: -10), Point(x: 900, y: 300)]), .line([]), .line([Point(x: 5, y: 5)]),
            .line([Point(x: .nan, y: 5), Point(x: 5, y: .infinity)]), .point(Point(x: -30, y: 4000)),
            .point(Point(x: .nan, y: 0)), .line([Point(x: 1e300, y: 0), Point(x: -1e300, y: 50)]),
        ] as [Mark.Shape])
    func odd(_ shape: Mark.Shape) throws {
        #expect(try grey(Mark(shape, label: "odd", color: Self.red)).bytes.count == Self.size.area * 3)
    }
}
