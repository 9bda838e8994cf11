import Findings
import Foundation
import Results
import Scoring
import TestSupport
import Testing

/// `quiver score` as a coach uses it, on the samples, whose truth is known.
@Suite("quiver score")
struct ScoreCommandTests {
    private let fixtures: RunFixtures
    private static let samples = Cases.packageRoot.appendingPathComponent("samples")

    init() throws {
        fixtures = try RunFixtures()
        // A session of three ends; the camera's clock is not in them, so their names order them.
        for name in ["end-01.jpg", "end-02.jpg", "end-03.jpg"] {
            let copy = fixtures.photos.appendingPathComponent(name)
            try FileManager.default.copyItem(
                at: Self.samples.appendingPathComponent("photos/day1/\(name)"), to: copy)
            try fixtures.age(copy)
        }
    }

    private func score(_ extra: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["score", fixtures.photos.path, "--output", fixtures.output.path] + extra).wait()
    }

    private func report(_ format: String) throws -> String {
        let ended = try fixtures.program.run("score", "report", fixtures.output.path, "--format", format)
        #expect(ended.status == 0, "\(ended.talk)")
        return ended.output
    }

    private struct Truth: Decodable {
        /// From the face's millimetres to pixels.
        var homography: [[Double]]
    }

    @Test("finds each face where it is, and writes records, a page and a table")
    func faces() throws {
        let ended = try score()
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records.count == 3)
        for (name, record) in records {
            #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
            let target = try #require(record.photo.targetDetection)
            let face = try #require(target.faces.first, "\(name): \(target.reason ?? "")")
            let truth = try JSONDecoder().decode(
                Truth.self,
                from: Data(contentsOf: Self.samples.appendingPathComponent("truth/day1/\(name).json")))
            let real = Homography(rows: truth.homography.flatMap { $0 }).map(Point(x: 0, y: 0))
            #expect(face.homography.map(real).length < 0.02, "\(name): the centre is off")
            for arrow in record.photo.arrows {
                let own = target.faces[try #require(arrow.face)]
                let point = own.homography.map(Point(x: arrow.pixelX, y: arrow.pixelY))
                #expect(abs(point.length - arrow.distanceFromCenter) < 0.01)
            }
            #expect(record.photo.models.count == 3)
            #expect(record.photo.imageMetadata?.width == record.photo.image?.width)
        }
        for name in ["scores.html", "scores.csv", "end-01.jpg.annotated.jpg"] {
            #expect(
                FileManager.default.fileExists(atPath: fixtures.output.appendingPathComponent(name).path), "\(name)")
        }
        #expect(ended.output.contains("end-03.jpg"))
    }

    @Test("keeps a person's word when photos are worked again")
    func correction() throws {
        #expect(try score().status == 0)
        let corrected = try fixtures.program.run(
            "score", "correct", fixtures.output.path, "--photo", "end-02.jpg", "--add", "--score", "x")
        #expect(corrected.status == 0, "\(corrected.talk)")
        #expect(corrected.output.contains("added as X; end 2: "))
        let before = try #require(try personsWord())
        #expect(before["score"] == "X")
        // Another shaft changes the answer, so that every photo is worked again.
        #expect(try score("--shaft", "9mm").status == 0)
        #expect(try personsWord() == before)
        let withdrawn = try fixtures.program.run(
            "score", "correct", fixtures.output.path, "--photo", "end-02.jpg", "--arrow", before["arrow"] ?? "",
            "--withdraw")
        #expect(withdrawn.status == 0, "\(withdrawn.talk)")
        #expect(try personsWord() == nil)
    }

    @Test("a second run adds nothing")
    func again() throws {
        #expect(try score().status == 0)
        let first = try report("csv")
        #expect(try score().status == 0)
        #expect(try report("csv") == first)
    }

    @Test("writes a page for each session, also where photos of several folders are named one by one")
    func pages() throws {
        let other = fixtures.folder.appendingPathComponent("evening/end-04.jpg")
        try FileManager.default.createDirectory(
            at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Self.samples.appendingPathComponent("photos/day1/end-04.jpg"), to: other)
        try fixtures.age(other)
        // The settings name a queue that lies elsewhere than the results.
        try Data(#"{ "queue": "book.sqlite", "output": { "path": "out" } }"#.utf8)
            .write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
        let one = fixtures.photos.appendingPathComponent("end-01.jpg").path
        let ended = try fixtures.program.run("score", one, other.path)
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(FileManager.default.fileExists(atPath: fixtures.folder.appendingPathComponent("book.sqlite").path))
        for (name, photo) in [("photos", "end-01.jpg"), ("evening", "end-04.jpg")] {
            let page = fixtures.output.appendingPathComponent("scores-\(name).html")
            let text = try String(contentsOf: page, encoding: .utf8)
            #expect(text.contains(photo) && text.contains("data:image/jpeg"), "\(name)")
        }
    }

    @Test("an empty folder has no sheet, and that is no mistake")
    func empty() throws {
        let folder = fixtures.folder.appendingPathComponent("empty")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let ended = try fixtures.program.run("score", folder.path, "--output", fixtures.output.path)
        #expect(ended.status == 0, "\(ended.talk)")
    }

    @Test("a photo without a face gets no score, and says why")
    func noFace() throws {
        let lone = fixtures.photos.appendingPathComponent("plain.gif")
        // One white pixel.
        let gif = try #require(
            Data(base64Encoded: "R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="))
        try gif.write(to: lone)
        try fixtures.age(lone)
        #expect(try score().status == 0)
        let record = try #require(try fixtures.records()["plain.gif"])
        #expect(record.photo.targetDetection?.faces == [])
        #expect(record.photo.targetDetection?.reason?.isEmpty == false)
        #expect(record.photo.arrows.isEmpty)
    }

    @Test(
        "mistakes are told of with what to do",
        arguments: [
            (["--face", "wa-12"], "wa-122"), (["--shaft", "30mm"], "9.3"), (["--arrows", "0"], "1"),
        ])
    func mistakes(_ options: [String], hint: String) throws {
        let ended = try fixtures.program.start(["score", fixtures.photos.path] + options).wait()
        #expect(ended.status == 64)
        #expect(ended.talk.contains(hint), "\(ended.talk)")
    }

    @Test("a report of nothing, a wrong name and a wrong photo are told of")
    func wrongNames() throws {
        #expect(try fixtures.program.run("score", "report", fixtures.output.path).status != 0)
        #expect(try score().status == 0)
        let session = try fixtures.program.run("score", "report", fixtures.output.path, "--session", "nowhere")
        #expect(session.status == 64)
        #expect(session.talk.contains("'photos 2026-05-01'"), "\(session.talk)")
        let photo = try fixtures.program.run(
            "score", "correct", fixtures.output.path, "--photo", "end-99.jpg", "--arrow", "1", "--score", "9")
        #expect(photo.status == 64)
    }

    /// The row of the table that a person has spoken of, by column; nil where there is none.
    private func personsWord() throws -> [String: String]? {
        let lines = try report("csv").split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let names = try #require(lines.first)
        let rows = lines.dropFirst().map { Dictionary(zip(names, $0)) { first, _ in first } }
        return rows.first { $0["source"] == "person" }
    }
}
