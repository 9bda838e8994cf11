import Findings
import Testing

@testable import Imaging

@Suite("Previews")
struct PreviewTests {
    @Test(
        "are as small as asked, upright, and never larger than the photo",
        arguments: [(100, 100, 75), (5000, 320, 240)])
    func whole(_ longest: Int, width: Int, height: Int) throws {
        let photo = try TestPicture.gradient(240, 320).photo(".jpg[Q=95]", metadata: ["orientation": "6"])
        let preview = try photo.preview(longestSide: longest)
        #expect(preview.size == PixelSize(width: width, height: height))
        let read = try Photo.of(preview.jpeg)
        #expect(read.size == preview.size && read.orientation == 1)
        #expect(try read.upright().pixels.meanDifference(from: photo.input(preview.size, fit: .stretch).0) < 3)
    }

    @Test("are the same of pixels that are decoded already", arguments: [".jpg[Q=95]", ".png"], [40, 100])
    func ofPixels(format: String, longest: Int) throws {
        let photo = try TestPicture.gradient(320, 240).photo(format)
        let frame = Quadrilateral(Box(x: 20, y: 20, width: 90, height: 40)).corners
        let marks = [Mark(.outline(frame), color: MarkColor(0xFF0000))]
        let (own, other) = (
            try photo.preview(longestSide: longest, marks: marks),
            try photo.upright().preview(longestSide: longest, marks: marks)
        )
        #expect(own.size == other.size)
        // Below a quarter a JPEG is decoded small, and its pixels are nearly the same.
        #expect(photo.isDecodedWhole(forPreview: longest) == (longest == 100))
        if photo.isDecodedWhole(forPreview: longest) { #expect(own == other) }
    }

    @Test("frame what is marked, at their own scale")
    func marked() throws {
        let photo = try TestPicture(640, 480) { _, _, _ in 1 }.photo(".png")
        let frame = Quadrilateral(Box(x: 200, y: 200, width: 240, height: 120)).corners
        let preview = try photo.preview(longestSide: 320, marks: [Mark(.outline(frame), color: MarkColor(0xFF0000))])
        let pixels = try Photo.of(preview.jpeg).upright().pixels
        #expect(pixels.size == PixelSize(width: 320, height: 240))
        /// The green of the reddest pixel near a place: little of it where a line lies.
        func least(_ x: Int, _ y: Int) -> UInt8 {
            let near = (-3...3).flatMap { dy in (-3...3).map { dx in ((y + dy) * 320 + x + dx) * 3 } }
            return near.map { pixels.bytes[$0 + 1] }.min() ?? 255
        }
        // The corners and the sides at half their places; neither the middle nor where the frame is in the photo.
        for (x, y) in [(100, 100), (220, 160), (160, 100), (100, 130)] { #expect(least(x, y) < 120, "\(x),\(y)") }
        for (x, y) in [(160, 130), (260, 200), (40, 40)] { #expect(least(x, y) > 220, "\(x),\(y)") }
    }

    @Test("show the part under a box, or nothing outside")
    func closeUp() throws {
        let photo = try TestPicture.gradient(320, 240).photo(".png").upright()
        let part = try #require(try photo.closeUp(Box(x: 10, y: 20, width: 40, height: 30)))
        #expect(part.size == PixelSize(width: 40, height: 30))
        #expect(try Photo.of(part.jpeg).size == part.size)
        #expect(try photo.closeUp(Box(x: 1000, y: 1000, width: 5, height: 5)) == nil)
    }
}
