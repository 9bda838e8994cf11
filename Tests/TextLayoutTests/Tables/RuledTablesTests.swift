import Findings
import Testing

@testable import TextLayout

@Suite("Tables with printed lines")
struct RuledTablesTests {
    static func page(turn: Double) -> Page {
        var page = Page(turn: turn)
        for y in stride(from: 100.0, through: 300, by: 50) where y != 150 { page.rule((100, y), (700, y)) }
        page.rule((300, 150), (700, 150))
        for x in [100.0, 300, 700] { page.rule((x, 100), (x, 300)) }
        page.rule((500, 150), (500, 300))
        page.write("Region", x: 120, y: 139)
        page.write("Year 2025", x: 440, y: 114)
        page.write("First", x: 320, y: 164)
        page.write("Second", x: 520, y: 164)
        page.write("North", x: 120, y: 214)
        page.write("1,234", x: 320, y: 214)
        page.write("5,678", x: 520, y: 214)
        page.write("South", x: 120, y: 264)
        page.write("77", x: 520, y: 264)
        page.write("A line of text below the table.", x: 100, y: 360)
        return page
    }

    @Test("cells, spans and places, level and turned", arguments: [0.0, 1.5, -3, 4, -4])
    func spans(turn: Double) throws {
        let layout = Self.page(turn: turn).layout
        let table = try #require(layout.tables.first)
        #expect(layout.tables.count == 1 && table.isRuled && table.rows == 4 && table.columns == 3)
        #expect(
            table.texts == [
                "0,0 2x1 Region", "0,1 1x2 Year 2025", "1,1 1x1 First", "1,2 1x1 Second", "2,0 1x1 North",
                "2,1 1x1 1,234", "2,2 1x1 5,678", "3,0 1x1 South", "3,2 1x1 77",
            ])
        #expect(table.cells.count == 10)
        #expect(layout.paragraphs.map(\.text) == ["A line of text below the table."])
    }

    @Test("the corners of a cell lie on its lines in the photo")
    func corners() throws {
        let cell = try #require(Self.page(turn: 0).layout.tables.first?.cells.first { $0.text == "North" })
        let box = cell.corners.bounds
        #expect(abs(box.x - 100) < 3 && abs(box.y - 200) < 3 && abs(box.right - 300) < 3 && abs(box.bottom - 250) < 3)
    }

    @Test("a frame with a header and columns alone has as many rows as its columns have lines")
    func halfRuled() throws {
        var page = Page()
        for y in [100.0, 150, 330] { page.rule((100, y), (700, y)) }
        for x in [100.0, 400, 700] { page.rule((x, 100), (x, 330)) }
        page.write("Article", x: 120, y: 114)
        page.write("Price", x: 420, y: 114)
        for row in 0..<4 {
            page.write("Item \(row)", x: 120, y: 164 + Double(row) * 42)
            page.write("\(row).50", x: 420, y: 164 + Double(row) * 42)
        }
        let table = try #require(page.layout.tables.first)
        #expect(table.rows == 5)
        #expect(table.cells.first { $0.row == 3 && $0.column == 1 }?.text == "2.50")
    }

    @Test("cells of several lines stay cells")
    func severalLines() throws {
        var page = Page()
        for y in [100.0, 200, 260] { page.rule((100, y), (700, y)) }
        for x in [100.0, 400, 700] { page.rule((x, 100), (x, 260)) }
        page.write("Order cushions", x: 120, y: 108)
        page.write("before summer", x: 120, y: 138)
        page.write("or later", x: 120, y: 168)
        page.write("Anna", x: 420, y: 108)
        page.write("Roof", x: 120, y: 218)
        page.write("John", x: 420, y: 218)
        let table = try #require(page.layout.tables.first)
        #expect(table.rows == 2)
        #expect(table.cells.first?.text == "Order cushions\nbefore summer\nor later")
    }

    @Test("an open frame has its outer columns")
    func open() throws {
        var page = Page()
        for y in [150.0, 200] { page.rule((100, y), (700, y)) }
        for x in [300.0, 500] { page.rule((x, 100), (x, 250)) }
        for row in 0..<3 {
            for column in 0..<3 {
                page.write("c\(row)\(column)x", x: 120 + Double(column) * 200, y: 114 + Double(row) * 50)
            }
        }
        let table = try #require(page.layout.tables.first)
        #expect(table.isRuled && table.rows == 3 && table.columns == 3)
        #expect(table.cells.map(\.text) == (0..<9).map { "c\($0 / 3)\($0 % 3)x" })
    }

    @Test("a frame around text is no table, nor is an underlined heading")
    func noTable() {
        var page = Page()
        for y in [100.0, 300] { page.rule((100, y), (700, y)) }
        for x in [100.0, 700] { page.rule((x, 100), (x, 300)) }
        page.write("Opening hours in May", x: 120, y: 150)
        page.write("We are closed on Monday.", x: 120, y: 180)
        page.rule((120, 205), (500, 205))
        #expect(page.layout.tables.isEmpty)
        #expect(page.layout.paragraphs.first?.text == "Opening hours in May We are closed on Monday.")
    }
}
