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
                "12.2", "0", "0.3451", "0.9", "false", "", "model", "", "true", "false", "false", "false", "X", "10",
                "true",
                "0.9", "", "", "",
            ])
        #expect(rows[2][6...8] == ["M", "0", "false"])
    }

    @Test("of more arrows than an end may have the highest do not count")
    func surplus() {
        var session = Samples.small
        session.rounds[0].arrowsPerEnd = session.rounds[0].ends[0].arrows.count - 1
        let first = rows(session).dropFirst().filter { $0[2] == "1" }
        #expect(first.filter { $0[20] == "false" }.map { $0[6] } == ["X"])
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

    @Test("what a user confirmed, moved and placed is told apart, beside what the model itself read")
    func manual() throws {
        var session = Samples.full
        session.rounds[0].ends[6].isConfirmed = true
        let rows = rows(session).map { Dictionary(zip(CSVReport.columns, $0)) { first, _ in first } }.dropFirst()
        func row(_ end: String, _ arrow: String) throws -> [String: String] {
            try #require(rows.first { $0["end"] == end && $0["arrow"] == arrow })
        }
        let model = try #require(session.rounds[0].ends[6].arrows[4].corrected)
        let corrected = try row("7", "5")
        #expect(corrected["confirmed"] == "true" && corrected["placedByHand"] == "false")
        #expect(corrected["modelMark"] == model.mark && corrected["modelValue"] == "\(model.score)")
        #expect(corrected["modelIsX"] == "\(model.isX)")
        let confidence = try #require(corrected["modelConfidence"].flatMap(Double.init))
        #expect(abs(confidence - model.confidence) < 0.0001)
        let placed = try row("8", "2")
        #expect(placed["confirmed"] == "false" && placed["adjusted"] == "true" && placed["placedByHand"] == "true")
        #expect(["modelMark", "modelValue", "modelIsX", "modelConfidence"].allSatisfy { placed[$0] == "" })
        let spoken = try row("8", "4")
        #expect(spoken["adjusted"] == "false" && spoken["placedByHand"] == "false" && spoken["modelMark"] == "")
        let read = try row("1", "1")
        #expect(read["modelMark"] == read["score"] && read["modelConfidence"] == read["confidence"])
    }

    @Test("archers stand on each arrow, and those of its end and of the sheet in their order")
    func archers() throws {
        var session = Samples.small
        session.archers = Archers(names: ["Zoe", "=Ann"])
        session.rounds[0].ends[0].arrows[0].archer = "=Ann"
        session.rounds[0].ends[0].arrows[1].archer = "Zoe"
        session.rounds[0].ends[1].arrows[0].archer = "Guest"
        let rows = rows(session).dropFirst().map { Array($0.suffix(3)) }
        #expect(rows[0] == ["'=Ann", "Zoe;=Ann", "Zoe;=Ann;Guest"])
        #expect(rows[2] == ["", "Zoe;=Ann", "Zoe;=Ann;Guest"])
        #expect(rows[3] == ["Guest", "Guest", "Zoe;=Ann;Guest"])
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
