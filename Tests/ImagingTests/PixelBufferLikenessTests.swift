import Findings
import Testing

@testable import Imaging

@Suite struct PixelBufferLikenessTests {
    /// A picture by a rule, which the numbers of `scripts/python/parity/likeness.py` are of.
    private static func picture(
        _ width: Int, _ height: Int, _ turn: (Int, Int) -> (Int, Int) = { ($0, $1) }
    ) -> PixelBuffer {
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = turn(column, row)
                let below = height - 1 - y
                bytes.append(UInt8((x * x * 255 / (width * width) + y * 91 / height) % 256))
                bytes.append(UInt8((x * y * 255 / (width * height) + x * 37 / width) % 256))
                bytes.append(UInt8((below * below * 200 / (height * height) + x * 55 / width) % 256))
            }
        }
        return PixelBuffer(size: PixelSize(width: width, height: height), bytes: bytes)
    }

    private static func likeness(_ pixels: PixelBuffer) throws -> Likeness {
        try #require(pixels.likeness(at: Placement(of: pixels.size, in: pixels.size, fit: .stretch)))
    }

    @Test func aPictureHasTheBitsOfThePrototype() throws {
        let known: [(UInt64, UInt64)] = [
            (0x55AA_55AA_544A_D6A8, 0x0152_96AD_AA2A_AB52), (0x54AA_54AA_D65B_56A8, 0x00AA_AAAA_AAAA_AB5A),
            (0x55AA_54AA_544B_56A8, 0x00AA_AAAA_AAAA_AB5A), (0xB66B_AE2B_AE5B_56A8, 0x00D6_EAB1_5B89_255A),
            (0x55AA_54AA_545B_D6A8, 0x00AA_AAAA_AAAA_AB52), (0x55AA_55AA_545B_D6A8, 0x01AA_AAAA_AAAA_AB52),
            (0x56AA_564B_B653_D6A8, 0x00AA_AAA2_AAAA_AB52), (0xAEAB_9657_B6AB_56A4, 0x00CA_F6B5_5355_552A),
            (0x96AA_565B_AEAB_56A4, 0x00AA_AAA2_AA4A_D52A), (0x96AB_B657_96AB_56A4, 0x00AA_D5B5_5751_54AA),
        ]
        let found = try Self.likeness(Self.picture(240, 180)).views
        #expect(found.map(\.coarse) == known.map(\.0))
        #expect(found.map(\.fine) == known.map(\.1))
    }

    @Test func anotherSizeIsNearlyTheSame() throws {
        let (small, large) = (try Self.likeness(Self.picture(240, 180)), try Self.likeness(Self.picture(480, 360)))
        #expect(small.whole.distance(to: large.whole) <= 4)
    }

    @Test func whatIsLetterboxedIsFoundInItsFrame() throws {
        let picture = Self.picture(240, 180)
        let placement = Placement(of: picture.size, in: PixelSize(width: 240, height: 240), fit: .letterbox)
        #expect(placement.top == 30)
        let grey = [UInt8](repeating: 114, count: 240 * 30 * 3)
        let boxed = PixelBuffer(size: placement.input, bytes: grey + picture.bytes + grey)
        #expect(boxed.likeness(at: placement) == (try Self.likeness(picture)))
        // A crop does not show all of it.
        let square = Placement(of: picture.size, in: PixelSize(width: 90, height: 90), fit: .crop)
        #expect(picture.likeness(at: square) == nil)
    }

    @Test func aMirroredPictureHasTheTurnedBits() throws {
        let plain = try Self.likeness(Self.picture(240, 180))
        let mirrored = try Self.likeness(Self.picture(240, 180) { (239 - $0, $1) })
        let around = try Self.likeness(Self.picture(240, 180) { (239 - $0, 179 - $1) })
        #expect(plain.whole.turned(.mirrored) == mirrored.whole)
        #expect(plain.whole.turned(.turnedAround) == around.whole)
        #expect(plain.whole.distance(to: mirrored.whole) > 40)
    }

    @Test func aBlankPictureHasNoBit() throws {
        let blank = PixelBuffer(size: PixelSize(width: 50, height: 31), filledWith: 77)
        #expect(try Self.likeness(blank).views.allSatisfy { $0.coarse == 0 && $0.fine == 0 })
    }
}
