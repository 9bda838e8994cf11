import Findings
import Testing

@testable import TextLayout

@Suite("Paragraphs")
struct ParagraphsTests {
    @Test("a gap, an indent and larger letters begin a paragraph")
    func breaks() {
        var page = Page()
        page.write("The quick brown fox jumps over the lazy dog and runs", x: 100, y: 100)
        page.write("on to the river.", x: 100, y: 130)
        page.write("Next day the fox came back and looked for the dog in", x: 140, y: 160)
        page.write("the yard behind the house where it used to sleep all", x: 100, y: 190)
        page.write("After a gap another text begins here with its words.", x: 100, y: 270)
        #expect(page.layout.paragraphs.map(\.lines.count) == [2, 2, 1])
    }

    @Test("columns are read one after the other, below a heading over both")
    func columns() {
        var page = Page()
        page.write("A heading over both of the columns of this page here", x: 120, y: 40)
        for row in 0..<4 {
            page.write("left column line number \(row) goes", x: 40, y: 120 + Double(row) * 30)
            page.write("right column line number \(row) ends", x: 480, y: 127 + Double(row) * 30)
        }
        let texts = page.layout.paragraphs.map(\.text)
        #expect(texts.count == 3)
        #expect(texts[0].hasPrefix("A heading") && texts[1].hasPrefix("left column line number 0"))
        #expect(texts[1].hasSuffix("number 3 goes") && texts[2].hasPrefix("right column line number 0"))
    }

    @Test("an engine's line over two columns is parted")
    func merged() {
        var page = Page()
        for row in 0..<4 {
            page.write("left column line number \(row) goes on", x: 40, y: 120 + Double(row) * 30)
            let right = Page.merged(&page, "right column line number \(row) ends up", x: 480)
            #expect(right)
        }
        #expect(page.layout.paragraphs.count == 2)
    }

    @Test("a word that a hyphen parts is whole again")
    func hyphen() {
        #expect(
            Paragraphs.joined(["a para-", "graph of the Baden-", "Baden sort"])
                == "a paragraph of the Baden- Baden sort")
    }

    @Test("no lines, no layout; a line without words is cut at its spaces")
    func lines() {
        let empty = LayoutReader().layout(of: [], pixels: nil, size: PixelSize(width: 10, height: 10))
        #expect(empty == TextLayout())
        let line = TextLine(
            text: "call info@example.org", confidence: 1,
            corners: Quadrilateral(Box(x: 0, y: 0, width: 210, height: 20)))
        let layout = LayoutReader().layout(of: [line], pixels: nil, size: PixelSize(width: 300, height: 100))
        #expect(layout.paragraphs.map(\.text) == ["call info@example.org"])
        #expect(layout.data.first.map { $0.corners.bounds.x } == 50)
    }
}

extension Page {
    /// Writes on and joins what was written to the line before, as an engine does that sees no columns.
    static func merged(_ page: inout Page, _ text: String, x: Double) -> Bool {
        guard let y = page.lines.last?.corners.topLeft.y else { return false }
        page.write(text, x: x, y: y)
        guard let last = page.lines.popLast() else { return false }
        page.lines[page.lines.count - 1].words += last.words
        page.lines[page.lines.count - 1].text += " " + last.text
        return true
    }
}
