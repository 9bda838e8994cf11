import CVips
import Findings
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

@Suite struct UprightPhotoTests {
    static let grey = TestPicture(320, 240) { _, _, _ in 0.5 }

    @Test(arguments: 1...8) func anAnnotatedPhotoIsUprightAndKeepsItsExif(orientation: Int) throws {
        let stored = Orientation(tag: orientation).turned(PixelSize(width: 300, height: 200))
        let photo = try TestPicture.gradient(stored.width, stored.height).photo(
            ".jpg[Q=95]",
            metadata: ["orientation": "\(orientation)", "exif-ifd0-Model": "Box camera", "exif-ifd2-FNumber": "28/10"])
        #expect(photo.orientation == orientation)
        let annotated = try Photo.of(
            photo.upright().annotated([
                Mark(box: Box(x: 50, y: 60, width: 80, height: 70), label: "hole", classIndex: 3)
            ]))
        #expect(annotated.format == .jpeg)
        #expect(annotated.orientation == 1)
        #expect(annotated.size == photo.size)
        #expect(try text("exif-ifd0-Model", of: annotated).hasPrefix("Box camera"))
        #expect(try text("exif-ifd2-FNumber", of: annotated).hasPrefix("28/10"))
        #expect(try text("exif-ifd0-Orientation", of: annotated).hasPrefix("1 "))
        // The rest of the picture is still the photo's.
        let before = try photo.upright().pixels
        let after = try annotated.upright().pixels
        for (x, y) in [(10, 190), (290, 10), (90, 95), (290, 190)] {
            #expect(near(after.pixel(x, y), before.pixel(x, y).map { Int($0) }, within: 10))
        }
    }

    /// Some loaders lend the block of camera data for as long as their picture lives, which is shorter than the copy's.
    @Test(arguments: [".jpg", ".webp", ".heic", ".avif[effort=1]"])
    func cameraDataOutlivesThePictureItCameFrom(suffix: String) throws {
        let photo = try TestPicture.gradient(64, 48).photo(suffix, metadata: ["exif-ifd0-Model": "Box camera"])
        for _ in 0..<20 {
            let annotated = try Photo.of(photo.upright().annotated([]))
            #expect(try text("exif-ifd0-Model", of: annotated).hasPrefix("Box camera"))
        }
    }

    @Test(.enabled(if: Cases.isAvailable)) func cameraDataAndColourOfARealPhotoStay() throws {
        let photo = try Photo.open(FilePath(Cases.file("archery-holes/sample_2.JPG").path))
        let annotated = try Photo.of(photo.upright().annotated([]))
        #expect(annotated.size == photo.size)
        #expect(try text("exif-ifd0-Model", of: annotated) == text("exif-ifd0-Model", of: photo))
        let size = PixelSize(width: 320, height: 320)
        #expect(try annotated.input(size).0.meanDifference(from: photo.input(size).0) < 2)
    }

    @Test func aBoxIsFramedOnItsOutside() throws {
        let box = Box(x: 100, y: 80, width: 60, height: 50)
        let color = MarkColor(red: 255, green: 0, blue: 0)
        let before = try Self.grey.photo(".png").upright().pixels
        let after = try Imaging.alone { before.marked([Mark(.box(box), color: color)]) }
        for x in 100..<160 {
            for y in 80..<130 { #expect(after.pixel(x, y) == before.pixel(x, y)) }
        }
        for (x, y) in [(98, 100), (161, 100), (130, 78), (130, 131)] { #expect(after.pixel(x, y) == [255, 0, 0]) }
        #expect(after.pixel(90, 70) == before.pixel(90, 70))
    }

    @Test func aLabelIsLegibleOnItsPlate() throws {
        let before = try Self.grey.photo(".png").upright().pixels
        let mark = Mark(box: Box(x: 100, y: 80, width: 60, height: 50), label: "arrow 87%", classIndex: 2)
        let pixels = try Imaging.alone { before.marked([mark]) }
        let plate = (104..<150).flatMap { x in (64..<76).map { pixels.pixel(x, $0) } }
        let yellow = MarkColor.ofClass(2)
        #expect(plate.contains([yellow.red, yellow.green, yellow.blue]))
        #expect(plate.contains { $0.allSatisfy { $0 < 40 } }, "no dark letter on the yellow plate")
    }

    static let odd = [
        Box(x: -50, y: -50, width: 60, height: 60), Box(x: 310, y: 230, width: 500, height: 500),
        Box(x: 0, y: 0, width: 320, height: 240), Box(x: 1000, y: 1000, width: 10, height: 10),
        Box(x: 10, y: 10, width: 0, height: 0), Box(x: 10, y: 10, width: -5, height: 4),
        Box(x: .nan, y: 0, width: 10, height: 10), Box(x: 0, y: 0, width: .infinity, height: 10),
        Box(x: -1e300, y: 0, width: 2e300, height: 10), Box(x: 5.5, y: 5.5, width: 0.2, height: 0.2),
    ]

    @Test(arguments: odd) func oddBoxesDoNoHarm(box: Box) throws {
        let photo = try Self.grey.photo(".png").upright()
        #expect(try photo.annotated([Mark(box: box, label: "odd", classIndex: -7)]).count > 100)
        if let error = ImagingError.thrown(by: { _ = try photo.crop(box) }) { #expect(error.code == .outside) }
    }

    @Test(arguments: [
        "", "   ", "a\nb\u{0}c", "<b>&\"'", String(repeating: "wide ", count: 100), "标签 👀 ñ", "\u{202E}rtl",
    ]) func oddLabelsDoNoHarm(label: String) throws {
        for size in [(1, 1), (9, 3), (320, 240)] {
            let photo = try TestPicture.gradient(size.0, size.1).photo(".png")
            let box = Box(x: 0, y: 0, width: Double(size.0), height: Double(size.1))
            let annotated = try Photo.of(photo.upright().annotated([Mark(box: box, label: label, classIndex: 1)]))
            #expect(annotated.size == photo.size)
        }
    }

    @Test func threeHundredMarksAreDrawn() throws {
        let marks = (0..<300).map { index in
            let box = Box(x: Double(index % 20) * 16, y: Double(index / 20) * 16, width: 14, height: 14)
            return Mark(Detection(label: "hole", classId: index, confidence: Double(index) / 300, box: box))
        }
        #expect(marks[150].label == "hole 50%")
        #expect(try Self.grey.photo(".png").upright().annotated(marks).count > 1_000)
    }

    @Test(arguments: [1, 6]) func aCropIsTheUprightPartUnderTheBox(orientation: Int) throws {
        let stored = Orientation(tag: orientation).turned(PixelSize(width: 300, height: 200))
        let photo = try TestPicture.gradient(stored.width, stored.height)
            .photo(".tif", metadata: ["orientation": "\(orientation)"])
        let upright = try photo.upright()
        let crop = try Photo.of(upright.crop(Box(x: 100.5, y: 40, width: 50, height: 30), quality: 98))
        #expect(crop.size == PixelSize(width: 51, height: 30))
        #expect(near(try crop.upright().pixels.pixel(25, 15), upright.pixels.pixel(125, 55).map { Int($0) }, within: 6))
        let wide = try Photo.of(upright.crop(Box(x: 0, y: 40, width: 50, height: 30), margin: 0.1))
        #expect(wide.size == PixelSize(width: 55, height: 36))
    }

    private func text(_ field: String, of photo: Photo) throws -> String {
        try Imaging.alone { () throws(ImagingError) in
            try photo.decoded { (picture) throws(ImagingError) in
                var text: UnsafePointer<CChar>?
                try VipsErrors.check(vips_image_get_string(picture.image, field, &text), reading: field)
                return text.map { String(cString: $0) } ?? ""
            }
        }
    }
}
