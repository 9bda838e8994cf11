import Findings
import Testing

@testable import TextLayout

@Suite("Tables that gaps make")
struct UnruledTablesTests {
    static let rows = [
        ("Bread", "1", "2.40"), ("Orange juice", "12", "13.20"), ("Tea", "", "0.99"), ("Ground coffee", "2", "8.00"),
    ]

    static func page(turn: Double) -> Page {
        var page = Page(turn: turn)
        page.write("Thank you for your visit to our little shop in town today", x: 100, y: 100)
        for (index, row) in rows.enumerated() {
            let y = 180 + Double(index) * 34
            page.write(row.0, x: 100, y: y)
            if !row.1.isEmpty { page.write(row.1, x: 400 - Double(row.1.count) * 11, y: y) }
            page.write(row.2, x: 600 - Double(row.2.count) * 11, y: y)
        }
        return page
    }

    @Test("columns by their edges, an empty place, turned or not", arguments: [0.0, 3, -3])
    func columns(turn: Double) throws {
        let layout = Self.page(turn: turn).layout
        let table = try #require(layout.tables.first)
        #expect(layout.tables.count == 1 && !table.isRuled && table.rows == 4 && table.columns == 3)
        #expect(table.cells.map(\.text) == Self.rows.flatMap { [$0.0, $0.1, $0.2] })
        #expect(layout.paragraphs.count == 1)
    }

    @Test("a header over two columns spans them")
    func header() throws {
        var page = Page()
        page.write("Year 2025", x: 345, y: 100)
        for row in 0..<4 {
            page.write(row == 0 ? "Region" : "North\(row)", x: 100, y: 140 + Double(row) * 40)
            page.write(row == 0 ? "First" : "1,23\(row)", x: 300, y: 140 + Double(row) * 40)
            page.write(row == 0 ? "Second" : "4,56\(row)", x: 420, y: 140 + Double(row) * 40)
        }
        let table = try #require(page.layout.tables.first)
        #expect(table.texts.contains("0,1 1x2 Year 2025"))
        #expect(table.rows == 5 && table.columns == 3)
    }

    @Test("two columns of prose are no table")
    func prose() {
        var page = Page()
        for row in 0..<8 {
            page.write("the quick brown fox jumps over it", x: 40, y: 100 + Double(row) * 30)
            page.write("and the lazy dog sleeps all day on", x: 480, y: 100 + Double(row) * 30)
        }
        #expect(page.layout.tables.isEmpty)
        #expect(page.layout.paragraphs.count == 2)
    }

    @Test("words without end or place do not trap", arguments: [Double.nan, .infinity, -1e300, 0])
    func strange(number: Double) {
        var page = Self.page(turn: 0)
        page.lines[0].words[0].corners.topLeft.x = number
        page.lines[1].words[0].corners.bottomRight.y = number
        let layout = page.layout
        #expect(layout.tables.count <= 1)
    }

    @Test("thousands of words in a heap take seconds at most")
    func heap() {
        var page = Page()
        for row in 0..<40 {
            for column in 0..<30 { page.write("ab cd", x: Double(column * 57 + row), y: Double(row * 23 + column)) }
        }
        let clock = ContinuousClock()
        #expect(clock.measure { _ = page.layout } < .seconds(30))
    }
}
