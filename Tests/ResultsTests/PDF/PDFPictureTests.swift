import Findings
import Foundation
import Testing

@testable import Results

@Suite("Pictures of PDF pages")
struct PDFPictureTests {
    private static func jpeg(components: UInt8 = 3, bits: UInt8 = 8, marker: UInt8 = 0xC0) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, marker, 0, 17, bits, 0x01, 0x02, 0x03, 0x04, components]
            + [UInt8](repeating: 0, count: 20)
    }

    @Test("A JPEG tells its size and colours", arguments: [(UInt8(1), "/DeviceGray"), (3, "/DeviceRGB")])
    func jpegHeader(components: UInt8, space: String) throws {
        let picture = try PDFPicture(jpeg: Self.jpeg(components: components))
        #expect(picture.size == PixelSize(width: 0x0304, height: 0x0102))
        #expect(picture.dictionary.contains("\(space) /BitsPerComponent 8 /Filter /DCTDecode"))
    }

    @Test(
        "What is no JPEG that pages show is refused",
        arguments: [
            [], [0xFF, 0xD8], jpeg(components: 4), jpeg(bits: 12), jpeg(marker: 0xC3), Array(jpeg().prefix(12)),
            [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 40),
            [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 40),
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 0] + [UInt8](repeating: 0, count: 40),
        ])
    func refused(bytes: [UInt8]) {
        #expect(throws: PDFError.self) { try PDFPicture(jpeg: bytes) }
    }
}
