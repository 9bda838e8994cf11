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
            ("2026:13:45 99:99:99", nil, nil),
            ("2026:12:31 23:59:59", "+14:00", "2026-12-31T23:59:59+14:00"),
            ("2026:12:31 23:59:59", "+99:99", "2026-12-31T23:59:59"),
            ("2026:12:31 23:59:60", nil, nil),
            ("2026:12:31 24:00:00", nil, nil),
            ("2026:02:29 12:00:00", nil, nil),
            ("2024:02:29 12:00:00", nil, "2024-02-29T12:00:00"),
            ("1900:02:29 12:00:00", nil, nil),
            ("2026:00:10 12:00:00", nil, nil),
            ("2026:04:31 12:00:00", nil, nil),
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
