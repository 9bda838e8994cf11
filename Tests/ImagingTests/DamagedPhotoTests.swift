import Findings
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

@Suite struct DamagedPhotoTests {
    static let size = PixelSize(width: 64, height: 64)

    static let rough = TestPicture(200, 200) { x, y, band in Double((x * x * 7 + y * y * x * 13 + band * 5) % 32) / 31 }

    /// One half of each file: grey rows instead of an error would be a wrong result without a word.
    @Test(arguments: PhotoFormatTests.formats) func halfAPhotoIsRefused(suffix: String, format: PhotoFormat) throws {
        let whole = try Self.rough.encoded(suffix)
        let error = ImagingError.thrown {
            let photo = try Photo.of(Array(whole.prefix(whole.count / 2)))
            _ = try photo.input(Self.size)
        }
        #expect(error?.fault == .input)
        #expect(error.map { [.truncated, .broken].contains($0.code) } == true, "\(error?.description ?? "no error")")
        if [.jpeg, .png, .webp].contains(format) { #expect(error?.code == .truncated) }
    }

    @Test func everyUseOfATruncatedPhotoIsRefused() throws {
        let whole = try TestPicture.gradient(400, 300).encoded(".jpg")
        let photo = try Photo.of(Array(whole.prefix(whole.count * 2 / 3)))
        #expect(ImagingError.thrown { _ = try photo.input(Self.size) }?.code == .truncated)
        #expect(ImagingError.thrown { _ = try photo.input(Self.size, resampling: .reference) }?.code == .truncated)
        #expect(ImagingError.thrown { _ = try photo.upright() }?.code == .truncated)
        #expect(
            ImagingError.thrown { _ = try photo.upright().annotated([]) }?.message.contains("ends in the middle")
                == true)
        // And the failure leaves nothing behind for the next photo.
        #expect(try TestPicture.gradient(40, 30).photo(".jpg").input(Self.size).0.bytes.isEmpty == false)
    }

    /// An end marker in the middle of the data: decoders complain of it, and fill the rest with grey.
    @Test func strictRefusesWhatADecoderComplainsOf() throws {
        var bytes = try Self.rough.encoded(".jpg")
        bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 2, with: [0xFF, 0xD9])
        #expect(ImagingError.thrown { _ = try Photo.of(bytes).input(Self.size) } == nil)
        let error = ImagingError.thrown { _ = try Photo.of(bytes, strict: true).input(Self.size) }
        #expect(error?.fault == .input)
    }

    /// What an interrupted copy leaves where the file was given its full length first: decoders see a grey rest.
    @Test func aJPEGThatEndsInZerosIsCutOff() throws {
        let whole = try Self.rough.encoded(".jpg[Q=95]")
        let cut = Array(whole.prefix(whole.count / 2)) + [UInt8](repeating: 0, count: 5_000)
        #expect(ImagingError.thrown { _ = try Photo.of(cut) }?.code == .truncated)
        // Some cameras fill their files up to whole blocks.
        #expect(try Photo.of(whole + [UInt8](repeating: 0, count: 5_000)).input(Self.size).0.bytes.count == 12_288)
    }

    /// In a process of its own, which may die of them.
    @Test(.enabled(if: Cases.isAvailable)) func everyHostileFileGivesAPhotoOrATypedError() async {
        await #expect(processExitsWith: .success) {
            let folder = try Cases.file("hostile")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(files.count > 80)
            let mark = Mark(box: Box(x: 2, y: 2, width: 30, height: 30), label: "a", classIndex: 0)
            var photos = 0
            for name in files {
                do throws(ImagingError) {
                    let photo = try Photo.open(FilePath(folder.path).appending(name))
                    let (pixels, _) = try photo.input(Self.size)
                    #expect(pixels.bytes.count == Self.size.area * 3)
                    #expect(try photo.upright().annotated([mark]).starts(with: [0xFF, 0xD8]))
                    photos += 1
                } catch {
                    #expect(error.message.contains(name))
                    #expect(error.fault == .input, "\(error)")
                }
            }
            // Many are merely odd: a pipeline that refuses them all would be safe and useless.
            #expect(photos > 30)
        }
    }
}
