import Findings
import Inference
import ModelFiles
import Testing

@testable import Reading

@Suite("Boxes of lines out of the map of text")
struct TextBoxesTests {
    /// A map of 0 with rectangles of a value.
    private func values(_ size: PixelSize, _ boxes: [Box], value: Float = 0.9) -> [Float] {
        var values = [Float](repeating: 0, count: size.area)
        for box in boxes {
            for y in Int(box.y)..<Int(box.bottom) {
                for x in Int(box.x)..<Int(box.right) { values[y * size.width + x] = value }
            }
        }
        return values
    }

    private func boxes(_ values: [Float], _ size: PixelSize, in picture: PixelSize? = nil) throws -> [Quadrilateral] {
        try values.withUnsafeBufferPointer { values in
            let map = try #require(TextMap(size: size, values: values))
            return TextBoxes.boxes(in: map, of: picture ?? size)
        }
    }

    private let size = PixelSize(width: 96, height: 64)

    /// The numbers are those of the original, whose right and lower border this leaves out.
    @Test("grow from their cores, one for each part, in reading order")
    func found() throws {
        let map = values(size, [Box(x: 40, y: 30, width: 40, height: 8), Box(x: 10, y: 10, width: 30, height: 6)])
        let found = try boxes(map, size)
        // Pixel centres 10...40 and 10...16, as dilated; grown by 30 * 6 * 1.6 / 72 = 4.
        #expect(found.first == Quadrilateral(Box(left: 6, top: 6, right: 44, bottom: 20)))
        #expect(found.count == 2)
        // 40 * 8 * 1.6 / 96 = 5.3.
        #expect(found.last == Quadrilateral(Box(left: 35, top: 25, right: 85, bottom: 43)))
    }

    @Test("lie in the picture of which the map is a scaled one, and not beyond it")
    func scaled() throws {
        let map = values(size, [Box(x: 0, y: 20, width: 96, height: 8)])
        let found = try boxes(map, size, in: PixelSize(width: 192, height: 32))
        #expect(found.map(\.bounds) == [Box(left: 0, top: 7, right: 191, bottom: 17)])
    }

    @Test(
        "are left out where they are small or doubtful",
        arguments: [(2, 0.9), (6, 0.45), (6, 0.3), (6, .nan)] as [(Double, Float)])
    func leftOut(height: Double, value: Float) throws {
        let box = Box(x: 10, y: 10, width: 30, height: height)
        #expect(try boxes(values(size, [box], value: value), size).isEmpty)
    }

    @Test("are none in a map of nothing, and one in a map of text alone")
    func wholes() throws {
        #expect(try boxes(values(size, []), size).isEmpty)
        let all = try boxes([Float](repeating: 1, count: size.area), size)
        #expect(all.map(\.bounds) == [Box(left: 0, top: 0, right: 95, bottom: 63)])
    }

    @Test("are not looked for in outputs of another shape")
    func shape() {
        [Float](repeating: 0, count: 12).withUnsafeBufferPointer { values in
            let views = [TensorView(shape: [1, 1, 3, 4], values: values)]
            #expect(throws: InferenceError.self) { try TextMap(views, of: PixelSize(width: 3, height: 4)) }
            #expect(throws: InferenceError.self) { try TextMap([], of: PixelSize(width: 4, height: 3)) }
            #expect(throws: Never.self) { try TextMap(views, of: PixelSize(width: 4, height: 3)) }
            #expect(TextMap(size: PixelSize(width: 5, height: 5), values: values) == nil)
        }
    }

    @Test("have the mean of the pixels in them and on their border")
    func mean() throws {
        // Rows 0 to 4 of columns 0 to 5: ten times the row and the column.
        let values = (0..<30).map { Float($0 / 6 * 10 + $0 % 6) }
        try values.withUnsafeBufferPointer { values in
            let map = try #require(TextMap(size: PixelSize(width: 6, height: 5), values: values))
            #expect(map.mean(in: Quadrilateral(Box(left: 1, top: 1, right: 3.9, bottom: 2.5))) == 17)
            #expect(map.mean(in: Quadrilateral(Box(left: -9, top: 3, right: 99, bottom: 99))) == 37.5)
            #expect(map.mean(in: Quadrilateral(Box(left: 50, top: 50, right: 60, bottom: 60))) == 0)
        }
    }

    @Test("spread by a pixel to the right and below")
    func mask() throws {
        let values: [Float] = [0, 0, 0, 0, 0.31, 0, 0, 0, 0.3]
        try values.withUnsafeBufferPointer { values in
            let map = try #require(TextMap(size: PixelSize(width: 3, height: 3), values: values))
            #expect(map.mask() == [0, 0, 0, 0, 1, 1, 0, 1, 1])
        }
    }

    private func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
            bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom))
    }

    @Test("are one where the first ends well within the next on the same level: 5. and .2 and 2 kg")
    func joined() {
        let parts = [box(10, 20, 40, 40), box(35, 21, 70, 41), box(64, 20, 90, 40)]
        #expect(TextBoxes.joined(parts).map(\.bounds) == [Box(left: 10, top: 20, right: 90, bottom: 40)])
    }

    @Test("stay apart where they touch, lie a line lower, differ in height, or one lies in the other")
    func apart() {
        let first = box(10, 20, 40, 40)
        for other in [box(39, 20, 70, 40), box(35, 32, 70, 52), box(35, 0, 70, 60), box(20, 20, 38, 40)] {
            #expect(TextBoxes.joined([first, other]).count == 2)
        }
    }
}
