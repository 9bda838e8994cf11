import Foundation
import Query
import TestSupport
import Testing

/// The canonical text of a query is read as the same query, whatever was typed.
@Suite struct QueryTextTests {
    @Test(arguments: [
        (
            "label:arrow count>=3 -is:reviewed (state:failed OR folder:day1)",
            "label:arrow count>=3 -is:reviewed (state:failed OR folder:day1)"
        ),
        ("count >= 3 class:arrow", "label:arrow count>=3"), ("a AND b", "a b"), ("NOT (a b)", "-(a b)"),
        ("(label:a) label:b (c) d", "(label:a) (label:b) (c) (d)"), ("(a b) OR c", "a b OR c"),
        ("session:'x' archer:\"Ann B\",Bo*", "session:'x' archer:\"Ann B\",Bo*"),
        ("name:a\\ b*\\,\\*c", "name:a\\ b*\\,\\*c"), ("text:\"say \\\"no\\\" \\\\\"", "text:\"say \\\"no\\\" \\\\\""),
        ("\"OR\" \"-x\" \"a:b\" \"a b\"", "\"OR\" \"-x\" \"a:b\" \"a b\""), ("confidence>33.5%", "confidence>0.335"),
        ("margin:0.10..20%", "margin:0.1..0.2"), ("bytes>1.5GB", "bytes>1500000000"),
        ("size<=.000001", "size<=0.000001"),
        ("date:2026-11.. date>2026", "date:2026-11.. date>2026"), ("job:007", "job:7"), ("  ", ""),
    ])
    func isCanonical(typed: String, canonical: String) throws {
        let query = try Query.parse(typed)
        #expect(query.description == canonical)
        #expect(try Query.parse(canonical) == query)
    }

    @Test func queriesThatAreJoinedStayThemselves() throws {
        let both = Query.all([
            try Query.parse("label:a count>2"), try Query.parse("label:b x"), .all, try Query.parse("y OR z"),
        ])
        #expect(both.description == "(label:a count>2) (label:b) x (y OR z)")
        #expect(try Query.parse(both.description) == both)
        #expect(Query.all([]).isAll && Query.all([.all]).isAll)
    }

    @Test func isStoredAsItsText() throws {
        let query = try Query.parse("label:arrow count>=3 OR \"a b\"")
        let bytes = try JSONEncoder().encode([query])
        #expect(try JSONDecoder().decode([String].self, from: bytes) == [query.description])
        #expect(try JSONDecoder().decode([Query].self, from: bytes) == [query])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Query].self, from: Data(#"["lable:a"]"#.utf8)) }
    }

    /// Pieces of queries, right and wrong, and what is none of a query.
    private static let pieces = [
        "label:", "state:", "count", ">=", "3", "-", "(", ")", " ", " ", " ", "OR", "AND", "NOT", "\"", "\\", "*", ",",
        "arrow",
        "done", "..", "2026-11", "is:reviewed", ":", "<", "“", "é", "5%", "x", "date:", "folder:a/b*", "!=", "=",
        "text:",
        "\u{301}", "bytes>5MB", "size:", "0.5", "name:", "place:left", "conf", "\0", "\n", "\u{202E}", "👩‍👩‍👧",
    ]

    @Test(arguments: 0..<8) func whateverIsTypedIsReadOrRefused(seed: Int) throws {
        var chance = SplitMix(state: UInt64(seed))
        var read = 0
        for _ in 0..<4_000 {
            let text = (0..<Int.random(in: 0...14, using: &chance)).map { _ in
                Self.pieces.randomElement(using: &chance) ?? ""
            }.joined()
            let query: Query
            do {
                query = try Query.parse(text)
            } catch {
                #expect((1...text.count + 1).contains(error.column), "\(text.debugDescription): \(error)")
                continue
            }
            read += 1
            let again = try? Query.parse(query.description)
            #expect(again == query && again?.description == query.description, "\(text.debugDescription): \(query)")
        }
        #expect(read > 200)
    }

    @Test(arguments: [
        "(", "-", "a ", "\"a\" ", "label:a ", "a OR ", "count   ", "\\", "*", "name:a*", "label:a,b,", "state:done ",
    ])
    func sixteenTimesTheTextTakesSixteenTimesAsLong(piece: String) {
        func time(_ length: Int) -> Duration {
            let text = String(String(repeating: piece, count: length / piece.count + 1).prefix(length))
            return (0..<3).map { _ in ThreadTime.measure { _ = try? Query.parse(text) } }.min() ?? .zero
        }
        // A square would be 256 times as long; a busy machine may compute slower for a moment.
        #expect(time(19_200) < time(1_200) * 64 + .milliseconds(50))
    }
}

/// SplitMix64: the same chances on every machine.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
