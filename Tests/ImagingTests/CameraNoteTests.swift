import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

@Suite("The camera's note")
struct CameraNoteTests {
    @Test(
        "has its time in the form of ISO 8601, or none",
        arguments: [
            ("2019:03:21 21:20:22", nil, "2019-03-21T21:20:22"),
            ("2019:03:21 21:20:22", "+02:00", "2019-03-21T21:20:22+02:00"),
            ("2019:03:21 21:20:22", "rubbish", "2019-03-21T21:20:22"),
            ("0000:00:00 00:00:00", nil, nil),
            ("yesterday", nil, nil),
            ("", nil, nil),
        ] as [(String, String?, String?)])
    func time(_ text: String, offset: String?, expected: String?) {
        #expect(CameraNote.time(text, offset: offset) == expected)
    }

    @Test("is read from a header")
    func header() throws {
        let photo = try TestPicture.gradient(64, 48).photo(
            ".jpg[Q=90]",
            metadata: [
                "exif-ifd0-Make": "Acme Optics", "exif-ifd0-Model": "Box camera",
                "exif-ifd2-DateTimeOriginal": "2026:05:30 14:05:09",
            ])
        #expect(photo.camera.captured == "2026-05-30T14:05:09")
        #expect(photo.camera.make == "Acme Optics")
        #expect(photo.camera.model == "Box camera")
        #expect(try TestPicture.gradient(64, 48).photo(".png").camera == CameraNote())
    }

    @Test("is read from a photo of a real camera", .enabled(if: Cases.isAvailable))
    func real() throws {
        let photo = try Photo.open(FilePath(Cases.file("archery-holes/sample_1.JPG").path))
        #expect(photo.camera.captured == "2019-05-30T20:23:29")
        #expect(photo.camera.make == "Apple")
        #expect(photo.camera.model == "iPhone 6")
    }
}
