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
            IndexedRecord(
                photo: "a.jpg",
                found: IndexedFinding.all(
                    in: [result(["The quick brown", "dog jumped over the fen-", "ces of gold"])]))
        }
        return try index.find(query, kind: kind)
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
        #expect(abs(hit.found.confidence - 0.9) < 1e-9 && hit.match?.source == .page)
    }

    @Test(arguments: [
        ("\"brown dog\"", "The quick brown dog jumped over the fen"), ("quick gold", "The quick brown … ces of gold"),
        ("fences", "dog jumped over the fences of gold"),
    ])
    func theLinesWithTheWordsAreTold(query: String, lines: String) throws {
        let hit = try #require(try hits(query).first)
        #expect(hit.match?.text == lines && hit.found.text == "The quick brown dog jumped over the fences of gold")
    }

    @Test func aPhraseOverTheEndOfALineHasAPlaceInEachLine() throws {
        let hit = try #require(try hits("\"brown dog\"").first)
        // 15 characters of the first line and 23 of the second share 200 pixels each: the hyphen is gone.
        let places = hit.places.map(\.bounds)
        #expect(places.count == 2)
        let expected = [
            Box(x: 10 + 200.0 * 10 / 15, y: 0, width: 200.0 * 5 / 15, height: 20),
            Box(x: 10, y: 30, width: 200.0 * 3 / 23, height: 20),
        ]
        for (place, box) in zip(places, expected) { #expect(place.intersectionOverUnion(box) > 0.999, "\(place)") }
    }

    @Test func theLimitCountsWhatIsGivenAlone() throws {
        let index = try TextIndex(at: nil)
        try index.update((1...3).map { (Array("\($0)".utf8), "1") }) { file in
            IndexedRecord(
                photo: String(decoding: file, as: UTF8.self), found: IndexedFinding.all(in: [result(["brown", "dog"])]))
        }
        #expect(try index.find("brown", limit: 2).map(\.photo) == ["1", "2"])
        #expect(try index.find("brown dog", limit: 2).map(\.photo) == ["1", "2"])
        #expect(try index.find("brown").count == 3)
    }

    @Test func aLineThatSaysLineIsALine() throws {
        let index = try TextIndex(at: nil)
        try index.update([(Array("a".utf8), "1")]) { _ in
            IndexedRecord(photo: "a.jpg", found: IndexedFinding.all(in: [result(["line"])]))
        }
        let hit = try #require(try index.find("line").first)
        #expect(hit.found.text == "line" && hit.found.kind == "line" && hit.match?.source == .reading)
    }

    @Test func eachPageOfAFileIsSearchedByItself() throws {
        var second = result(["brown", "dog"])
        second.page = 2
        let found = IndexedFinding.all(in: [result(["a brown dog", "barks"]), second])
        let index = try TextIndex(at: nil)
        try index.update([(Array("a".utf8), "1")]) { _ in IndexedRecord(photo: "a.tif", found: found) }
        let hits = try index.find("brown dog").map(\.found)
        #expect(hits.map(\.detector) == ["words", "words#2"] && hits.map(\.kind) == ["line", "text"])
    }

    @Test func oneLineIsNoTextOfItsOwn() {
        #expect(IndexedFinding.all(in: [result(["one line"])]).map(\.kind) == ["line"])
    }
}
