import Findings
import Foundation
import Testing

@testable import TextLayout

/// Receipts whose goods and prices were labelled by eye, with the lines that Tesseract read in them.
@Suite("Receipts")
struct ReceiptsTests {
    struct Truth: Decodable {
        struct Table: Decodable {
            struct Cell: Decodable {
                var row: Int
                var column: Int
                var text: String
            }
            var rows: Int
            var cells: [Cell]
        }
        var tables: [Table]
    }

    static func file(_ name: String, _ ending: String) throws -> Data {
        let file = try #require(Bundle.module.url(forResource: name, withExtension: ending, subdirectory: "Receipts"))
        return try Data(contentsOf: file)
    }

    /// The letters of these pictures are not those of any language: places are measured, texts are not.
    @Test(
        "nine of ten goods and prices stand in their row and column",
        arguments: ["receipt-01", "receipt-02", "receipt-03", "receipt-04"])
    func places(name: String) throws {
        let truth = try #require(JSONDecoder().decode(Truth.self, from: Self.file(name, "json")).tables.first)
        let lines = try JSONDecoder().decode([TextLine].self, from: Self.file(name, "lines"))
        let layout = LayoutReader().layout(of: lines, rules: PageRules(), size: PixelSize(width: 800, height: 1800))
        let places = Set(truth.cells.map { [$0.row, $0.column] })
        let shares = layout.tables.flatMap { table in
            (-2...2).map { shift in
                let found = Set(table.cells.filter { !$0.text.isEmpty }.map { [$0.row + shift, $0.column] })
                return Double(places.intersection(found).count) / Double(places.count)
            }
        }
        print("\(name): \(shares.max() ?? 0) of the cells in their place")
        #expect(shares.max() ?? 0 >= 0.9)
    }
}
