import Findings
import Foundation
import Testing

@testable import Imaging

@Suite("Cutouts as large as the photo, and on a ground")
struct BackdropTests {
    private static let size = PixelSize(width: 120, height: 80)

    /// A red block in the middle of a green photo.
    private static func scene() throws -> (photo: Photo, mask: RunLengthMask) {
        let photo = try TestPicture(size.width, size.height) { x, y, band in
            let isObject = (40..<80).contains(x) && (30..<50).contains(y)
            return band == (isObject ? 0 : 1) ? 1 : 0
        }.photo(".png")
        let mask = try #require(RunLengthMask(size: size, columns: 40..<80, rows: 30..<50) { _, _ in true })
        return (photo, mask)
    }

    @Test func aPictureThatIsNotCroppedIsAsLargeAsThePhoto() throws {
        let (photo, mask) = try Self.scene()
        let whole = try RawPicture(photo.cutout(mask, isCropped: false))
        #expect(whole.size == Self.size && whole.bands == 4)
        #expect(whole.pixel(60, 40) == [255, 0, 0, 255] && whole.pixel(5, 5)[3] == 0)
        let near = try RawPicture(photo.cutout(mask, margin: 0))
        #expect(near.size.width < 60 && near.size.height < 40)
    }

    @Test(arguments: [true, false]) func theSoftMaskIsTheCutoutsAlpha(isCropped: Bool) throws {
        let (photo, mask) = try Self.scene()
        let soft = try RawPicture(photo.softMask(mask, isCropped: isCropped))
        let cutout = try RawPicture(photo.cutout(mask, isCropped: isCropped))
        #expect(soft.size == cutout.size && soft.bands == 1 && !soft.isWide)
        for y in 0..<soft.size.height {
            for x in 0..<soft.size.width { #expect(soft.pixel(x, y)[0] == cutout.pixel(x, y)[3]) }
        }
    }

    @Test func aColourLiesWhereTheObjectDoesNotAndNothingOfTheOldGroundStays() throws {
        let (photo, mask) = try Self.scene()
        let blue = Backdrop(.init(red: 0, green: 0, blue: 255))
        for isCropped in [true, false] {
            let picture = try RawPicture(photo.cutout(mask, isCropped: isCropped, on: blue))
            #expect(picture.bands == 3 && picture.profile == nil)
            #expect(picture.pixel(0, 0) == [0, 0, 255])
            #expect(picture.pixel(picture.size.width / 2, picture.size.height / 2) == [255, 0, 0])
            for y in 0..<picture.size.height {
                for x in 0..<picture.size.width { #expect(picture.pixel(x, y)[1] < 3, "\(x), \(y) is green") }
            }
        }
    }

    @Test func aPictureCoversThePhotoAndIsCutOffOnBothSides() throws {
        let (photo, mask) = try Self.scene()
        // Four columns of grey: 0, 1/3, 2/3, 1; twice as wide as the photo is at its height.
        let ground = try TestPicture(240, 80) { x, _, _ in Double(x / 60) / 3 }.photo(".png").upright().pixels
        let picture = try RawPicture(
            photo.cutout(mask, isCropped: false, on: Backdrop(ground, covering: photo.size)))
        #expect(picture.size == Self.size)
        #expect(picture.pixel(5, 5) == [85, 85, 85] && picture.pixel(115, 75) == [170, 170, 170])
        #expect(picture.pixel(60, 40) == [255, 0, 0])
        let small = try TestPicture(3, 2) { _, _, band in band == 2 ? 1 : 0 }.photo(".png").upright().pixels
        let grown = try RawPicture(photo.cutout(mask, isCropped: false, on: Backdrop(small, covering: photo.size)))
        #expect(grown.size == Self.size && grown.pixel(119, 0) == [0, 0, 255])
    }

    @Test func thePhotoItselfLosesItsColoursOrItsDetails() throws {
        let (photo, mask) = try Self.scene()
        let upright = try photo.upright().pixels
        let grey = try RawPicture(photo.cutout(mask, isCropped: false, on: Backdrop(greyed: upright)))
        // Green is 0.7152 of white.
        #expect(grey.pixel(5, 5) == [182, 182, 182] && grey.pixel(60, 40) == [255, 0, 0])
        let stripes = try TestPicture(600, 400) { x, _, _ in x % 4 < 2 ? 0 : 1 }.photo(".png")
        let object = try #require(RunLengthMask(size: stripes.size, columns: 0..<100, rows: 0..<400) { _, _ in true })
        let blurred = try RawPicture(
            stripes.cutout(object, isCropped: false, on: Backdrop(blurred: stripes.upright().pixels, behind: object)))
        #expect(blurred.size == stripes.size)
        // The plane goes on beyond the border as at it: the last stripe counts more there.
        let far = (300..<560).map { blurred.pixel($0, 200)[0] }
        #expect(far.allSatisfy { abs($0 - 128) < 8 }, "stripes are seen: \(far)")
        #expect(Set((10..<90).map { blurred.pixel($0, 200)[0] }) == [0, 255], "the object's stripes are as they were")
    }

    @Test func anObjectsColoursDoNotShineIntoABlurredGround() throws {
        let (photo, mask) = try Self.scene()
        let blurred = Backdrop(blurred: try photo.upright().pixels, behind: mask)
        let picture = try RawPicture(photo.cutout(mask, isCropped: false, on: blurred))
        // Just beside the red block the green ground is green.
        for (x, y) in [(36, 40), (84, 40), (60, 26), (60, 54)] {
            let pixel = picture.pixel(x, y)
            #expect(pixel[0] < 30 && pixel[1] > 225, "\(x), \(y): \(pixel)")
        }
    }

    @Test func aWidePhotoOnAGroundHasEightBits() throws {
        let photo = try TestPicture(60, 40, .rgb16) { _, _, band in band == 0 ? 1 : 0 }.photo(".png[profile=p3]")
        let mask = try #require(RunLengthMask(size: photo.size, columns: 20..<40, rows: 10..<30) { _, _ in true })
        let picture = try RawPicture(photo.cutout(mask, on: Backdrop(.init(red: 255, green: 255, blue: 255))))
        #expect(!picture.isWide && picture.bands == 3 && picture.profile == nil)
        #expect(picture.pixel(0, 0) == [255, 255, 255])
    }
}
