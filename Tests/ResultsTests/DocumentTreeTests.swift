import Findings
import Foundation
import Testing

@testable import Findings
@testable import Results

@Suite struct DocumentTreeTests {
    private func item(
        _ kind: ContentItem.Kind, _ text: String, _ box: Box, role: TextRole? = nil, value: String? = nil,
        items: [String]? = nil, table: TextTable? = nil
    ) -> ContentItem {
        ContentItem(
            kind: kind, role: role, text: text, value: value, confidence: 1, corners: Quadrilateral(box), items: items,
            table: table)
    }

    private func cell(_ row: Int, _ column: Int, _ text: String) -> TextTable.Cell {
        let box = Box(x: Double(column) * 100, y: 200 + Double(row) * 50, width: 100, height: 50)
        return TextTable.Cell(row: row, column: column, text: text, corners: Quadrilateral(box))
    }

    private var contents: [ContentItem] {
        let table = TextTable(
            confidence: 1, corners: Quadrilateral(Box(x: 0, y: 200, width: 200, height: 100)), isRuled: true, rows: 2,
            columns: 2, cells: [cell(0, 0, "Milk"), cell(0, 1, "1.50"), cell(1, 0, "Sum"), cell(1, 1, "EUR 1.50")])
        return [
            item(.paragraph, "Invoice", Box(x: 0, y: 0, width: 200, height: 40), role: .heading),
            item(.list, "a\nb", Box(x: 0, y: 60, width: 200, height: 100), items: ["a", "due 2026-03-09"]),
            item(.table, "", Box(x: 0, y: 200, width: 200, height: 100), table: table),
            item(.money, "EUR 1.50", Box(x: 110, y: 255, width: 80, height: 30), value: "EUR 1.50"),
            item(.date, "2026-03-09", Box(x: 50, y: 120, width: 80, height: 20), value: "2026-03-09"),
            item(.phone, "030 1", Box(x: 600, y: 600, width: 10, height: 10), value: "+49301"),
        ]
    }

    private func code(_ text: String, _ box: Box) -> Code {
        Code(symbology: .qr, text: text, bytes: [], corners: Quadrilateral(box))
    }

    @Test("a page has blocks, a table rows, a row cells, and data and codes stand where they lie")
    func tree() throws {
        let photo = PhotoResult(results: [
            DetectorResult(
                detector: "codes", task: .barcodes,
                found: .codes([
                    code("inside", Box(x: 10, y: 210, width: 20, height: 20)),
                    code("beside", Box(x: 500, y: 10, width: 50, height: 50)),
                ])),
            DetectorResult(detector: "parts", task: .extract, found: .contents(contents)),
        ])
        let page = try #require(photo.documents.first)
        #expect(photo.documents.count == 1 && page.kind == "page" && page.finding == nil)
        #expect(page.parts.map(\.kind) == ["heading", "list", "table", "phone", "code"])
        #expect(page.parts[0].text == "Invoice" && page.parts[0].finding == .init(detector: "parts", index: 0))
        #expect(page.parts[1].parts.map(\.kind) == ["item", "item"])
        #expect(page.parts[1].parts[1].parts.map(\.value) == ["2026-03-09"])
        let rows = page.parts[2].parts
        #expect(rows.map(\.kind) == ["row", "row"])
        #expect(rows[1].parts.map(\.text) == ["Sum", "EUR 1.50"])
        #expect(rows[1].parts[1].parts.map(\.kind) == ["money"])
        #expect(rows[1].parts[1].parts[0].finding == .init(detector: "parts", index: 3))
        #expect(rows[0].parts[0].parts.map(\.text) == ["inside"])
        #expect(page.parts[4].text == "beside" && page.parts[4].finding == .init(detector: "codes", index: 1))
    }

    @Test("each flat page has a tree of its own, and places count all findings of a detector")
    func pages() throws {
        let paper = { (x: Double) in
            Page(
                confidence: 1, corners: Quadrilateral(Box(x: x, y: 0, width: 1_000, height: 1_000)),
                flatSize: PixelSize(width: 1_000, height: 1_000))
        }
        let first = DetectorResult.Parent(detector: "papers", index: 0)
        let second = DetectorResult.Parent(detector: "papers", index: 1)
        let text = { (place: DetectorResult.Parent, x: Double) in
            DetectorResult(
                detector: "parts", task: .extract, parent: place,
                found: .contents([item(.paragraph, "p\(place.index)", Box(x: x, y: 0, width: 9, height: 9))]))
        }
        let photo = PhotoResult(results: [
            DetectorResult(detector: "papers", task: .document, found: .pages([paper(0), paper(2_000)])),
            text(first, 0), text(second, 2_000),
            DetectorResult(
                detector: "codes", task: .barcodes,
                found: .codes([code("on the second", Box(x: 2_500, y: 500, width: 9, height: 9))])),
            DetectorResult(
                detector: "flat", task: .barcodes, parent: first,
                found: .codes([code("on the first", Box(x: 500, y: 500, width: 9, height: 9))])),
        ])
        let trees = photo.documents
        #expect(trees.map(\.finding) == [first, second])
        #expect(trees.map { $0.parts.map(\.text) } == [["p0", "on the first"], ["p1", "on the second"]])
        #expect(trees[1].parts[0].finding == .init(detector: "parts", index: 1))
    }

    @Test("a record has the trees and the whole text, and reads back to the same")
    func record() throws {
        let line = TextLine(
            text: "Invoice", confidence: 1, corners: Quadrilateral(Box(x: 0, y: 0, width: 9, height: 9)))
        var record = Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)), source: .init(path: "a.jpg", bytes: 1, sha256: nil),
            state: .done,
            attempts: 1)
        record.photo.results = [
            DetectorResult(detector: "words", task: .text, found: .texts([line])),
            DetectorResult(detector: "parts", task: .extract, found: .contents(contents)),
        ]
        let text = record.document
        #expect(text.contains(#""transcript": "Invoice""#))
        #expect(text.contains(#""documents": ["#) && text.contains(#""kind": "row""#))
        #expect(try Record.decode(Array(text.utf8)).document == text)
        record.photo.results = []
        #expect(!record.document.contains("documents"))
    }
}
