import Foundation
import Glibc
import Results
import TestSupport
import Testing

/// Sheets as whole programs write them: runs that score, and corrections beside them.
@Suite(.timeLimit(.minutes(30))) struct SheetRunTests {
    private let fixtures: RunFixtures
    private static let samples = Cases.packageRoot.appendingPathComponent("samples/photos/day1")

    init() throws {
        fixtures = try RunFixtures()
        let settings = """
            { "watch": [ { "path": "photos", "settle": "200ms" } ], "scoring": { "face": "wa-122", "arrowsPerEnd": 6 },
              "output": { "path": "out" } }
            """
        try Data(settings.utf8).write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
    }

    private func shoot(_ name: String) throws {
        let photo = fixtures.photos.appendingPathComponent(name)
        try FileManager.default.copyItem(at: Self.samples.appendingPathComponent(name), to: photo)
        try fixtures.age(photo)
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOf: fixtures.output.appendingPathComponent(name), encoding: .utf8)
    }

    /// The table's rows by their columns.
    private func rows() -> [[String: String]] {
        let lines = (text("scores.csv") ?? "").split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        guard let names = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(zip(names, $0)) { first, _ in first } }
    }

    private func ends() -> Set<String> { Set(rows().compactMap { $0["end"] }) }

    @Test func aRunThatScoresWritesTheSheetsOfItsSessions() throws {
        try shoot("end-01.jpg")
        let first = try fixtures.program.run("run")
        #expect(first.status == 0, "\(first.talk)")
        #expect(ends() == ["1"] && text("scores.html")?.contains("end-01.jpg") == true)
        #expect(text("scores.html")?.contains("data:image/jpeg") == true, "with its pictures")
        try shoot("end-02.jpg")
        #expect(try fixtures.program.run("run").status == 0)
        #expect(ends() == ["1", "2"] && text("scores.html")?.contains("end-02.jpg") == true)
        #expect(fixtures.leftovers().isEmpty)
    }

    @Test func aWatchWritesThemSoonAndAfterACorrectionOfAnotherProcess() throws {
        try shoot("end-01.jpg")
        let watching = try fixtures.program.start(["watch"])
        defer { kill(watching.pid, SIGKILL) }
        try watching.wait { ends() == ["1"] }
        try shoot("end-02.jpg")
        try watching.wait { ends() == ["1", "2"] }
        let corrected = try fixtures.program.run(
            "score", "correct", fixtures.output.path, "--photo", "end-02.jpg", "--add", "--score", "X")
        #expect(corrected.status == 0, "\(corrected.talk)")
        // The command returns when the watch has written it, or says that it waits no longer, as where pictures take seconds.
        let byPerson = { rows().filter { $0["source"] == "person" } }
        if corrected.talk.contains("has not written the score sheet yet") {
            try watching.wait { !byPerson().isEmpty }
        } else {
            #expect(
                corrected.talk.contains("score sheet: ") && corrected.talk.contains("scores.html"), "\(corrected.talk)")
        }
        let added = byPerson()
        #expect(added.map { $0["score"] } == ["X"] && added.first?["modelMark"] == "", "\(added)")
        kill(watching.pid, SIGTERM)
        let ended = try watching.wait()
        #expect(ended.status == 0 && !ended.talk.contains("score sheet"), "\(ended.talk)")
    }

    @Test func whatAKilledWatchHasLeftIsWrittenByTheNextRun() throws {
        try shoot("end-01.jpg")
        let watching = try fixtures.program.start(["watch"])
        defer { kill(watching.pid, SIGKILL) }
        try watching.wait { try fixtures.records()["end-01.jpg"]?.state == .done }
        kill(watching.pid, SIGKILL)
        _ = try watching.wait()
        let ended = try fixtures.program.run("run")
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(ends() == ["1"] && text("scores.html")?.isEmpty == false)
    }

    @Test func aTableOfTheUsersStaysAndTheRunSaysSo() throws {
        try shoot("end-01.jpg")
        try FileManager.default.createDirectory(at: fixtures.output, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: fixtures.output.appendingPathComponent("scores.csv"))
        let ended = try fixtures.program.run("run")
        #expect(ended.status == 0, "\(ended.talk)")
        #expect(text("scores.csv") == "mine" && ended.talk.contains("was not made by Quiver"), "\(ended.talk)")
        // A correction is made all the same, and no sheet is said to be written.
        let corrected = try fixtures.program.run(
            "score", "correct", fixtures.output.path, "--photo", "end-01.jpg", "--add", "--score", "X")
        #expect(corrected.status == 0 && corrected.output.contains("added as X"), "\(corrected.talk)")
        #expect(corrected.talk.contains("was not made by Quiver"), "\(corrected.talk)")
        #expect(!corrected.talk.contains("score sheet: "), "\(corrected.talk)")
        try FileManager.default.removeItem(at: fixtures.output.appendingPathComponent("scores.csv"))
        #expect(try fixtures.program.run("run").status == 0)
        #expect(ends() == ["1"])
    }
}
