import Findings
import Testing

@testable import Imaging

/// Expectations from OpenCV 5.0.0, `cv2.resize(..., interpolation=cv2.INTER_LINEAR)`, of `source`.
@Suite struct ResamplerTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let size: PixelSize
        let bytes: [UInt8]
        var testDescription: String { "\(size.width)x\(size.height)" }

        init(_ width: Int, _ height: Int, _ bytes: [UInt8]) {
            size = PixelSize(width: width, height: height)
            self.bytes = bytes
        }
    }

    /// Rough on purpose: neighbours differ by much.
    static let source = PixelBuffer(
        size: PixelSize(width: 8, height: 6), bytes: (0..<144).map { UInt8(truncatingIfNeeded: $0 * 37 + $0 * $0 * 11) }
    )

    static let vectors = [
        Vector(
            5, 4,
            [
                61, 75, 150, 89, 74, 210, 210, 109, 158, 217, 94, 165, 202, 184, 54, 148, 109, 150, 22, 223, 191, 162,
                181, 62, 188, 89, 184, 154, 160, 189, 100, 98, 240, 179, 148, 165, 146, 157, 62, 172, 116, 63, 36, 123,
                176, 109, 131, 105, 131, 124, 146, 194, 133, 158, 144, 92, 63, 122, 176, 118,
            ]),
        Vector(
            4, 3,
            [
                81, 106, 153, 113, 142, 193, 233, 74, 129, 185, 158, 89, 113, 106, 185, 145, 206, 97, 137, 138, 97, 89,
                158, 185, 145, 106, 153, 177, 142, 129, 169, 74, 129, 121, 158, 153,
            ]),
        Vector(
            3, 7,
            [
                175, 65, 190, 218, 113, 158, 153, 96, 19, 83, 153, 122, 193, 100, 158, 195, 151, 119, 64, 166, 104, 165,
                169, 76, 186, 156, 147, 95, 110, 168, 138, 201, 30, 95, 184, 189, 125, 53, 232, 156, 141, 76, 80, 214,
                232, 144, 67, 205, 211, 73, 158, 171, 182, 205, 185, 155, 104, 186, 161, 158, 79, 102, 104,
            ]),
        Vector(8, 6, source.bytes),
        Vector(1, 1, [138, 201, 30]),
    ]

    @Test(arguments: vectors) func theReferenceIsOpenCVs(vector: Vector) {
        let result = resample(Self.source, to: vector.size)
        #expect(result.size == vector.size)
        for (value, expected) in zip(result.bytes, vector.bytes) { #expect(abs(Int(value) - Int(expected)) <= 1) }
    }

    @Test func aPartIsTheSameAsThatPartOfTheWhole() {
        let whole = resample(Self.source, to: PixelSize(width: 20, height: 15))
        let part = Resampler.resample(
            Self.source, columns: ResamplingAxis(targets: 3..<17, ratio: 8 / 20.0, limit: 8),
            rows: ResamplingAxis(targets: 5..<15, ratio: 6 / 15.0, limit: 6))
        #expect(part == whole.cut(PixelRect(left: 3, top: 5, width: 14, height: 10)))
    }

    private func resample(_ source: PixelBuffer, to size: PixelSize) -> PixelBuffer {
        Resampler.resample(
            source,
            columns: ResamplingAxis(
                targets: 0..<size.width, ratio: Double(source.size.width) / Double(size.width), limit: source.size.width
            ),
            rows: ResamplingAxis(
                targets: 0..<size.height, ratio: Double(source.size.height) / Double(size.height),
                limit: source.size.height))
    }
}
