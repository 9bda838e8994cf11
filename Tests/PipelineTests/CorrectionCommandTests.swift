import Foundation
import Results
import TestSupport
import Testing

/// Corrections, sessions and what is said of them, as a coach meets them week after week.
@Suite("quiver score, the second week")
struct CorrectionCommandTests {
    private let fixtures: RunFixtures
    private static let samples = Cases.packageRoot.appendingPathComponent("samples/photos/day1")

    init() throws {
        fixtures = try RunFixtures()
        try put("end-02.jpg", as: "IMG_1.jpg")
    }

    /// Puts a sample in place, as a card that is filled again.
    private func put(_ sample: String, as name: String, in folder: String = "photos") throws {
        let folder = fixtures.folder.appendingPathComponent(folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = folder.appendingPathComponent(name)
        try Data(contentsOf: Self.samples.appendingPathComponent(sample)).write(to: copy)
        try fixtures.age(copy)
    }

    private func score(_ extra: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["score", fixtures.photos.path, "--output", fixtures.output.path] + extra).wait()
    }

    private func correct(_ extra: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["score", "correct", fixtures.output.path] + extra).wait()
    }

    private func file(_ name: String) throws -> String {
        try String(contentsOf: fixtures.output.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("a photo of the same name has an end of its own, and the former one keeps its end with its corrections")
    func namesUsedAgain() throws {
        #expect(try score().status == 0)
        #expect(try correct("--photo", "IMG_1.jpg", "--arrow", "1", "--score", "X").status == 0)
        #expect(try correct("--photo", "IMG_1.jpg", "--add", "--score", "10").status == 0)
        try put("end-04.jpg", as: "IMG_1.jpg")
        let second = try score()
        #expect(second.status == 0 && !second.output.contains("replaced"), "\(second.output)")
        #expect(second.output.contains("IMG_1.jpg") && second.output.contains("IMG_1-2.jpg"), "\(second.output)")
        #expect(try file("scores.csv").components(separatedBy: ",person,").count == 3)
        #expect(try !correct("--list").output.contains("parked"))
        let named = try correct("--photo", "IMG_1-2.jpg", "--add", "--score", "9")
        #expect(named.output.contains("of IMG_1-2.jpg: added as 9; end 2"), "\(named.output) \(named.talk)")
        let again = try correct("--photo", "IMG_1-2.jpg", "--add", "--score", "9")
        #expect(again.output.contains("to add a second 9: --arrow"), "\(again.output)")
        let none = try correct("--photo", "IMG_1.jpg", "--arrow", "2", "--withdraw")
        #expect(none.output.contains("has no correction"), "\(none.output)")
        try put("end-02.jpg", as: "IMG_1.jpg")
        #expect(try score().output.contains("IMG_1-2.jpg"))
        #expect(try file("scores.csv").components(separatedBy: ",person,").count == 4)
    }

    @Test("a card that is filled again leaves the sheet and the page of the earlier day")
    func anotherDay() throws {
        #expect(try score().status == 0)
        #expect(try !file("scores.html").isEmpty)
        try put("../day2/end-01.jpg", as: "IMG_1.jpg")
        #expect(try score().status == 0)
        let report = try fixtures.program.run("score", "report", fixtures.output.path).output
        #expect(report.contains("photos 2026-05-01") && report.contains("photos 2026-05-02"), "\(report)")
        #expect(try file("scores-photos 2026-05-01.html").contains("photos 2026-05-01</bdi>"))
        #expect(try file("scores.html").contains("photos 2026-05-02</bdi>"))
        // A user's own file stays, and so does a copy of a sheet under another name.
        let own = [("scores-copy.html", try file("scores.html")), ("scores-mine.html", "<p>mine</p>")]
        for (name, text) in own { try Data(text.utf8).write(to: fixtures.output.appendingPathComponent(name)) }
        #expect(try score().status == 0)
        for (name, text) in own { #expect(try file(name) == text) }
        let wrong = try fixtures.program.run("score", "report", "nothere")
        #expect(wrong.talk.contains("'nothere'"), "\(wrong.talk)")
    }

    @Test("numbers are everywhere the same, and a correction says what it changed and makes the page anew")
    func numbers() throws {
        let ended = try score("--arrows", "6")
        let record = try #require(try fixtures.records()["IMG_1.jpg"])
        let arrow = try #require(record.photo.arrows.last { $0.score < 9 })
        let mark = "\(arrow.id):\(arrow.score == 0 ? "M" : String(arrow.score))"
        #expect(ended.talk.contains(mark) && ended.output.contains(mark), "\(mark): \(ended.talk)")
        #expect(ended.output.contains("Check every end"))
        let before = try file("scores.html")
        let corrected = try correct("--photo", "IMG_1.jpg", "--arrow", "\(arrow.id)", "--score", "9")
        // Of more arrows than the end may have only the lowest count.
        let counted = { (scores: [Int]) in scores.sorted().prefix(6).reduce(0, +) }
        let sum = counted(record.photo.arrows.map(\.score))
        let after = counted(record.photo.arrows.map { $0.id == arrow.id ? 9 : $0.score })
        #expect(
            corrected.output.contains("\u{2192} 9; end 1: \(sum) \u{2192} \(after)"), "\(corrected.output)")
        #expect(try file("scores.html") != before)
        #expect(try file("scores.csv").contains(",\(arrow.id),"))
        let again = try correct("--photo", "IMG_1.jpg", "--arrow", "\(arrow.id)", "--score", "9")
        #expect(again.output.contains("nothing changed"))
        let wrong = try correct("--photo", "IMG_1.jpg", "--arrow", "33", "--score", "9")
        #expect(wrong.status != 0 && wrong.talk.contains("has no arrow 33"), "\(wrong.talk)")
        #expect(try correct("--photo", "IMG_1.jpg", "--score", "9").status == 64)
    }

    @Test("folders of one name are sessions of their own, and --session puts photos together")
    func sessions() throws {
        try put("end-03.jpg", as: "IMG_1.jpg", in: "b/100CANON")
        try put("end-04.jpg", as: "IMG_2.jpg", in: "a/100CANON")
        let folders = ["a/100CANON", "b/100CANON"].map { fixtures.folder.appendingPathComponent($0).path }
        for folder in folders {
            let ended = try fixtures.program.run("score", folder, "--output", fixtures.output.path)
            #expect(ended.status == 0, "\(ended.talk)")
            // Only what was asked for is shown.
            #expect(ended.output.components(separatedBy: "100CANON").count == 2, "\(ended.output)")
        }
        let report = try fixtures.program.run("score", "report", fixtures.output.path).output
        #expect(report.contains("100CANON 2026-05-01  ") && report.contains("100CANON (2) 2026-05-01  "), "\(report)")
        let arguments = ["score"] + folders + ["--output", fixtures.output.path, "--session", "club evening"]
        let named = try fixtures.program.start(arguments).wait()
        #expect(named.status == 0, "\(named.talk)")
        #expect(named.output.contains("club evening  ") && !named.output.contains("100CANON"), "\(named.output)")
        #expect(try file("scores-club evening.html").contains("IMG_2.jpg"))
    }

    @Test("results that are named as photos are said to be skipped, and no other sheet is shown")
    func resultsAsPhotos() throws {
        #expect(try score().status == 0)
        let other = fixtures.folder.appendingPathComponent("results").path
        #expect(try fixtures.program.run("score", fixtures.photos.path, "--output", other).status == 0)
        let ended = try fixtures.program.run("score", fixtures.output.path, "--output", other)
        #expect(ended.talk.contains("is a folder of results"), "\(ended.talk)")
        #expect(!ended.output.contains("IMG_1.jpg"), "\(ended.output)")
    }

    @Test("a report is written into a file of the current folder")
    func bareName() throws {
        #expect(try score().status == 0)
        let ended = try fixtures.program.run("score", "report", fixtures.output.path, "--into", "sheet.txt")
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(FileManager.default.fileExists(atPath: fixtures.folder.appendingPathComponent("sheet.txt").path))
    }
}
