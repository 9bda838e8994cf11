import Findings
import Testing

@testable import TextLayout

@Suite("Columns")
struct ColumnOrderTests {
    private static let filler = "fills its line"

    /// A page of columns with six lines each, 300 pixels apart, each line with its column's and its own number.
    private func page(columns: Int = 2, top: Double = 200, gap: Double = 300, turn: Double = 0) -> Page {
        var page = Page(turn: turn)
        for column in 0..<columns {
            for row in 0..<6 {
                page.write(
                    "c\(column)r\(row) \(Self.filler)", x: 30 + gap * Double(column), y: top + Double(row) * 30)
            }
        }
        return page
    }

    /// The first words of the lines in their order.
    private func order(_ page: Page) -> [String] {
        ordered(page).map { String($0.text.prefix { $0 != " " }) }
    }

    private func ordered(_ page: Page) -> [TextLine] {
        let rules = page.pixels.withUnsafeBytes { PageRules(pixels: $0, size: page.size, textHeight: 22) }
        return LayoutReader().ordered(page.lines, rules: rules, size: page.size)
    }

    /// The words `c0r0` to `c0r5`, `c1r0` to `c1r5`.
    private func expected(_ columns: Int) -> [String] {
        (0..<columns).flatMap { column in (0..<6).map { "c\(column)r\($0)" } }
    }

    @Test("columns are read one after the other, however the engine has their lines", arguments: [2, 3], [0.0, 3, -4])
    func columns(count: Int, turn: Double) {
        var page = page(columns: count, turn: turn)
        page.lines.sort { $0.corners.topLeft.y < $1.corners.topLeft.y }
        #expect(order(page) == expected(count))
        page.lines.reverse()
        #expect(order(page) == expected(count))
    }

    @Test("a page that lies turned by quarters is read as upright", arguments: 0..<4)
    func quarters(count: Int) {
        var page = page()
        page.lines.sort { $0.corners.topLeft.y < $1.corners.topLeft.y }
        let slant = Slant(angle: Double(count) * .pi / 2, origin: Point(x: 450, y: 350))
        page.lines = page.lines.map { $0.mapped(slant.photo) }
        #expect(order(page) == expected(2))
    }

    @Test("what stands over and under all columns is read before and after them")
    func bands() {
        var page = page(columns: 3)
        page.write("Chapter", x: 30, y: 20)
        page.write("17", x: 850, y: 20)
        page.write("A headline that reaches over two of them", x: 30, y: 120)
        page.write("footer", x: 400, y: 600)
        page.lines.reverse()
        #expect(order(page) == ["Chapter", "17", "A"] + expected(3) + ["footer"])
        let roles = page.layout.paragraphs.map(\.role)
        #expect(roles.first == .header && roles.last == .footer)
        #expect(roles.count { $0 == nil } == 4)
    }

    @Test("in more words than any page has no columns are looked for")
    func flood() throws {
        var page = page()
        let plain = try #require(LevelPage(of: page.lines, rules: PageRules(), size: page.size))
        #expect(PageParts(plain) != nil)
        for index in page.lines.indices {
            page.lines[index].words = Array(repeating: page.lines[index].words, count: 500).flatMap { $0 }
        }
        let flooded = try #require(LevelPage(of: page.lines, rules: PageRules(), size: page.size))
        #expect(flooded.words.count > TableFinder.mostWords && PageParts(flooded) == nil)
    }

    @Test("a line over all columns parts them into those above and those below")
    func stacked() {
        var page = page(top: 60)
        page.write("middle heading over both of the columns of this page", x: 60, y: 270)
        for column in 0..<2 {
            for row in 0..<6 {
                page.write(
                    "d\(column)r\(row) \(Self.filler)", x: 30 + 300 * Double(column), y: 330 + Double(row) * 30)
            }
        }
        let below = expected(2).map { "d" + $0.dropFirst() }
        #expect(order(page) == expected(2) + ["middle"] + below)
    }

    @Test("a line that was read across a narrow gutter is parted there, with boxes and words of its own")
    func merged() throws {
        var page = Page()
        for row in 0..<8 {
            let y = 100 + Double(row) * 30
            page.write("left\(row) \(Self.filler)", x: 40, y: y)
            let end = try #require(page.lines.last?.corners.topRight.x)
            #expect(Page.merged(&page, "right\(row) \(Self.filler)", x: end + 18))
        }
        let lines = ordered(page)
        #expect(
            lines.map { String($0.text.prefix { $0 != " " }) }
                == (0..<8).map { "left\($0)" } + (0..<8).map { "right\($0)" })
        #expect(lines.allSatisfy { $0.words.count == 4 && $0.confidence > 0.89 && $0.confidence < 0.91 })
        #expect(Set(lines.map(\.block)) == [0, 1])
        let bounds = try #require(lines.last).corners.bounds
        #expect(bounds.x > 240 && bounds.right < 500)
    }

    @Test("wide spaces of one column are none, also where an engine has parts of a line by themselves")
    func spaces() {
        var page = Page()
        let beginnings = [
            "the beginning of line", "a start of one row", "so begins another one", "each word elsewhere",
        ]
        for row in 0..<8 {
            let y = 100 + Double(row) * 30
            page.write("\(beginnings[row % 4]) \(row)", x: 40, y: y, spacing: Double(12 + row % 3 * 4))
            let end = (page.lines.last?.corners.topRight.x ?? 0) + 16
            page.write("and its end", x: end, y: y)
            page.write("the other column has this one \(row)", x: 480, y: y)
        }
        let texts = ordered(page).map(\.text)
        #expect(texts.prefix(2) == ["the beginning of line 0 and its end", "a start of one row 1 and its end"])
        #expect(texts.count == 16)
    }

    @Test("a table in one column is a table, and the text beside it none")
    func table() {
        var page = Page()
        for row in 0..<12 {
            page.write("long text \(row) in the left column here", x: 20, y: 60 + Double(row) * 30)
        }
        for row in 0..<3 { page.write("above it in the right column \(row)", x: 470, y: 60 + Double(row) * 30) }
        for (row, name) in ["Tin", "Coal", "Wool", "Salt"].enumerated() {
            page.write(name, x: 470, y: 170 + Double(row) * 30)
            page.write("\(row)120", x: 640, y: 170 + Double(row) * 30)
            page.write("\(row)340", x: 780, y: 170 + Double(row) * 30)
        }
        for row in 0..<4 { page.write("below it in the right column \(row)", x: 470, y: 310 + Double(row) * 30) }
        let layout = page.layout
        #expect(layout.tables.map(\.rows) == [4] && layout.tables.map(\.columns) == [3])
        #expect(layout.order.count == layout.paragraphs.count + 1)
        #expect(layout.order.firstIndex(of: .table(0)) == layout.order.count - 2)
        let texts = ordered(page).map(\.text)
        #expect(texts[15..<18] == ["Tin", "0120", "0340"])
    }

    @Test("a narrow column beside wider ones is a sidebar")
    func sidebar() {
        var page = Page()
        for row in 0..<10 {
            page.write("the running text \(row) is so much wider than that", x: 20, y: 60 + Double(row) * 30)
        }
        for row in 0..<5 { page.write("aside it is \(row)", x: 640, y: 60 + Double(row) * 30) }
        #expect(page.layout.paragraphs.map(\.role) == [nil, .sidebar])
    }

    @Test("without columns of running text lines keep their places and get numbers")
    func receipt() {
        var page = Page()
        for (row, name) in ["Milk", "Bread", "Butter", "Sum"].enumerated() {
            page.write(name, x: 40, y: 60 + Double(row) * 30)
            page.write("\(row),50", x: 400, y: 60 + Double(row) * 30)
        }
        let lines = ordered(page)
        #expect(lines.map(\.text) == page.lines.map(\.text))
        #expect(lines.allSatisfy { $0.block == 0 && $0.paragraph == 0 })
        var numbered = page
        for index in numbered.lines.indices { numbered.lines[index].block = 7 }
        #expect(ordered(numbered) == numbered.lines)
    }
}
