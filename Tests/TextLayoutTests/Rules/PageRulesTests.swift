import Findings
import Testing

@testable import TextLayout

@Suite("Printed lines")
struct PageRulesTests {
    @Test("lines, their ends and the page's turn", arguments: [0.0, 1, -2.5, 4])
    func lines(turn: Double) throws {
        let page = RuledTablesTests.page(turn: turn)
        let rules = page.pixels.withUnsafeBytes { PageRules(pixels: $0, size: page.size, textHeight: 22) }
        #expect(rules.horizontal.count == 5 && rules.vertical.count == 4)
        #expect(abs(try #require(rules.angle) * 180 / .pi - turn) < 0.15)
        let longest = try #require(rules.horizontal.map(\.length).max())
        #expect(abs(longest - 600) < 6)
    }

    @Test("painting over leaves no line behind and letters beside it alone")
    func erase() {
        var page = RuledTablesTests.page(turn: 2)
        var pixels = page.pixels
        let rules = pixels.withUnsafeBytes { PageRules(pixels: $0, size: page.size, textHeight: 22) }
        pixels.withUnsafeMutableBytes { rules.erase(from: $0, size: page.size) }
        #expect(pixels.filter { $0 < 200 }.isEmpty)
        page.rule((50, 50), (50, 60))
        var spot = page.pixels
        let before = spot.prefix(70 * page.size.width * 3).filter { $0 < 200 }.count
        spot.withUnsafeMutableBytes { rules.erase(from: $0, size: page.size) }
        #expect(before > 0 && spot.prefix(70 * page.size.width * 3).filter { $0 < 200 }.count == before)
    }

    @Test("a buffer that is too small, and sizes that overflow, have no lines")
    func tooSmall() {
        let bytes = [UInt8](repeating: 0, count: 100)
        let notANumber = bytes.withUnsafeBytes {
            PageRules(pixels: $0, size: PixelSize(width: 6, height: 5), textHeight: .nan)
        }
        #expect(notANumber.horizontal.isEmpty)
        for size in [
            PixelSize(width: 10, height: 10), PixelSize(width: .max, height: 3), PixelSize(width: -1, height: 5),
        ] {
            let rules = bytes.withUnsafeBytes { PageRules(pixels: $0, size: size) }
            #expect(rules.horizontal.isEmpty && rules.vertical.isEmpty)
        }
    }

    @Test("the edge of a dark area is no line")
    func area() {
        let size = PixelSize(width: 300, height: 300)
        var bytes = [UInt8](repeating: 240, count: 300 * 300 * 3)
        for y in 100..<200 { for x in 50..<250 { for c in 0..<3 { bytes[(y * 300 + x) * 3 + c] = 60 } } }
        let rules = bytes.withUnsafeBytes { PageRules(pixels: $0, size: size, textHeight: 20) }
        #expect(rules.horizontal.isEmpty && rules.vertical.isEmpty)
    }
}
