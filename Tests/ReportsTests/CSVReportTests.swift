import Scoring
import Testing

@testable import Reports

@Suite("A session as a table")
struct CSVReportTests {
    private func rows(_ session: Session) -> [[String]] {
        CSVReport([session]).text.split(separator: "\r\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test("has a header and a row per arrow, in the order they were read")
    func rows() {
        let rows = rows(Samples.small)
        #expect(rows.first == CSVReport.columns)
        #expect(rows.count == 7 && rows.allSatisfy { $0.count == CSVReport.columns.count })
        #expect(
            rows[1] == [
                "club/Tuesday", "1", "1", "1", "club/Tuesday/1.jpg", "wa-122", "X", "10", "true", "arrow", "0.02", "0",
                "12.2", "0", "0.3451", "0.9", "false", "", "model", "", "true",
            ])
        #expect(rows[2][6...8] == ["M", "0", "false"])
    }

    @Test("of more arrows than an end may have the highest do not count")
    func surplus() {
        var session = Samples.small
        session.rounds[0].arrowsPerEnd = session.rounds[0].ends[0].arrows.count - 1
        let first = rows(session).dropFirst().filter { $0[2] == "1" }
        #expect(first.filter { $0.last == "false" }.map { $0[6] } == ["X"])
    }

    @Test("reasons are joined, a correction names the model's score, an arrow without a place has none")
    func details() {
        let rows = rows(Samples.full)
        #expect(rows.count == 54)
        #expect(rows.contains { $0[2...3] == ["2", "3"] && $0[16...17] == ["true", "lowConfidence;hidden"] })
        #expect(rows.contains { $0[2...3] == ["7", "5"] && $0[6] == "9" && $0[18...19] == ["person", "10"] })
        #expect(
            rows.contains {
                $0[2...3] == ["8", "4"] && $0[4...6] == ["", "", "8"] && $0[10...14] == ["", "", "", "", ""]
            })
    }

    @Test(
        "texts are quoted, and none is a formula to a spreadsheet",
        arguments: [
            ("a,b", "\"a,b\""), ("a \"b\"", "\"a \"\"b\"\"\""), ("two\nlines", "\"two\nlines\""), ("=1+1", "'=1+1"),
            ("@sum", "'@sum"), ("+1", "'+1"), ("-1", "'-1"), ("'a", "''a"), ("=a,b", "\"'=a,b\""),
            ("caf%E9 🎯", "caf%E9 🎯"),
        ])
    func quoting(name: String, cell: String) {
        var session = Samples.small
        session.name = name
        let text = CSVReport([session]).text
        #expect(text.contains("\r\n" + cell + ",1,1,1,"))
    }

    @Test("several sessions follow one another, none leaves the header")
    func several() {
        #expect(CSVReport([Samples.small, Samples.small]).text.split(separator: "\r\n").count == 13)
        #expect(CSVReport([]).text == CSVReport.columns.joined(separator: ",") + "\r\n")
    }
}
