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

    @Test("show the part under a box, or nothing outside")
    func closeUp() throws {
        let photo = try TestPicture.gradient(320, 240).photo(".png").upright()
        let part = try #require(try photo.closeUp(Box(x: 10, y: 20, width: 40, height: 30)))
        #expect(part.size == PixelSize(width: 40, height: 30))
        #expect(try Photo.of(part.jpeg).size == part.size)
        #expect(try photo.closeUp(Box(x: 1000, y: 1000, width: 5, height: 5)) == nil)
    }
}
