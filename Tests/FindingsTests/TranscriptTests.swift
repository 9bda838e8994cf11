import Findings
import Foundation
import Testing

@Suite struct TranscriptTests {
    /// A line of 20 pixels' height that lies turned by an angle in degrees about the origin.
    private func line(_ text: String, _ x: Double, _ y: Double, paragraph: Int? = 0, turn: Double = 0) -> TextLine {
        let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
        let box = Box(x: x, y: y, width: Double(text.count) * 10, height: 20)
        let corners = Quadrilateral(box).mapped {
            Point(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine)
        }
        return TextLine(text: text, confidence: 1, corners: corners, paragraph: paragraph)
    }

    @Test("a line each, an empty one between paragraphs", arguments: [0.0, 5, 90, 180])
    func lines(turn: Double) {
        let lines = [
            line("one", 0, 0, turn: turn), line("two", 0, 30, turn: turn),
            line("three", 0, 60, paragraph: 1, turn: turn),
        ]
        #expect(lines.transcript == "one\ntwo\n\nthree")
    }

    @Test("cells of a row are parted by tabs, parts of a line by a space", arguments: [0.0, 5, 90, 180])
    func rows(turn: Double) {
        let lines = [
            line("Milk", 0, 0, turn: turn), line("1,50", 200, 4, turn: turn), line("Bread", 0, 30, turn: turn),
            line("and butter", 60, 30, turn: turn),
        ]
        #expect(lines.transcript == "Milk\t1,50\nBread and butter")
    }

    @Test("without numbers of paragraphs there are none; without lines there is no text")
    func plain() {
        let lines = [line("one", 0, 0, paragraph: nil), line("two", 0, 90, paragraph: nil)]
        #expect(lines.transcript == "one\ntwo")
        let none = DetectorResult(detector: "words", task: .text, found: .texts([]))
        #expect(none.transcript == nil)
        #expect(DetectorResult(detector: "words", task: .text, found: .texts(lines)).transcript == "one\ntwo")
        #expect(DetectorResult(detector: "codes", task: .barcodes, found: .codes([])).transcript == nil)
    }
}
