import Findings
import Testing

@testable import TextLayout

@Suite("Lists")
struct ListFinderTests {
    private func page(_ lines: [(String, Double)]) -> Page {
        var page = Page()
        for (index, line) in lines.enumerated() { page.write(line.0, x: line.1, y: 100 + Double(index) * 30) }
        return page
    }

    @Test("bullets with a second line, and a deeper level")
    func bullets() throws {
        let layout = page([
            ("What to bring on the day of the walk:", 100), ("• warm clothes and good shoes for", 100),
            ("the whole day", 119), ("• food", 100), ("– bread", 140), ("– fruit", 140), ("• water", 100),
        ]).layout
        let list = try #require(layout.lists.first)
        #expect(layout.lists.count == 1 && !list.isNumbered)
        #expect(
            list.items.map(\.text) == [
                "warm clothes and good shoes for the whole day", "food", "bread", "fruit", "water",
            ])
        #expect(list.items.map(\.level) == [0, 0, 1, 1, 0])
        #expect(layout.paragraphs.map(\.text) == ["What to bring on the day of the walk:"])
    }

    @Test("numbers that count on", arguments: [["1.", "2.", "3."], ["a)", "b)", "c)"], ["(4)", "(5)", "(6)"]])
    func numbers(markers: [String]) throws {
        let list = try #require(page(markers.map { ("\($0) Stir well", 100) }).layout.lists.first)
        #expect(list.isNumbered && list.items.map(\.marker) == markers)
        #expect(list.items.allSatisfy { $0.text == "Stir well" })
    }

    @Test(
        "what only looks like a marker is none",
        arguments: [["3. Oktober war ein Tag", "ohne Regen"], ["7. first", "5. second"], ["- alone"]])
    func none(lines: [String]) {
        #expect(page(lines.map { ($0, 100) }).layout.lists.isEmpty)
    }
}
