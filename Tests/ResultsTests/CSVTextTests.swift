import Testing

@testable import Results

@Suite struct CSVTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("=1+1", "'=1+1"), ("\n=1+1", "'\n=1+1"), ("\t=1", "'\t=1"), ("＝1+1", "'＝1+1"),
        ("'a", "''a"),
        ("\u{1B}[31mcat", "\u{FFFD}[31mcat"), ("\u{1B}]0;x\u{7}", "\u{FFFD}]0;x\u{FFFD}"), ("\r=1", "\u{FFFD}=1"),
        ("two\nlines", "two\nlines"),
    ])
    func aTextIsNoFormulaAndNoCommand(text: String, cell: String) {
        #expect(CSVText.cell(text) == cell)
    }

    @Test func aPathKeepsItsBytesAndIsMarked() {
        let hostile = CSVText.path("in/a\u{1B}]0;x%.jpg", isEscaped: false)
        #expect(hostile.cell == "in/a%1B]0;x%25.jpg" && hostile.isEscaped)
        #expect(EscapedName(text: hostile.cell, isEscaped: true).bytes == Array("in/a\u{1B}]0;x%.jpg".utf8))
        let plain = CSVText.path("in/100%.jpg", isEscaped: false)
        #expect(plain.cell == "in/100%.jpg" && !plain.isEscaped)
    }

    @Test func cellsAreQuotedWhereThatIsNeeded() {
        #expect(CSVText.line(["a,b", "c\"d", "e"]) == "\"a,b\",\"c\"\"d\",e\r\n")
    }

    @Test(arguments: [
        ("in/a.jpg ends in the middle; copy it again", "ends in the middle; copy it again"),
        ("in/a.jpg: no space", "no space"), ("cannot read in/a.jpg: it ends", "cannot read it: it ends"),
        ("'in/a.jpg' is odd", "is odd"), ("not about a file", "not about a file"),
    ])
    func aSentenceBesideItsPathDoesNotRepeatIt(message: String, shown: String) {
        #expect(message.withoutPath("in/a.jpg") == shown)
    }
}
