import Findings
import Testing

@testable import Imaging

@Suite struct BicubicResamplerTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let source: PixelSize
        let target: PixelSize
        let checksum: UInt32
        var testDescription: String { "\(source.width)x\(source.height) to \(target.width)x\(target.height)" }

        init(_ width: Int, _ height: Int, _ targetWidth: Int, _ targetHeight: Int, _ checksum: UInt32) {
            source = PixelSize(width: width, height: height)
            target = PixelSize(width: targetWidth, height: targetHeight)
            self.checksum = checksum
        }
    }

    /// CRC-32s of the BICUBIC of Pillow 12.0.0 of `PlainResampling.picture`; 9.5.0 and 11.0.0 have the same.
    ///
    /// Pillow 13.0.0 reduces the rows first where a picture loses much more of its height than of its width, and differs
    /// then: models of today were trained with the older order.
    static let vectors = [
        Vector(1, 1, 1, 1, 0x3FEC_0201),
        Vector(1, 1, 7, 5, 0x3273_B0E2),
        Vector(1, 37, 3, 5, 0x5021_56BF),
        Vector(37, 1, 5, 3, 0x3089_2C51),
        Vector(2, 3, 9, 8, 0x8575_0535),
        Vector(5, 4, 5, 4, 0xEB3F_12C3),
        Vector(64, 48, 64, 48, 0x6A36_6FEA),
        Vector(33, 21, 7, 5, 0x21DC_5495),
        Vector(33, 21, 100, 75, 0xE2DB_295C),
        Vector(97, 203, 1, 1, 0x5B6B_248B),
        Vector(97, 203, 224, 17, 0xA7F6_D9AE),
        Vector(160, 120, 56, 56, 0x08C5_B480),
        Vector(161, 119, 55, 57, 0x331E_A6AD),
        Vector(1000, 7, 13, 150, 0x0EF7_ECC5),
        Vector(1313, 20, 112, 30, 0x92FF_B04F),
        Vector(50, 40, 131, 99, 0x0F70_7812),
    ]

    @Test(arguments: vectors) func theBytesArePillows(vector: Vector) {
        let source = PlainResampling.picture(vector.source.width, vector.source.height)
        let result = source.input(vector.target, fit: .stretch, resampling: .smooth).0
        #expect(result.size == vector.target)
        #expect(crc32(result.bytes) == vector.checksum)
    }

    /// Around whole vectors of pixels, and where a filter covers one pixel or all.
    @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100], [1, 2, 3, 5, 6, 8, 11, 16, 23, 64])
    func anySizeIsThatOfPlainLoops(source: Int, target: Int) {
        let size = PixelSize(width: target, height: 17 - target / 4)
        let picture = PlainResampling.picture(source, 101 - source)
        #expect(
            picture.input(size, fit: .stretch, resampling: .smooth).0 == PlainResampling.bicubic(picture, to: size))
    }

    @Test(arguments: [(90, 40), (40, 90), (41, 41), (7, 200)]) func aCropIsThatPartOfTheWhole(width: Int, height: Int) {
        let picture = PlainResampling.picture(width, height)
        let (crop, placement) = picture.input(PixelSize(width: 24, height: 24), fit: .crop, resampling: .smooth)
        let whole = PlainResampling.bicubic(picture, to: placement.scaled)
        #expect(
            crop == whole.cut(PixelRect(left: -placement.left, top: -placement.top, width: 24, height: 24)))
    }

    private func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}
