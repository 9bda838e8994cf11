import Findings
import Testing

@testable import Imaging

@Suite struct PhotoFormatTests {
    static let formats: [(suffix: String, format: PhotoFormat)] = [
        (".jpg[Q=95]", .jpeg), (".jpg[Q=95,interlace]", .jpeg), (".png", .png), (".webp[lossless]", .webp),
        (".gif", .gif), (".tif", .tiff), (".tif[bigtiff,compression=deflate,tile]", .tiff), (".heic[Q=90]", .heic),
        (".avif[Q=90,effort=1]", .avif),
    ]

    @Test(arguments: formats) func everyFormatIsReadUnderANameThatSaysNothing(
        suffix: String, format: PhotoFormat
    ) throws {
        let photo = try TestPicture.gradient(96, 64).photo(suffix)
        #expect(photo.format == format)
        #expect(photo.size.width == 96 && photo.size.height == 64)
        let (pixels, _) = try photo.input(photo.size)
        #expect(near(pixels.pixel(5, 3), [13, 12, 128], within: 12))
        #expect(near(pixels.pixel(90, 60), [242, 243, 128], within: 12))
    }

    static let foreign: [(what: String, bytes: [UInt8])] = [
        ("an SVG", Array("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)),
        ("is not a JPEG", Array("BM".utf8) + [UInt8](repeating: 0, count: 60)),
        ("a PSD", Array("8BPS\u{0}\u{1}".utf8)),
        ("a JPEG 2000", [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        ("a JPEG XL", [0xFF, 0x0A, 0, 0]),
        ("a camera's raw file", [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0]),
        ("is not a JPEG", Array("P5 4 4 255 0123456789abcdef".utf8)),
        ("is not a JPEG", Array("#?RADIANCE\n".utf8)),
        ("is not a JPEG", Array("1,2,3\n4,5,6\n".utf8)),
        ("is not a JPEG", [0, 0, 0, 20] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + Array("isom".utf8)),
        ("is not a JPEG", [0xFF]), ("is not a JPEG", Array("RIFF".utf8)),
        ("is not a JPEG", [0, 0, 0, 200] + Array("ftyp".utf8)),
    ]

    @Test(arguments: foreign) func everythingElseIsRefusedByItsContent(what: String, bytes: [UInt8]) throws {
        let error = ImagingError.thrown { _ = try Photo.of(bytes) }
        #expect(error?.code == .unknownFormat)
        #expect(error?.fault == .input)
        #expect(error?.message.contains(what) == true)
    }

    @Test func theBrandOfAVIFWinsOverTheGeneralOne() {
        let avif: [UInt8] = [0, 0, 0, 28] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + Array("avifmif1miaf".utf8)
        #expect(PhotoFormat(content: avif) == .avif)
        let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
        #expect(PhotoFormat(content: heic) == .heic)
    }
}
