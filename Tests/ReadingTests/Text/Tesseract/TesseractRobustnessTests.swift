import Findings
import Reading
import Testing

@Suite struct TesseractRobustnessTests {
    @Test(arguments: [
        PixelSize(width: 1, height: 1), PixelSize(width: 8, height: 8), PixelSize(width: 20_000, height: 8),
        PixelSize(width: 8, height: 40_000), PixelSize(width: 9, height: 3_000), PixelSize(width: 300, height: 300),
    ])
    func picturesOfAnyShapeAreSurvived(size: PixelSize) throws {
        let reader = try TesseractReader()
        for picture in [
            TextPicture(size: size) { _, _ in 0 }, TextPicture(size: size) { _, _ in 255 },
            TextPicture(size: size) { x, y in UInt8(truncatingIfNeeded: (x &* 7 &+ y &* 13) ^ (x &* y)) },
        ] {
            let page = try picture.read(by: reader)
            #expect(page.lines.flatMap(\.corners.corners).allSatisfy { $0.x.isFinite && $0.y.isFinite })
        }
    }

    @Test(arguments: [
        PixelSize(width: 10, height: 11), PixelSize(width: 0, height: 10), PixelSize(width: -10, height: -10),
        PixelSize(width: .max, height: 2), PixelSize(width: 100_000, height: 100_000),
    ])
    func aSizeThatThePixelsDoNotHaveIsRefused(size: PixelSize) throws {
        let reader = try TesseractReader(settings: TesseractSettings(level: .fast))
        let bytes = [UInt8](repeating: 0, count: 300)
        let error = #expect(throws: ReadingError.self) {
            try bytes.withUnsafeBytes { try reader.lines(in: $0, size: size) }
        }
        #expect(error?.code == .picture)
        #expect(error?.fault == .quiver)
    }
}
