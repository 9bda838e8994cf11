import Findings
import Testing

@testable import StorageSQLite

@Suite("Searching whole texts")
struct WholeTextTests {
    private func result(_ texts: [String]) -> DetectorResult {
        let lines = texts.enumerated().map { row, text in
            TextLine(
                text: text, confidence: 0.9,
                corners: Quadrilateral(Box(x: 10, y: Double(row) * 30, width: 200, height: 20)))
        }
        return DetectorResult(detector: "words", task: .text, found: .texts(lines))
    }

    private func hits(_ query: String, kind: String? = nil) throws -> [IndexHit] {
        let index = try TextIndex(at: nil)
        try index.update([(Array("a".utf8), "1")]) { _ in
            ("a.jpg", IndexedFinding.all(in: [result(["The quick brown", "dog jumped over the fen-", "ces of gold"])]))
        }
        return try index.find(query, kind: kind).nearest
    }

    @Test(
        "what goes on in the next line is found in the whole text, what stands in one line there alone",
        arguments: [
            ("brown", ["line"]), ("\"brown dog\"", ["text"]), ("quick gold", ["text"]), ("fences", ["text"]),
            ("nothing", []),
        ])
    func kinds(_ query: String, kinds: [String]) throws {
        #expect(try hits(query).map(\.found.kind) == kinds)
    }

    @Test func theWholeTextIsAroundAllLinesAndCanBeAskedFor() throws {
        let hit = try #require(try hits("brown", kind: "text").first)
        #expect(hit.found.text == "The quick brown dog jumped over the fences of gold")
        #expect(hit.found.box == Box(x: 10, y: 0, width: 200, height: 80))
        #expect(abs(hit.found.confidence - 0.9) < 1e-9)
    }

    @Test func oneLineIsNoTextOfItsOwn() {
        #expect(IndexedFinding.all(in: [result(["one line"])]).map(\.kind) == ["line"])
    }
}
