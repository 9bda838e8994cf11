import Findings
import Reading
import TestSupport
import Testing

struct HostilePictureTests {
    static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 777), PixelSize(width: 777, height: 1),
        PixelSize(width: 2, height: 2), PixelSize(width: 5, height: 3), PixelSize(width: 20_000, height: 3),
        PixelSize(width: 3, height: 20_000), PixelSize(width: 41, height: 39), PixelSize(width: 640, height: 480),
    ]

    @Test(arguments: sizes)
    func readsNothingInNoise(_ size: PixelSize) throws {
        var random = UInt64(size.width * 31 + size.height)
        var picture = CasePicture(width: size.width, height: size.height)
        for index in picture.bytes.indices {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            picture.bytes[index] = UInt8(truncatingIfNeeded: random >> 56)
        }
        #expect(try picture.codes().isEmpty)
    }

    @Test(arguments: sizes, [UInt8(0), 127, 255])
    func readsNothingInOneColour(_ size: PixelSize, _ grey: UInt8) throws {
        #expect(try CasePicture(width: size.width, height: size.height, grey: grey).codes().isEmpty)
    }

    @Test(arguments: [
        PixelSize(width: 0, height: 4), PixelSize(width: -3, height: -3), PixelSize(width: 3, height: 2),
        PixelSize(width: .max, height: 2), PixelSize(width: .max / 2, height: .max / 2),
    ])
    func refusesSizesThatThePixelsDoNotFill(_ size: PixelSize) throws {
        let reader = CodeReader()
        let bytes = [UInt8](repeating: 0, count: 17)
        #expect {
            _ = try bytes.withUnsafeBytes { try reader.codes(in: $0, size: size) }
        } throws: { error in
            (error as? ReadingError)?.code == .pixels
        }
    }

    /// An ordinary photo on which the library fails an assertion: that ended the program.
    @Test(.enabled(if: Cases.isAvailable))
    func survivesTheLibrarysAssertions() throws {
        let name = "shooting-cards/images/16_1531-07-04-2023_API_v5_jpg.jpg"
        let picture = try CasePicture(try Cases.file(name))
        #expect(try picture.codes().isEmpty)
    }

    /// The same photo with a code of another kind beside it.
    @Test(.enabled(if: Cases.isAvailable))
    func findsOtherKindsWhereOneSearchGivesUp() throws {
        let photo = try CasePicture(try Cases.file("shooting-cards/images/16_1531-07-04-2023_API_v5_jpg.jpg"))
        let code = try CasePicture("qrcode-6/1.png")
        let both = CasePicture(width: photo.size.width + code.size.width, height: photo.size.height + code.size.height)
            .with(photo, atX: 0, y: 0).with(code, atX: photo.size.width, y: photo.size.height)
        #expect(try both.codes().map(\.symbology) == [.qr])
    }
}
