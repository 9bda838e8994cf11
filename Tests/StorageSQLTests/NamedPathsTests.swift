import Findings
import GRDB
import Scoring
import Storage
import StorageSQL
import SystemValues
import Testing

@testable import StorageSQLite

/// A book whose hosts have names for the folders of photos, each at a path of its own.
@Suite struct NamedPathsTests {
    private let queue: DatabaseQueue
    private let here = RootNames([RootName(name: "club", path: "/photos")])
    private let there = RootNames([RootName(name: "club", path: "/mnt/share/fotos")])

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { database in
            for migration in Migration.all { try database.execute(sql: migration.sql) }
        }
    }

    /// The book as a host has it.
    private func book<T>(_ names: RootNames?, _ body: (SQLScoreRows) throws -> T) throws -> T {
        try queue.write { try body(SQLScoreRows(SQLiteDatabase($0), names: names)) }
    }

    /// Every text of the book's tables.
    private func texts() throws -> [String] {
        try queue.read { database in
            try ["session", "photo", "arrow", "parked", "sheet"].flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM score_\(table)").flatMap { row in
                    row.databaseValues.compactMap { String.fromDatabaseValue($0) }.filter { !$0.isEmpty }
                }
            }
        }
    }

    /// Two photos of a day, a correction, a photo whose name was used again, and a session that a user named.
    private func fill(_ rows: SQLScoreRows, _ root: String) throws {
        let arrows = [Readings.arrow(0.03), Readings.arrow(0.15)]
        try rows.store(Readings.photo("\(root)/day/1.jpg", arrows, at: 7, content: "aa"))
        try rows.store(Readings.photo("\(root)/day/2.jpg", arrows, at: 8, content: "bb"))
        try rows.correct(Correction(photo: "\(root)/day/1.jpg", arrow: 2, value: Correction.Value(score: 10)))
        try rows.correct(Correction(photo: "\(root)/day/2.jpg", arrow: 1, value: .removed))
        // The same shot, edited: what was said of the former one is parked.
        try rows.store(Readings.photo("\(root)/day/2.jpg", arrows, at: 8, content: "cc"))
        // Another photo of the same name: the former one keeps its end under another name.
        try rows.store(Readings.photo("\(root)/day/1.jpg", arrows, at: 9, content: "dd"))
        try rows.store(Readings.photo("\(root)/day/3.jpg", [], content: "ee", trouble: "none"))
        _ = try rows.change(session: try #require(try rows.sessionName(ofPhoto: "\(root)/day/2.jpg")), .rename("Club"))
    }

    @Test func noPathOfThisHostIsStored() throws {
        try book(here) { try fill($0, "/photos") }
        let texts = try texts()
        #expect(texts.filter { $0.contains("/photos") } == [])
        #expect(texts.contains("club:/day/1.jpg") && texts.contains("club:/day/1-2.jpg"))
        let paths = texts.filter { $0.contains("club:/day/") }
        // A photo's path, its file and both in its JSON, a path of what is parked and its JSON, and a session's homes.
        #expect(paths.contains { $0.contains(#""file":"club:/day/1.jpg""#) })
        #expect(paths.contains { $0.contains(#""path":"club:/day/2.jpg""#) && $0.contains(#""content":"bb""#) })
        #expect(paths.contains { $0.contains(#""homes":[{"#) && $0.contains(#""folder":"club:/day/""#) })
    }

    @Test func everyHostReadsItsOwnPaths() throws {
        try book(here) { try fill($0, "/photos") }
        try book(there) { (rows: SQLScoreRows) throws in
            let root = "/mnt/share/fotos"
            let names = ["1-2", "1", "2", "3"].map { "\(root)/day/\($0).jpg" }
            #expect(try rows.photoNames().sorted() == names.sorted())
            #expect(try rows.photos(ofFile: names[1]).sorted() == names[0...1].sorted())
            #expect(try rows.storedPhoto(names[0])?.file == names[1])
            #expect(try rows.photos(inTrouble: "none") == [names[3]])
            #expect(try rows.correctedPhotos() == [names[1]])
            #expect(try rows.corrections().map(\.photo) == names[1...2].sorted())
            #expect(try rows.parkedPhotos(content: "bb").map(\.path) == [names[2]])
            #expect(try rows.sessionRow(named: "Club")?.details.homes?.map(\.folder) == ["\(root)/day/"])
            #expect(try rows.storedPhoto("/photos/day/1.jpg") == nil)
        }
    }

    /// The rules of the book do not notice that paths are stored otherwise.
    @Test func aBookWithNamesIsAsOneWithout() throws {
        try book(here) { try fill($0, "/photos") }
        let named = try book(here) { try $0.allSessions() }
        try book(here) { rows in
            for path in try rows.photoNames() { try rows.forget(photo: path) }
            for parked in try rows.parkedPhotos(content: nil) { try rows.remove(parked) }
        }
        #expect(try texts().filter { $0.contains("club:") } == [])
        try book(nil) { try fill($0, "/photos") }
        #expect(try book(nil) { try $0.allSessions() } == named)
        #expect(try texts().filter { $0.contains("club:") } == [])
    }

    /// What one host read another one corrects, works again and forgets: it is one photo.
    @Test func anotherHostGoesOnWithAPhoto() throws {
        let arrows = [Readings.arrow(0.15)]
        try book(here) { _ = try $0.store(Readings.photo("/photos/day/1.jpg", arrows, at: 7, content: "aa")) }
        try book(there) { rows in
            let path = "/mnt/share/fotos/day/1.jpg"
            try rows.correct(Correction(photo: path, arrow: 1, value: Correction.Value(score: 10)))
            try rows.store(Readings.photo(path, arrows, at: 7, content: "aa"))
        }
        try book(here) { (rows: SQLScoreRows) throws in
            #expect(try rows.sessions().map(\.photos) == [1])
            #expect(try rows.corrections().map(\.said) == ["10"])
        }
        try book(there) { try $0.forget(photo: "/mnt/share/fotos/day/1.jpg") }
        #expect(try book(here) { try $0.sessionRows() } == [])
    }

    /// Where a host has no folder of a name, its paths stay as they are stored, and none of them is lost.
    @Test func aHostWithoutTheFolderSeesTheName() throws {
        try book(here) { _ = try $0.store(Readings.photo("/photos/day/1.jpg", [Readings.arrow(0.15)], at: 7)) }
        for names in [RootNames([]), RootNames([RootName(name: "attic", path: "/photos")])] {
            try book(names) { rows in
                #expect(try rows.photoNames() == ["club:/day/1.jpg"])
                try rows.correct(
                    Correction(photo: "club:/day/1.jpg", arrow: 1, value: Correction.Value(score: 5)))
            }
        }
        #expect(try book(here) { try $0.corrections().map(\.photo) } == ["/photos/day/1.jpg"])
    }
}
