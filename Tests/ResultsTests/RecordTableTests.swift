import Findings
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Results

@Suite struct RecordTableTests {
    let folder: TemporaryFolder
    var path: FilePath { FilePath(folder.url.path) }

    init() throws { folder = try TemporaryFolder() }

    @Test func csvHasARowAFindingAndARowForNone() throws {
        let place = path.appending("results.csv")
        let table = try CSVTable(at: place)
        for record in [Samples.done, Samples.failed, Samples.empty] { try table.append(TableRow(record)) }
        try table.finish()
        let hash = Samples.hash
        let common = ",,,,1,4000,3000,targets,2026-05-01T06:30:00.250Z,\(hash),,,targets,,,,,"
        let expected = [
            CSVTable.columns.joined(separator: ","),
            "photos/day1/a.jpg,done,arrow,0,0.875,10.5,20.25,40.5,60.375" + common,
            "photos/day1/a.jpg,done,\"'=face, \"\"big\"\"\",2,0.5,0,0,1,1" + common,
            "a%25%FF.jpg,failed,,,,,,,,cannot read it: it ends in the middle,truncated,input,3,,,,"
                + "1970-01-01T00:00:00.000Z,,a%25%FF.jpg,true,,,,,,",
            "b.png,done,,,,,,,,,,,1,,,,1970-01-01T00:00:01.000Z,\(hash),a.png,,,,,,,",
        ]
        let text = try String(contentsOf: folder["results.csv"], encoding: .utf8)
        #expect(text == expected.map { $0 + "\r\n" }.joined())
    }

    @Test(arguments: [
        ("plain", "plain"), ("=1+1", "'=1+1"), ("+a", "'+a"), ("-a", "'-a"), ("@a", "'@a"), ("'a", "''a"),
        ("\ta", "'\ta"),
    ])
    func aSpreadsheetFindsNoFormula(path: String, cell: String) {
        var record = Samples.empty
        record.source.path = path
        #expect(CSVTable.rows(of: record)[0][0] == cell)
    }

    @Test func aPhotoOfWhichAChainSawNothingSaysWhy() throws {
        var record = Samples.empty
        record.photo.results = [
            DetectorResult(detector: "page", task: .document, found: .pages([])),
            DetectorResult(detector: "words", task: .text, found: .texts([]), noInputFrom: "page"),
            DetectorResult(detector: "data", task: .extract, found: .contents([]), noInputFrom: "words"),
        ]
        let note = "page found nothing, so that words and data had nothing to look at"
        #expect(record.photo.reasonForNothing == note)
        let rows = CSVTable.rows(of: record)
        #expect(rows.count == 1 && rows[0][CSVTable.columns.firstIndex(of: "note") ?? 0] == note)
        #expect(try Record.decode(record.line.utf8) == record)
        // Where something was found, or every detector looked, there is nothing to say.
        let corners = Quadrilateral(Box(x: 0, y: 0, width: 9, height: 9))
        record.photo.results[0].found = .pages([
            Page(confidence: 1, corners: corners, flatSize: PixelSize(width: 9, height: 9))
        ])
        #expect(record.photo.reasonForNothing == nil)
        record.photo.results = [DetectorResult(detector: "page", task: .document, found: .pages([]))]
        #expect(record.photo.reasonForNothing == nil)
        // A record from elsewhere may name a circle.
        record.photo.results = [
            DetectorResult(detector: "a", task: .text, found: .texts([]), noInputFrom: "b"),
            DetectorResult(detector: "b", task: .text, found: .texts([]), noInputFrom: "a"),
        ]
        #expect(record.photo.reasonForNothing != nil)
    }

    @Test func everyRowHasEveryColumn() {
        for record in [Samples.done, Samples.failed, Samples.empty] {
            #expect(CSVTable.rows(of: record).allSatisfy { $0.count == CSVTable.columns.count })
        }
    }

    @Test func jsonLinesHasOneRecordALine() throws {
        let table = try JSONLines(at: path.appending("results.jsonl"))
        try table.append(TableRow(Samples.done))
        try table.append(TableRow(Samples.failed, stored: Array(Samples.failed.line.utf8)))
        try table.finish()
        let lines = try String(contentsOf: folder["results.jsonl"], encoding: .utf8).split(separator: "\n")
        #expect(try lines.map { try Record.decode($0.utf8) } == [Samples.done, Samples.failed])
    }

    @Test func theOldTableStaysUntilTheNewOneIsWhole() throws {
        let place = path.appending("results.jsonl")
        for attempts in [1, 2] {
            let table = try JSONLines(at: place)
            var record = Samples.done
            record.attempts = attempts
            for _ in 0..<1_000 { try table.append(TableRow(record)) }
            if attempts == 2 {
                let old = try String(contentsOf: folder["results.jsonl"], encoding: .utf8)
                #expect(old.contains(#""attempts":1"#))
                #expect(!old.contains(#""attempts":2"#))
            }
            try table.finish()
        }
        #expect(try String(contentsOf: folder["results.jsonl"], encoding: .utf8).split(separator: "\n").count == 1_000)
    }
}
