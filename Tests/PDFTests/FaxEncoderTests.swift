import Findings
import Foundation
import Testing

@testable import PDF

@Suite("Black and white pictures as fax machines pack them")
struct FaxEncoderTests {
    @Test(
        "The code words are those of T.4: none begins another, and there are as many as the tables have",
        arguments: [
            FaxEncoder.white + FaxEncoder.whiteMakeUp + FaxEncoder.longRuns,
            FaxEncoder.black + FaxEncoder.blackMakeUp + FaxEncoder.longRuns,
        ])
    func codesAreAPrefixCode(codes: [String]) {
        #expect(codes.count == 64 + 27 + 13)
        for (place, code) in codes.enumerated() {
            #expect(!codes.enumerated().contains { $0 != place && $1.hasPrefix(code) }, "\(code) begins another")
        }
    }

    @Test("A white row above a white row is one bit")
    func whiteRows() {
        let bytes = FaxEncoder.encode([UInt8](repeating: 255, count: 16), size: PixelSize(width: 8, height: 2))
        // Two rows of V0, then the end: 1 1 000000000001 000000000001.
        #expect(bytes == [0b1100_0000, 0b0000_0100, 0b0000_0000, 0b0100_0000])
    }

    @Test(
        "What is packed comes back as it was", .enabled(if: Tool.isThere("mutool")),
        arguments: [
            (1, 1, 0.5), (7, 3, 0.5), (64, 9, 0.02), (200, 40, 0.5), (3000, 6, 0.001), (6000, 4, 0.0005),
            (2561, 12, 0.1), (600, 300, 0.01),
        ])
    func roundTrip(width: Int, height: Int, density: Double) throws {
        var chance = Chance(seed: UInt64(width * 31 + height))
        var grey: [UInt8] = []
        for _ in 0..<height {
            var isBlack = chance.next() < 0.5
            for _ in 0..<width {
                if chance.next() < density { isBlack.toggle() }
                grey.append(isBlack ? 0 : 255)
            }
        }
        let size = PixelSize(width: width, height: height)
        let file = try Documents.write([PDFPage(picture: PDFPicture(blackAndWhite: grey, size: size), resolution: 72)])
        defer { Documents.remove(file) }
        // mutool draws 72 points an inch as one pixel each, without smoothing.
        let options = ["-q", "-A", "0", "-c", "gray", "-r", "72", "-F", "pgm", "-o", "-"]
        let drawn = try Tool.run("mutool", ["draw"] + options + [file.path])
        let pixels = drawn.suffix(width * height)
        let wrong = zip(pixels, grey).count { ($0 < 128) != ($1 < 128) }
        #expect(pixels.count == grey.count)
        #expect(wrong == 0)
    }
}
