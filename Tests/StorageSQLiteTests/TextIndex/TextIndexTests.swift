import Findings
import Foundation
import GRDB
import Testing

@testable import StorageSQLite

@Suite("Searching what was found")
struct TextIndexTests {
    private static let box = Box(x: 1, y: 2, width: 30, height: 4)

    private func reading(
        _ text: String, _ kind: String = "line", or others: [(SearchText.Source, String)] = []
    ) -> IndexedFinding {
        let texts = ([(.reading, text)] + others).map { source, text in
            SearchText(source, text, confidence: 0.5, in: Quadrilateral(Self.box), isRow: true)
        }
        return IndexedFinding(
            detector: "text", kind: kind, text: text, confidence: 0.9, box: Self.box, texts: texts)
    }

    private func index(_ photos: [String: [IndexedFinding]], at file: String? = nil) throws -> TextIndex {
        let index = try TextIndex(at: file)
        try fill(index, photos)
        return index
    }

    private func fill(_ index: TextIndex, _ photos: [String: [IndexedFinding]], state: String = "1") throws {
        try index.update(photos.keys.sorted().map { (Array($0.utf8), state) }) { file in
            let photo = String(decoding: file, as: UTF8.self)
            return photos[photo].map { IndexedRecord(photo: photo, found: $0) }
        }
    }

    @Test(
        "words and parts of them are found in any case and in every script",
        arguments: [
            ("invoice", ["a.jpg"]), ("VOIC", ["a.jpg"]), ("total invoice", []), ("2026 invoice", ["a.jpg"]),
            ("\"Invoice 2026\"", ["a.jpg"]), ("\"2026 Invoice\"", []), ("40063", ["b.jpg"]), ("7", ["a.jpg"]),
            ("0", ["a.jpg", "b.jpg", "b.jpg"]),
            ("京都市", ["b.jpg"]), ("market street", ["a.jpg"]), ("\"", []), ("NOT AND OR", []), ("nothing", []),
            ("5.0%", ["b.jpg"]), ("a*b", []),
            // A quote with an accent over it, which is no quote to Swift and one to SQLite.
            ("\"\u{301}abc", []),
        ])
    func found(_ query: String, in photos: [String]) throws {
        let index = try index([
            "a.jpg": [reading("Invoice 2026-17"), reading("12 Market Street"), reading("Total")],
            "b.jpg": [reading("4006381333931", "ean13"), reading("京都市左京区"), reading("VAT 5.0%")],
        ])
        #expect(try index.find(query).map(\.photo) == photos)
    }

    @Test func manyShortWordsAreOneSearch() throws {
        let index = try index(["a.jpg": [reading("a b")], "b.jpg": [reading("a")]])
        let words = String(repeating: "a b ", count: 1_500)
        #expect(try index.find(words).map(\.photo) == ["a.jpg"])
    }

    @Test func kindsAndLimitsAreKeptAndBoxesComeBack() throws {
        let index = try index(["a.jpg": [reading("4711"), reading("4711", "qr")]])
        #expect(try index.find("4711", kind: "qr").map(\.found) == [reading("4711", "qr")])
        #expect(try index.find("4711", kind: "ean13").isEmpty)
        #expect(try index.find("4711", limit: 1).count == 1)
    }

    @Test func aPageBeginsBehindAHitWhateverHasComeOrGone() throws {
        let photos = ["a b.jpg": [reading("dog 1"), reading("dog 2")], "c.jpg": [reading("dog 3")]]
        let index = try index(photos)
        func page(_ after: IndexPosition?) throws -> [IndexHit] { try index.find("dog", after: after, limit: 1) }
        let first = try #require(try page(nil).first)
        // As a client sends it back.
        let position = try #require(IndexPosition(first.position.description))
        #expect(position == first.position)
        let second = try #require(try page(position).first)
        #expect(second.found.text == "dog 2")
        #expect(try page(second.position).map(\.found.text) == ["dog 3"])
        let all = photos.merging(["A.jpg": [reading("dog 0")], "b.jpg": [reading("dog 2½")]]) { old, _ in old }
        try fill(index, all)
        #expect(try page(second.position).map(\.found.text) == ["dog 2½"])
        try fill(index, all.filter { $0.key != "a b.jpg" })
        #expect(try page(position).map(\.found.text) == ["dog 2½"])
        #expect(try page(try #require(try page(second.position).first).position).map(\.found.text) == ["dog 3"])
    }

    @Test(arguments: ["", "7", "x a.jpg", "7 ", " "]) func noPositionIsReadFromAnythingElse(text: String) {
        #expect(IndexPosition(text) == nil)
    }

    @Test func aFindingIsFoundOnceByAnyOfItsTexts() throws {
        let phone = reading("+493012345", "phone", or: [(.printed, "030 / 12345")])
        let line = reading("Serial 80B", or: [(.candidate, "Serial 8OB"), (.candidate, "Serial BOB")])
        let index = try index(["a.jpg": [phone, line]])
        for (query, source, match) in [
            ("12345", SearchText.Source.reading, "+493012345"), ("030", .printed, "030 / 12345"),
            ("serial", .reading, "Serial 80B"), ("bob", .candidate, "Serial BOB"),
        ] {
            let hits = try index.find(query)
            #expect(hits.count == 1, "\(query)")
            #expect(hits.first?.match?.source == source && hits.first?.match?.text == match)
            #expect(hits.first?.found.text == (match.hasPrefix("Serial") ? line.text : phone.text))
        }
        #expect(try index.find("030", kind: "phone").map(\.found.text) == ["+493012345"])
    }

    @Test func hitsSayWhereTheWordsStandAndInWhichRecord() throws {
        let index = try index(["a.jpg": [reading("brown dogs")], "b.jpg": [reading("dog")]])
        let hits = try index.find("dog", photo: "a.jpg")
        #expect(hits.map(\.photo) == ["a.jpg"] && hits.first?.record == Array("a.jpg".utf8))
        // Ten characters of 3 pixels each.
        let place = try #require(hits.first?.places.first?.bounds)
        #expect(abs(place.x - 19) < 0.02 && abs(place.width - 9) < 0.02 && place.y == 2 && place.height == 4)
        #expect(try index.find("dog").count == 2)
    }

    @Test func recordsThatChangeOrGoAreIndexedAnew() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-index-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("index.sqlite").path
        do {
            let index = try index(["a.jpg": [reading("first")], "b.jpg": [reading("second")]], at: file)
            #expect(try index.find("first").count == 1)
        }
        let again = try TextIndex(at: file)
        // The same state: nothing is read.
        try again.update([(Array("a.jpg".utf8), "1"), (Array("b.jpg".utf8), "1")]) { _ in
            Issue.record("a record was read again")
            return nil
        }
        #expect(try again.find("second").count == 1)
        try fill(again, ["a.jpg": [reading("third")]], state: "2")
        #expect(try again.find("first").isEmpty && again.find("second").isEmpty)
        #expect(try again.find("third").map(\.photo) == ["a.jpg"])
    }

    @Test func whatIsCorrectedIsReadAgainAlone() throws {
        let index = try TextIndex(at: nil)
        var read: [String] = []
        func update(_ revisions: [String: String]) throws {
            read = []
            try index.update(
                ["a.jpg", "b.jpg"].map { (Array($0.utf8), "1") }, revision: { revisions[$0] ?? "" }
            ) { file in
                let photo = String(decoding: file, as: UTF8.self)
                read.append(photo)
                let text = revisions["of " + photo] ?? "as it was read"
                return IndexedRecord(photo: photo, subject: "of " + photo, found: [reading(text)])
            }
        }
        try update([:])
        #expect(read == ["a.jpg", "b.jpg"])
        try update(["of b.jpg": "corrected"])
        #expect(read == ["b.jpg"])
        #expect(try index.find("corrected").map(\.photo) == ["b.jpg"] && index.find("read").map(\.photo) == ["a.jpg"])
        try update(["of b.jpg": "corrected"])
        #expect(read.isEmpty)
        // The correction was withdrawn.
        try update([:])
        #expect(try read == ["b.jpg"] && index.find("read").map(\.photo) == ["a.jpg", "b.jpg"])
    }

    @Test func aLinkIsNotFollowed() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-index-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (other, link) = (
            folder.appendingPathComponent("other.sqlite"), folder.appendingPathComponent("link.sqlite")
        )
        try Data().write(to: other)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        #expect(throws: TextIndexError.self) { try TextIndex(at: link.path) }
        #expect(try Data(contentsOf: other).isEmpty)
    }

    @Test(arguments: [
        "CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM record; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE more (x)",
        "CREATE INDEX other ON search (text)",
        "DROP INDEX finding_record",
        "ALTER TABLE record ADD COLUMN shown TEXT AS (upper(photo))",
        "PRAGMA user_version = 7",
    ])
    func anIndexWithOtherTablesIsMadeAnew(statement: String) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try index(["a.jpg": [reading("before")]], at: file.path)
        let own = try schema(of: file)
        try DatabaseQueue(path: file.path).write { try $0.execute(sql: statement) }
        let index = try index(["a.jpg": [reading("made anew")]], at: file.path)
        #expect(try index.find("made").count == 1 && index.find("before").isEmpty)
        #expect(try schema(of: file) == own)
    }

    @Test func anIndexOfOnesOwnStays() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try index(["a.jpg": [reading("before")]], at: file.path)
        #expect(try TextIndex(at: file.path).find("before").count == 1)
    }

    private func schema(of file: URL) throws -> [String] {
        try DatabaseQueue(path: file.path).read {
            try String.fetchAll($0, sql: "SELECT type || name || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
                + String.fetchAll($0, sql: "PRAGMA user_version")
        }
    }

    @Test(.timeLimit(.minutes(30))) func aFIFOInItsPlaceIsRefusedAndNotWaitedFor() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try #require(mkfifo(file.path, 0o600) == 0)
        let error = #expect(throws: TextIndexError.self) { try TextIndex(at: file.path) }
        #expect(error?.message.contains("is no regular file") == true)
    }

    @Test func aDamagedIndexIsMadeAnew() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(repeating: 0x41, count: 5_000).write(to: file)
        let index = try index(["a.jpg": [reading("whole again")]], at: file.path)
        #expect(try index.find("whole").count == 1)
    }
}
