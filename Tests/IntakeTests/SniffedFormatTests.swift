import Findings
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("SniffedFormat")
struct SniffedFormatTests {
    @Test(
        "recognises real files by their content", .enabled(if: Cases.isAvailable),
        arguments: [
            ("exif/Landscape_3.jpg", SniffedFormat.jpeg), ("hostile/hopper.webp", .webp),
            ("hostile/icc_profile_none.avif", .avif), ("hostile/hopper_resized.gif", .gif),
            ("hostile/timeout-6646305047838720", .tiff), ("hostile/pngtest_bad.png.bin", .png),
            ("hostile/badwidth.bmp", .bmp), ("hostile/16bit.cropped.jp2", .jp2),
        ])
    func real(name: String, format: SniffedFormat) throws {
        let file = try OpenFile(Array(Cases.file(name).path.utf8), followLinks: true)
        var bytes = [UInt8](repeating: 0, count: SniffedFormat.wantedBytes)
        _ = try Syscalls.read(file.descriptor, into: &bytes, at: 0)
        #expect(SniffedFormat(firstBytes: bytes) == format)
    }

    @Test(
        "text, films and empty files are no pictures",
        arguments: ["", "BMW is a car maker", "{}", "%PD-1.7", "RIFF0000WAVE"])
    func others(text: String) { #expect(SniffedFormat(firstBytes: Array(text.utf8)) == nil) }

    @Test(
        "the brand tells pictures from films",
        arguments: [("mif1", SniffedFormat.heic), ("avis", .avif), ("isom", nil), ("qt  ", nil)])
    func brands(brand: String, format: SniffedFormat?) {
        #expect(SniffedFormat(firstBytes: [0, 0, 0, 16] + Array("ftyp\(brand)0000".utf8)) == format)
    }
}
