import Foundation
import Results
import Settings
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// Where photos go that are moved away, and what is written beside them.
@Suite(.timeLimit(.minutes(30))) struct MoveRulesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func stamp(_ seconds: Int64) -> FileIdentity {
        FileIdentity(device: 1, inode: 1, size: 1, mtimeNanoseconds: seconds * 1_000_000_000)
    }

    @Test(
        arguments: [
            (Settings.Move.Folders.own, "2026-05-01T10:00:00", ""), (.month, "2026-05-01T10:00:00", "2026/05"),
            (.month, "1999-12-31", "1999/12"), (.month, "2026-13-01", "2001/09"), (.month, "../../x", "2001/09"),
            (.month, nil, "2001/09"),
        ] as [(Settings.Move.Folders, String?, String)])
    func theMonthIsTheCamerasOrTheFiles(folders: Settings.Move.Folders, captured: String?, below: String) {
        var move = Settings.Move()
        move.folders = folders
        // The middle of September 2001, whatever this machine's zone is.
        #expect(move.below(captured: captured, stamp: Self.stamp(1_000_500_000)) == FilePath(below))
    }

    @Test(arguments: ["a.jpg", "day/a.jpg"])
    func whatIsPlannedSaysTheMonthAgain(path: String) throws {
        let place = Place(root: Array("/photos".utf8), path: Array(path.utf8))
        for (planned, below) in [
            ("/photos/done/2026/05/\(path)", "2026/05"), ("/photos/done/\(path)", ""), ("/photos/\(path)", ""),
            ("/other/done/2026/05/\(path)", ""),
        ] {
            #expect(InputMove.below(FilePath(planned), of: place) == FilePath(below), "\(planned)")
        }
    }

    /// Another host has the root elsewhere.
    @Test(arguments: ["", "2026/05/"]) func aMovedPhotoIsFoundFromTheRecordOfAnotherHost(below: String) throws {
        let place = Place(root: Array("/here/club".utf8), path: Array("day/a.jpg".utf8))
        let source = Record.Source(path: "/mnt/share/club/day/a.jpg", bytes: 1, sha256: nil)
            .moved(to: FilePath("/mnt/share/club/done/\(below)day/a-2.jpg"))
        #expect(place.file(of: source) == FilePath("/here/club/done/\(below)day/a-2.jpg"))
    }

    @Test func theReasonGoesWithThePhotoThatGoesBack() throws {
        let root = FilePath(folder.url.path).resolvedPath
        let place = Place(root: root.rawBytes, path: Array("day/a.jpg".utf8))
        try FileManager.default.createDirectory(at: folder["day"], withIntermediateDirectories: true)
        try Data("a".utf8).write(to: folder["day/a.jpg"])
        let lies = try #require(try InputMove(place: place, isDone: false, below: "2026/05").perform())
        #expect(lies == root.appending("failed/2026/05/day/a.jpg"))
        let failure = Record.Failure(code: "truncated", message: "a.jpg ends in\nthe middle", fault: .input)
        try MoveReason.write(failure, beside: lies, below: root)
        let text = folder["failed/2026/05/day/a.jpg.txt"]
        #expect(
            try String(contentsOf: text, encoding: .utf8)
                == "Quiver: a.jpg ends in\u{FFFD}the middle\ntruncated, fault of input\n")
        // A second one leaves what is there.
        try MoveReason.write(Record.Failure(code: "x", message: "other", fault: .quiver), beside: lies, below: root)
        #expect(try String(contentsOf: text, encoding: .utf8).contains("truncated"))
        try InputMove.undo(place, from: lies)
        let files = FileManager.default
        #expect(files.fileExists(atPath: folder["day/a.jpg"].path) && !files.fileExists(atPath: text.path))
    }

    @Test func anotherTextBesideThePhotoStays() throws {
        let root = FilePath(folder.url.path).resolvedPath
        try FileManager.default.createDirectory(at: folder["failed"], withIntermediateDirectories: true)
        for name in ["a.jpg", "a.jpg.txt"] { try Data("mine".utf8).write(to: folder["failed/\(name)"]) }
        let place = Place(root: root.rawBytes, path: Array("a.jpg".utf8))
        try InputMove.undo(place, from: root.appending("failed/a.jpg"))
        #expect(try String(contentsOf: folder["failed/a.jpg.txt"], encoding: .utf8) == "mine")
    }

    @Test func aRunPutsPhotosIntoTheirMonthsAndSaysWhy() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2, in: "day")
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("broken.jpg"))
        let file = fixtures.folder.appendingPathComponent("move.json")
        let text = """
            { "detectors": [{ "model": "\(RunFixtures.model)" }], "output": { "path": "\(fixtures.output.path)" },
              "after": "move", "move": { "folders": "month", "reasons": true } }
            """
        try Data(text.utf8).write(to: file)
        let ended = try fixtures.program.run("run", fixtures.photos.path, "--config", file.path)
        #expect(ended.status == 1, "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records.count == 3)
        for record in records.values {
            let moved = try #require(record.source.movedTo)
            #expect(moved.contains(/\/(done|failed)\/[0-9]{4}\/[0-9]{2}\//), "\(moved)")
            #expect(FileManager.default.fileExists(atPath: moved))
            let reason = try? String(contentsOfFile: moved + ".txt", encoding: .utf8)
            #expect(reason?.hasPrefix("Quiver: ") == (record.state == .failed ? true : nil), "\(moved)")
        }
        // What lies there is taken in no more, and goes back where it is to be tried again.
        let again = try fixtures.program.run("run", fixtures.photos.path, "--config", file.path)
        #expect(again.status == 0, "\(again.talk)")
        #expect(try fixtures.records().count == 3)
        #expect(try fixtures.program.run("jobs", "retry", "--state", "failed", "--config", file.path).status == 0)
        #expect(FileManager.default.fileExists(atPath: fixtures.photos.appendingPathComponent("broken.jpg").path))
    }
}
