import Testing

@testable import Query

@Suite struct QueryNumberTests {
    @Test(arguments: [
        ("0", 0), ("007", 7), ("1.50", 1.5), (".5", 0.5), ("5.", 5), ("-3", -3), ("0.000001", 0.000_001),
        ("999999999999999", 999_999_999_999_999), ("123456789.123456", 123_456_789.123456),
    ])
    func readsAndWrites(text: String, value: Double) {
        #expect(QueryNumber.value(of: text, .plain) == value)
        #expect(QueryNumber.value(of: QueryNumber.text(of: value), .plain) == value)
    }

    @Test(arguments: [
        "", "-", ".", "1.2.3", "1e3", "nan", "inf", "0x1", "１", "1 ", "--1", "1,5", "0.0000001", "1234567890123456",
    ])
    func refuses(text: String) { #expect(QueryNumber.value(of: text, .plain) == nil) }

    @Test(arguments: [("50%", 0.5), ("33.3%", 0.333), ("0.333", 0.333), ("100%", 1), ("0.01%", 0.000_1)])
    func readsShares(text: String, value: Double) { #expect(QueryNumber.value(of: text, .share) == value) }

    @Test(arguments: [("5", 5), ("5B", 5), ("2kb", 2_000), ("2.5MB", 2_500_000), ("1GB", 1_000_000_000)])
    func readsSizes(text: String, value: Double) { #expect(QueryNumber.value(of: text, .bytes) == value) }

    @Test func theLargestSizeKeepsItsText() throws {
        let largest = try Query.parse("bytes<999999GB")
        #expect(largest == (try Query.parse(largest.description)))
        for text in ["1000000GB", "999999999999999GB", "-1000000000MB"] {
            #expect(QueryNumber.value(of: text, .bytes) == nil)
        }
    }

    @Test func everyShareOfAThousandKeepsItsText() {
        for thousandth in 0...1_000 {
            let text = QueryNumber.text(of: Double(thousandth) / 1_000)
            #expect(QueryNumber.value(of: text, .share) == Double(thousandth) / 1_000 && text.count <= 5, "\(text)")
        }
    }

    @Test(arguments: [
        ("2026", true), ("2026-11", true), ("2026-11-20", true), ("2026-11-20T14", true), ("2026-11-20t14:30", true),
        ("2026-11-20T14:30:05", true), ("26", false), ("2026-", false), ("2026-00", false), ("2026-13", false),
        ("2026-11-32", false), ("2026-11-20T24", false), ("2026/11", false), ("2026-11-20 14", false), ("２０２６", false),
    ])
    func readsTimes(text: String, isTime: Bool) { #expect((QueryDate.value(of: text) != nil) == isTime) }
}

@Suite struct TextPatternTests {
    @Test(arguments: [
        (["a"], "A", true, true), (["a"], "ba", false, true), (["a", ""], "abc", true, true),
        (["a", ""], "ba", false, false),
        (["", "a"], "ba", true, true), (["a", "a"], "a", false, false), (["a", "a"], "aa", true, true),
        (["a", "b", "c"], "axxbxxc", true, true), (["a", "b", "c"], "acb", false, false),
        (["", "", ""], "", true, true),
        (["", "ab", ""], "aab", true, true), (["é"], "e\u{301}", true, true), (["straße"], "STRASSE", false, false),
        ([""], "", true, true), ([""], "a", false, true),
    ])
    func fits(pieces: [String], text: String, whole: Bool, part: Bool) {
        let pattern = TextPattern(pieces: pieces)
        #expect(pattern.fits(FoldedText(text)) == whole && pattern.isIn(FoldedText(text)) == part)
    }

    @Test func manyStarsTakeNoLongerThanTheText() {
        let pattern = TextPattern(pieces: Array(repeating: "a", count: 500) + ["b"])
        let text = FoldedText(String(repeating: "a", count: 100_000))
        var fits = true
        let time = ContinuousClock().measure { fits = pattern.fits(text) }
        #expect(!fits && time < .seconds(1))
    }
}
