import Findings
import Testing

@testable import Reading

@Suite("The picture that models take")
struct ScenePictureTests {
    /// Two rows of three pixels, numbered 0 to 5 in all colours.
    private let picture = ScenePicture(
        size: PixelSize(width: 3, height: 2), bytes: (0..<6).flatMap { [UInt8($0), UInt8($0), UInt8($0)] })

    private func numbers(_ picture: ScenePicture) -> [UInt8] {
        stride(from: 0, to: picture.bytes.count, by: 3).map { picture.bytes[$0] }
    }

    @Test("has three bytes for each pixel")
    func bytes() {
        #expect(ScenePicture(size: PixelSize(width: 2, height: 2), bytes: [1, 2, 3]) == nil)
        #expect(ScenePicture(size: PixelSize(width: 0, height: 0), bytes: []) == nil)
    }

    @Test(
        "is turned against the clock",
        arguments: [
            (0, 3, [0, 1, 2, 3, 4, 5]), (1, 2, [2, 5, 1, 4, 0, 3]), (2, 3, [5, 4, 3, 2, 1, 0]),
            (3, 2, [3, 0, 4, 1, 5, 2]), (-1, 2, [3, 0, 4, 1, 5, 2]),
        ] as [(Int, Int, [UInt8])])
    func turned(quarters: Int, width: Int, expected: [UInt8]) throws {
        let turned = try #require(picture).turned(quarters: quarters)
        #expect(turned.size.width == width)
        #expect(numbers(turned) == expected)
    }

    @Test(
        "takes another picture in, cut off at its border",
        arguments: [(0, 0), (2, 1), (-2, -1), (5, 2), (5, 5), (-9, 0)])
    func placed(x: Int, y: Int) throws {
        var canvas = ScenePicture(size: PixelSize(width: 4, height: 3), filledWith: 99)
        let other = try #require(picture)
        canvas.place(other, x: x, y: y)
        for row in 0..<3 {
            for column in 0..<4 {
                let isInside = (0..<3).contains(column - x) && (0..<2).contains(row - y)
                let expected = isInside ? UInt8((row - y) * 3 + column - x) : 99
                #expect(numbers(canvas)[row * 4 + column] == expected)
            }
        }
    }

    @Test("changes the order of colours")
    func colours() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
        let size = PixelSize(width: 2, height: 1)
        let swapped = try #require(
            bytes.withUnsafeBytes { ScenePicture(resizing: $0, of: size, order: .redFirst, to: size) })
        #expect(swapped.bytes == [3, 2, 1, 6, 5, 4])
        #expect(
            bytes.withUnsafeBytes {
                ScenePicture(resizing: $0, of: PixelSize(width: 3, height: 1), order: .redFirst, to: size)
            } == nil)
    }

    /// Made with `cv2.resize` of OpenCV 4.11.
    @Test("is resized with OpenCV's arithmetic")
    func resized() throws {
        let row = try #require(
            ScenePicture(
                size: PixelSize(width: 4, height: 1),
                bytes: ([10, 200, 30, 255] as [UInt8]).flatMap { [$0, $0, $0] }))
        #expect(numbers(row.resized(to: PixelSize(width: 7, height: 1))) == [10, 78, 186, 115, 46, 175, 255])
        #expect(numbers(row.resized(to: PixelSize(width: 3, height: 2))) == [41, 115, 217, 41, 115, 217])
    }

    @Test("is warped by a cubic curve, its border going on")
    func warped() throws {
        let picture = try #require(picture)
        #expect(picture.warped(to: picture.size, .identity).bytes == picture.bytes)
        let far = Homography(rows: [1, 0, 1e9, 0, 1, -1e9, 0, 0, 1])
        #expect(numbers(picture.warped(to: PixelSize(width: 2, height: 1), far)) == [2, 2])
        let broken = Homography(rows: [0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(numbers(picture.warped(to: PixelSize(width: 1, height: 1), broken)) == [0])
        // Between 10 and 200, with 10 before and 30 after: -0.09375, 0.59375, 0.59375, -0.09375 of each.
        let row = try #require(
            ScenePicture(
                size: PixelSize(width: 3, height: 1), bytes: ([10, 200, 30] as [UInt8]).flatMap { [$0, $0, $0] }))
        let half = Homography(rows: [1, 0, 0.5, 0, 1, 0, 0, 0, 1])
        #expect(numbers(row.warped(to: PixelSize(width: 1, height: 1), half)) == [121])
    }
}
