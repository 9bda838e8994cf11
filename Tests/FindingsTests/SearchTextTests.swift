import Findings
import Testing

@Suite("Where what was searched for stands") struct SearchTextTests {
    /// Two words of one width a character, 10 pixels each, that rise by 1 pixel in 10.
    private let line = TextLine(
        text: "Call 5550", confidence: 1, corners: Self.slanted(from: 0, to: 90),
        words: [
            TextWord(text: "Call", confidence: 1, corners: Self.slanted(from: 0, to: 40)),
            TextWord(text: "5550", confidence: 1, corners: Self.slanted(from: 50, to: 90)),
        ])

    private static func slanted(from left: Double, to right: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: Point(x: left, y: 20 - left / 10), topRight: Point(x: right, y: 20 - right / 10),
            bottomRight: Point(x: right, y: 40 - right / 10), bottomLeft: Point(x: left, y: 40 - left / 10))
    }

    /// Where a query stands in the line itself.
    private func places(of query: String, in line: TextLine) throws -> [Quadrilateral] {
        try #require(line.searchTexts.first).places(of: SearchQuery(query))
    }

    private func expect(_ found: [Quadrilateral], _ spans: [(Double, Double)]) {
        #expect(found.count == spans.count)
        for (place, span) in zip(found, spans) {
            for (a, b) in zip(place.corners, Self.slanted(from: span.0, to: span.1).corners) {
                #expect(a.distance(to: b) < 1e-9, "\(place)")
            }
        }
    }

    @Test(arguments: [
        ("Call", 0.0, 40.0), ("ALL", 10, 40), ("5550", 50, 90), ("\"l 5\"", 30, 60), ("\"call 5550\"", 0, 90),
    ])
    func aTextIsFoundWhereItsCharactersAre(query: String, left: Double, right: Double) throws {
        expect(try places(of: query, in: line), [(left, right)])
    }

    @Test func eachWordHasItsOwnPlaceAsOftenAsItStands() throws {
        expect(try places(of: "5550 call", in: line), [(50, 90), (0, 40)])
        expect(try places(of: "5", in: line), [(50, 60), (60, 70), (70, 80)])
    }

    @Test func whatStandsEverywhereHasSoManyPlacesAndNoMore() {
        let width = SearchText.mostPlaces * 3
        let text = SearchText(
            .reading, String(repeating: "a", count: width), confidence: 1, in: Self.slanted(from: 0, to: Double(width)),
            isRow: true)
        #expect(text.places(of: SearchQuery("a")).count == SearchText.mostPlaces)
        #expect(text.places(of: SearchQuery("b a")).count == SearchText.mostPlaces)
    }

    @Test(arguments: ["", "Fall", "\" \"", "5551"])
    func whatDoesNotStandThereIsNotFound(query: String) throws {
        #expect(try places(of: query, in: line).isEmpty)
    }

    @Test func withoutWordsTheLineIsMeasuredOut() throws {
        var bare = line
        bare.words = []
        expect(try places(of: "5550", in: bare), [(50, 90)])
    }

    @Test func wordsThatDoNotSpellTheLineAreNotTrusted() throws {
        var odd = line
        odd.words.removeLast()
        expect(try places(of: "5550", in: odd), [(50, 90)])
    }

    @Test func anotherReadingStandsWhereItsWordsWouldBe() throws {
        var doubtful = line
        doubtful.candidates = [
            TextCandidate(text: "Cell 5SS0", confidence: 0.4), TextCandidate(text: "Call5550", confidence: 0.1),
        ]
        let texts = doubtful.searchTexts
        #expect(texts.map(\.source) == [.reading, .candidate, .candidate])
        #expect(texts.map(\.confidence) == [1, 0.4, 0.1])
        expect(texts[1].places(of: SearchQuery("5SS0")), [(50, 90)])
        // Another number of words: the line alone is known.
        expect(texts[2].places(of: SearchQuery("call5550")), [(0, 90)])
    }

    @Test func dataAreSearchedForAsPrintedAndInOneForm() throws {
        let corners = Self.slanted(from: 0, to: 120)
        let phone = ContentItem(
            kind: .phone, text: "030 / 123-45", value: "+493012345", confidence: 0.9, corners: corners)
        let texts = phone.searchTexts
        #expect(texts.map(\.source) == [.reading, .printed] && texts.map(\.text) == ["+493012345", "030 / 123-45"])
        // The value is nowhere on the paper, so that all of what is printed is its place.
        expect(texts[0].places(of: SearchQuery("4930")), [(0, 120)])
        expect(texts[1].places(of: SearchQuery("030")), [(0, 30)])
    }

    @Test func aTablesCellsAreItsPlaces() throws {
        let cell = { (row: Int, column: Int, text: String, left: Double) in
            TextTable.Cell(row: row, column: column, text: text, corners: Self.slanted(from: left, to: left + 40))
        }
        let table = TextTable(
            confidence: 1, corners: Self.slanted(from: 0, to: 100), isRuled: true, rows: 1, columns: 2,
            cells: [cell(0, 0, "Total", 0), cell(0, 1, "12.50", 60)])
        let item = ContentItem(
            kind: .table, text: table.csv, confidence: 1, corners: table.corners, table: table)
        let text = try #require(item.searchTexts.first)
        expect(text.places(of: SearchQuery("12.5")), [(60, 100)])
        expect(text.places(of: SearchQuery("total")), [(0, 40)])
    }

    @Test func theFindingNearestToAPointIsKeptAlone() {
        let boxes = [0.0, 40, 90].map {
            Detection(label: "\($0)", classId: 0, confidence: 0.5, box: Box(x: $0, y: 0, width: 10, height: 10))
        }
        let nearest = FindingList.detections(boxes).nearest(to: Point(x: 50, y: 5))
        #expect(nearest.detections?.map(\.label) == ["40.0"])
        let classes = FindingList.classes([ClassScore(label: "cat", confidence: 1)])
        #expect(classes.nearest(to: Point(x: 0, y: 0)) == classes)
        #expect(FindingList.texts([]).nearest(to: Point(x: 0, y: 0)) == .texts([]))
    }
}
