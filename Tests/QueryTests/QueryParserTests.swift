import Query
import Testing

/// What is wrong with a query is said with its place and with what may be meant.
@Suite struct QueryParserTests {
    @Test(arguments: [
        ("lable:arrow", 1, "there is no term 'lable'; did you mean 'label'?"),
        ("label:arrow cuont>=3", 13, "did you mean 'count'?"),
        ("https://example.org", 1, "to look for it as a text, put it in double quotes"),
        ("état label:a lable:b", 14, "did you mean 'label'?"),
        ("state:fialed", 7, "did you mean state:failed?"),
        ("is:nice", 4, "it is one of reviewed, open, doubtful, corrected, scored, duplicate"),
        ("label:", 7, "'label' needs a value, as in label:arrow,hole"),
        ("label:a,", 9, "needs a value"), ("label:\"\"", 7, "needs a value"), ("count>=", 8, "needs a value"),
        ("confidence>80", 12, "did you mean 80%?"), ("confidence>800", 12, "is 0 to 1, or 0% to 100%"),
        ("confidence>a", 12, "'a' is no value of 'confidence'"), ("count:1e3", 7, "which is a number"),
        ("count:0x10", 7, "which is a number"), ("bytes>5TB", 7, "a number of bytes, or of kB, MB or GB"),
        ("count:5..2", 7, "ends before it begins"), ("count:..", 7, "a range needs a bound"),
        ("count>2..5", 7, "a range has its bounds itself"), ("count>=1,2", 1, "'>=' takes one value"),
        ("date:2026-13", 6, "'2026-13' is no time"), ("date:yesterday", 6, "is no time"),
        ("date:2026-11..2025", 6, "ends before it begins"),
        ("label>arrow", 1, "'label' is no number; write label: or label!= before its value"),
        (">=3", 1, "a term is missing before '>='"), (":)", 1, "a term is missing before ':'"),
        ("(label:a", 1, "this bracket is not closed"), ("label:a)", 8, "this bracket closes none"),
        ("()", 2, "there is nothing between the brackets"), ("-()", 3, "there is nothing between the brackets"),
        ("a OR", 5, "something is missing at the end"), ("OR a", 1, "need something on both sides"),
        ("a AND OR b", 3, "'AND' needs something on both sides"),
        ("NOT", 1, "a minus or 'NOT' stands before what must not be"),
        ("a \"brown dog", 3, "these quotes are not closed"), ("\" \"", 1, "there is nothing between the quotes"),
        ("label:arrow label:hole", 13, "for either write label:arrow,hole"),
        ("label:arrow label:hole", 13, "for photos with both write them in brackets"),
        ("state:done state:failed", 12, "for either write state:done,failed"),
    ])
    func saysWhereAndWhat(text: String, column: Int, part: String) {
        let error = #expect(throws: QueryError.self) { try Query.parse(text) }
        #expect(error?.column == column, "\(String(describing: error))")
        #expect(error?.message.contains(part) == true, "\(String(describing: error))")
        #expect(error?.description.contains("at character \(column)") == true && error?.isUsage == true)
    }

    @Test func anErrorIsShownBelowItsPlace() throws {
        let error = try #require(#expect(throws: QueryError.self) { try Query.parse("ab lable:x") })
        #expect(error.picture == "ab lable:x\n   ^")
        let long = #expect(throws: QueryError.self) { try Query.parse(String(repeating: "a ", count: 100) + "b:c") }
        #expect(long != nil && long?.picture == nil)
        let lines = #expect(throws: QueryError.self) { try Query.parse("a\nlable:x") }
        #expect(lines != nil && lines?.picture == nil)
    }

    @Test func whatNobodyTypesIsRefused() {
        let deep = #expect(throws: QueryError.self) {
            try Query.parse(String(repeating: "(", count: 9_000) + "a" + String(repeating: ")", count: 9_000))
        }
        #expect(deep?.message.contains("brackets lie in each other") == true)
        let negated = #expect(throws: QueryError.self) { try Query.parse(String(repeating: "-", count: 9_000) + "a") }
        #expect(negated != nil)
        let long = #expect(throws: QueryError.self) { try Query.parse(String(repeating: "a", count: 20_001)) }
        #expect(long?.message.contains("20000 bytes") == true)
        #expect(throws: Never.self) {
            try Query.parse(String(repeating: "(", count: 60) + "a" + String(repeating: ")", count: 60))
        }
    }

    @Test(arguments: [
        // `OR` binds less than what stands side by side, and a minus more.
        ("label:a state:done OR state:failed", "(label:a state:done) OR state:failed", true),
        ("label:a (state:done OR state:failed)", "label:a state:done OR state:failed", false),
        ("-state:done is:open", "(-state:done) is:open", true), ("-(state:done is:open)", "-state:done is:open", false),
        ("NOT state:done AND is:open", "-state:done is:open", true), ("--state:done", "state:done", true),
        ("state:done OR state:failed OR is:open", "state:done OR (state:failed OR is:open)", true),
        ("state:done (is:open (path:a))", "state:done is:open path:a", true),
        // Terms of findings in brackets are about others than those beside them.
        ("label:a (confidence>0.5)", "label:a confidence>0.5", false), ("(label:a) (label:b)", "label:a,b", false),
        ("(label:a)", "label:a", true), ("a (b)", "a b", false),
        // Where a term stands is nothing that it says.
        ("count>=3 label:a", "label:a count>=3", true),
        ("label:a is:open confidence>0.5", "label:a confidence>0.5 is:open", true),
        // One value in several forms.
        ("class:a", "label:a", true), ("LABEL:a", "label:a", true), ("label=a", "label:a", true),
        ("count >= 3", "count>=3", true), ("confidence>50%", "confidence>0.5", true),
        ("conf>.50", "confidence>0.5", true),
        ("bytes>2.5MB", "bytes>2500000", true), ("bytes:1kB", "bytes:1000B", true), ("state:DONE", "state:done", true),
        ("label:\"a\"", "label:a", true), ("label:“a”", "label:a", true), ("label:a\\*", "label:\"a*\"", true),
        ("label:a*", "label:\"a*\"", false), ("date:2026-11-20t10", "date:2026-11-20T10", true), ("", "  ", true),
    ])
    func theSameIsTheSame(one: String, other: String, isSame: Bool) throws {
        let (a, b) = (try Query.parse(one), try Query.parse(other))
        #expect((a == b) == isSame, "\(a.root) \(b.root)")
        #expect((a.description == b.description) == isSame)
    }

    @Test func wordsAndTheRest() throws {
        let query = try Query.parse("invoice -paid \"brown dog\" folder:in (a OR b)")
        #expect(query.words == ["invoice", "brown dog"])
        #expect(query.withoutWords == (try Query.parse("-paid folder:in (a OR b)")))
        #expect(try Query.parse("a OR b").words.isEmpty)
        // Two groups may stand in different texts.
        let groups = try Query.parse("(total paid) (invoice)")
        #expect(groups.words == ["total", "paid"])
        #expect(groups.withoutWords == (try Query.parse("invoice")))
        #expect(try Query.parse("invoice 12:30 5\\:4").words == ["invoice", "12:30", "5:4"])
        #expect(try Query.parse("invoice").withoutWords.isAll)
        #expect(try Query.parse("label:a,b* -label:c").labels == ["a", "c"])
    }

    @Test(
        arguments: [
            ("state:done name:a*", [.tables]), ("session:x", [.book]), ("label:a", [.record]), ("a", [.record]),
            ("is:duplicate", [.tables]), ("is:duplicate,open", [.record]), ("", []),
            ("state:done session:x OR -a", [.tables, .book, .record]),
        ] as [(String, Set<QuerySource>)])
    func knowsWhatItNeeds(text: String, needs: Set<QuerySource>) throws {
        #expect(try Query.parse(text).needs == needs)
    }
}
