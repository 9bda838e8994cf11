import Foundation
import TestSupport
import Testing

/// A round from the command line: named, changed, ranked, and refused in words.
@Suite("quiver score, by rounds")
struct RoundCommandTests {
    private let fixtures: RunFixtures

    init() throws {
        fixtures = try RunFixtures()
        let samples = Cases.packageRoot.appendingPathComponent("samples/photos/day1")
        try FileManager.default.createDirectory(at: fixtures.photos, withIntermediateDirectories: true)
        for name in ["end-02.jpg", "end-03.jpg"] {
            let copy = fixtures.photos.appendingPathComponent(name)
            try Data(contentsOf: samples.appendingPathComponent(name)).write(to: copy)
            try fixtures.age(copy)
        }
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    private func score(_ extra: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["score", fixtures.photos.path, "--output", fixtures.output.path] + extra).wait()
    }

    @Test("a round is named while scoring, and changed and taken back afterwards")
    func named() throws {
        let output = fixtures.output.path
        let ended = try score("--round", "wa-70")
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(ended.output.contains("WA 720, 70 m: ") && ended.output.contains("to shoot: 10 ends, "))
        let page = fixtures.output.appendingPathComponent("scores.csv")
        let written = try FileManager.default.attributesOfItem(atPath: page.path)[.systemFileNumber] as? Int
        let vegas = try quiver("score", "round", output, "--as", "vegas")
        #expect(vegas.status == 0 && vegas.output.contains("Vegas 300: "), "\(vegas.output) \(vegas.talk)")
        let anew = try FileManager.default.attributesOfItem(atPath: page.path)[.systemFileNumber] as? Int
        #expect(written != anew, "the sheet is written anew")
        // A later run brings the settings' round, and what was said stays.
        #expect(try score("--round", "wa-70").output.contains("Vegas 300: "))
        #expect(try quiver("score", "round", output).output.contains("at best"))
        #expect(try quiver("score", "round", output, "--as", "none").output.contains(": no round"))
        #expect(try quiver("score", "round", output, "--as", "usual").output.contains("WA 720, 70 m: "))
    }

    @Test("a ranking is a text, a table and a document; what is no round is said")
    func ranking() throws {
        let output = fixtures.output.path
        #expect(try score().status == 0)
        let none = try quiver("score", "ranking", output)
        #expect(none.status == 64 && none.talk.contains("quiver score round"), "\(none.talk)")
        #expect(try quiver("score", "round", output, "--as", "wa-60").status == 0)
        #expect(try quiver("score", "ranking", output).output.contains("WA 720, 60 m  2026-05-01\n  1 "))
        let table = try quiver("score", "ranking", output, "--format", "csv").output
        #expect(table.hasPrefix("round,date,rank,") && table.contains("wa-60,2026-05-01,1,false,"), "\(table)")
        let document = try quiver("score", "ranking", output, "--format", "json").output
        let parsed = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: [Any]]
        #expect(parsed?["rankings"]?.count == 1)
        #expect(try quiver("score", "ranking", output, "--date", "2026-05-02").status == 64)
        let wrong = try quiver("score", "ranking", output, "--round", "wa-7")
        #expect(
            wrong.status == 64 && wrong.talk.contains("There is no round 'wa-7'; did you mean 'wa-70'?"),
            "\(wrong.talk)")
        let other = try quiver("score", "ranking", output, "--round", "vegas")
        #expect(other.status == 64 && other.talk.contains("--session NAME --as vegas"), "\(other.talk)")
        #expect(try quiver("score", "ranking", output, "--date", "May").talk.contains("2026-11-20"))
    }

    @Test("a round that is not there is refused with the nearest, before a photo is looked at")
    func unknown() throws {
        let wrong = try score("--round", "wa-71")
        #expect(wrong.status == 64 && wrong.talk.contains("did you mean \"wa-70\"?"), "\(wrong.status) \(wrong.talk)")
        #expect(!FileManager.default.fileExists(atPath: fixtures.output.appendingPathComponent("scores.csv").path))
        #expect(try score().status == 0)
        let other = try quiver("score", "round", fixtures.output.path, "--as", "vegs")
        #expect(other.status == 64 && other.talk.contains("did you mean 'vegas'?"), "\(other.talk)")
        let list = try quiver("score", "round", "--list")
        #expect(list.status == 0 && list.output.contains("nfaa-300") && list.output.contains("12 ends of 5 arrows"))
    }
}
