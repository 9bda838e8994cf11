import Findings
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Results

@Suite struct TextFileTests {
    private func record(_ texts: [String], path: String = "/photos/a.jpg") -> Record {
        var record = Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
            source: .init(path: FilePath(path), bytes: 1, sha256: "ab"), state: .done,
            attempts: 1)
        record.photo.results = texts.map { text in
            let corners = Quadrilateral(Box(x: 0, y: 0, width: 9, height: 9))
            return DetectorResult(
                detector: "words", task: .text,
                found: .texts([TextLine(text: text, confidence: 1, corners: corners)]))
        }
        return record
    }

    private func bytes(_ record: Record) -> String {
        String(decoding: TextFile().bytes(of: WrittenRecord(record)), as: UTF8.self)
    }

    @Test func eachPageEndsWithAFormFeed() {
        #expect(bytes(record(["one"])) == "one\n\u{0C}")
        #expect(bytes(record(["one", "two"])) == "one\n\u{0C}two\n\u{0C}")
        #expect(bytes(record([])) == "\u{0C}")
    }

    @Test func aPageOfAFileWithoutTextKeepsItsPlace() {
        var three = record(["one", "three"])
        three.photo.results[1].page = 3
        three.photo.pages = (1...3).map { PhotoPage(number: $0, size: PixelSize(width: 9, height: 9)) }
        #expect(bytes(three) == "one\n\u{0C}\u{0C}three\n\u{0C}")
    }

    @Test func onlyATextBesideThePhotosOwnRecordIsReplaced() throws {
        let temporary = try TemporaryFolder()
        let (text, own) = (temporary["a.jpg.txt"], record(["one"]))
        let place = FilePath(text.path)
        func standing(_ record: Record) -> PlaceStanding { TextFile().standing(at: place, for: record.source) }
        #expect(standing(own) == .free)
        try Data(TextFile().bytes(of: WrittenRecord(own))).write(to: text)
        #expect(standing(own) == .foreign, "no record says whose it is")
        try Data(own.document.utf8).write(to: temporary["a.jpg.json"])
        #expect(standing(own) == .own)
        #expect(standing(record(["one"], path: "/photos/b.jpg")) == .otherPhoto)
        try Data("my notes\n".utf8).write(to: text)
        #expect(standing(own) == .foreign)
    }
}
