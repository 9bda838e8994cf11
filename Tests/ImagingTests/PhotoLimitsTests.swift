import Findings
import Foundation
import Testing

@testable import Imaging

@Suite struct PhotoLimitsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let limits: PhotoLimits
        let words: [String]
        var testDescription: String { words[0] }
    }

    @Test(arguments: [
        Case(limits: PhotoLimits(bytes: 100), words: ["limits.bytes = 100"]),
        Case(limits: PhotoLimits(pixels: 2_399), words: ["limits.pixels = 2399", "60x40 = 2400"]),
        Case(limits: PhotoLimits(side: 59), words: ["limits.side = 59", "60x40"]),
    ]) func aPhotoBeyondALimitIsToldWhichSettingToRaise(test: Case) throws {
        let error = ImagingError.thrown { _ = try TestPicture.gradient(60, 40).photo(".png", limits: test.limits) }
        #expect(error?.code == .limit)
        #expect(error?.fault == .input)
        for word in test.words { #expect(error?.message.contains(word) == true, "\(error?.message ?? "")") }
    }

    @Test func whatIsJustWithinTheLimitsIsTaken() throws {
        let limits = PhotoLimits(pixels: 2_400, side: 60, frames: 1)
        #expect(try TestPicture.gradient(60, 40).photo(".png", limits: limits).frames == 1)
    }

    @Test(arguments: [".gif[page-height=10]", ".webp[page-height=10]", ".tif[page-height=10]"])
    func theFirstFrameIsThePhotoAndTheirNumberIsLimited(suffix: String) throws {
        // Frames differ, or a saver would join them.
        let frames = TestPicture(12, 40) { _, y, _ in 1 - Double(y / 10) / 4 }
        let bytes = try frames.encoded(suffix)
        let photo = try Photo.of(bytes)
        #expect(photo.frames == 4)
        #expect(photo.size.height == 10)
        #expect(near(try photo.input(photo.size).0.pixel(6, 5), [255, 255, 255], within: 8))
        let error = ImagingError.thrown { _ = try Photo.of(bytes, limits: PhotoLimits(frames: 3)) }
        #expect(error?.message.contains("4 frames") == true)
        #expect(error?.message.contains("limits.frames = 3") == true)
    }

    /// A PNG header that promises 60,000 x 60,000 pixels and has none.
    @Test func aBombIsRefusedByItsHeader() throws {
        let png: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xEA, 0x60,
            0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0,
        ]
        let crc = crc32(png[12..<29])
        let idat: [UInt8] = [0, 0, 0, 0] + Array("IDAT".utf8) + crc32Bytes(crc32(Array("IDAT".utf8)[...]))
        let error = ImagingError.thrown { _ = try Photo.of(png + crc32Bytes(crc) + idat) }
        #expect(error?.code == .limit)
        #expect(error?.message.contains("limits.pixels") == true)
    }

    @Test func theStandardTakesThePhonesOfToday() {
        #expect(PhotoLimits.standard.pixels >= 200_000_000)
    }

    private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    private func crc32Bytes(_ crc: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: crc >> $0) }
    }
}
