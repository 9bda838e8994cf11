import Foundation
import Results
import TestSupport
import Testing

@Suite struct BackupTests {
    @Test func aBackupOfARunningQueueIsWholeAndCanBePutInItsPlace() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(60)
        let running = try fixtures.program.start([
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model, "--workers",
            "1",
        ])
        try running.wait { try fixtures.records().count > 2 }
        let copy = fixtures.folder.appendingPathComponent("copy.sqlite")
        let queue = fixtures.output.appendingPathComponent("quiver.sqlite").path
        let backup = try fixtures.program.run("backup", copy.path, "--queue", queue)
        #expect(backup.status == 0 && backup.output.contains(" jobs, "), "\(backup.output) \(backup.talk)")
        #expect(try running.wait().status == 0)
        // Paths and people's names are nobody else's to read.
        let attributes = try FileManager.default.attributesOfItem(atPath: copy.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: queue + suffix) }
        try FileManager.default.moveItem(atPath: copy.path, toPath: queue)
        let again = try fixtures.run()
        #expect(again.status == 0, "\(again.talk)")
        let records = try fixtures.records()
        #expect(records.count == 60 && records.values.allSatisfy { $0.state == .done })
    }

    @Test func aFileThatIsThereIsNotOverwritten() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        _ = try fixtures.run()
        let copy = fixtures.folder.appendingPathComponent("copy.sqlite")
        try Data("precious".utf8).write(to: copy)
        let queue = fixtures.output.appendingPathComponent("quiver.sqlite").path
        let backup = try fixtures.program.run("backup", copy.path, "--queue", queue)
        #expect(backup.status == 2 && backup.talk.contains("is there already"), "\(backup.talk)")
        #expect(try Data(contentsOf: copy) == Data("precious".utf8))
    }

    @Test(arguments: ["text", "json"])
    func theLogTellsThePhotosStory(format: String) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2)
        let log = fixtures.folder.appendingPathComponent("log")
        let ended = try fixtures.run("--log", log.path, "--log-format", format)
        #expect(ended.status == 0, "\(ended.talk)")
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        let mark = format == "text" ? " photo 2 " : #""photo":2,"#
        let story = lines.filter { $0.contains(mark) }
        let events = ["taken", "claimed", "sent", "settled"]
        #expect(story.count == events.count, "\(lines)")
        for (line, event) in zip(story, events) { #expect(line.contains(event)) }
    }
}
