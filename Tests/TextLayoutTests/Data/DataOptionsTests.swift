import Findings
import Testing

@testable import TextLayout

@Suite("Options of data")
struct DataOptionsTests {
    private func values(_ text: String, _ options: DataOptions) -> [String] {
        DataDetector(options: options).matches(in: text).map(\.value)
    }

    @Test("the month is first where the region or the setting says so")
    func order() {
        #expect(values("03/09/2026", DataOptions()) == ["2026-09-03"])
        #expect(values("03/09/2026", DataOptions(region: "us")) == ["2026-03-09"])
        #expect(values("03/09/2026", DataOptions(region: "US", dateOrder: .dayFirst)) == ["2026-09-03"])
        #expect(values("03.09.2026", DataOptions(dateOrder: .monthFirst)) == ["2026-09-03"])
    }

    @Test("a dollar is that of the region")
    func dollar() {
        #expect(values("$5", DataOptions(region: "CA")) == ["CAD 5.00"])
        #expect(values("249 kr", DataOptions()).isEmpty)
    }

    @Test("a match has its words' corners and their confidence")
    func corners() throws {
        let words = ["Write", "to", "info@example.org"].enumerated().map { index, text in
            TextWord(
                text: text, confidence: 0.5,
                corners: Quadrilateral(Box(x: Double(index) * 100, y: 10, width: 90, height: 20)))
        }
        let line = TextLine(
            text: "Write to info@example.org", confidence: 1,
            corners: Quadrilateral(Box(x: 0, y: 10, width: 290, height: 20)), words: words)
        let piece = TextPiece(words: PlacedWord.all(of: [line], on: Slant(angle: 0)))
        let datum = try #require(DataDetector().data(in: [piece]).first)
        #expect(datum.kind == .email && datum.text == "info@example.org")
        #expect(datum.corners == words[2].corners)
        #expect(abs(datum.confidence - 0.49) < 1e-9)
    }
}
