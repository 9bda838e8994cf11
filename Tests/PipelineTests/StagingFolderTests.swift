import Foundation
import Glibc
import Results
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import WorkerProtocol

/// Folders of workers among results that others may write to.
@Suite struct StagingFolderTests {
    private let temporary: TemporaryFolder
    private let place: StagingPlace

    init() throws {
        temporary = try TemporaryFolder()
        place = StagingPlace(
            path: FilePath(temporary.url.resolvingSymlinksInPath().path).appending("out/.quiver-staging"))
    }

    private func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

    private func mode(_ path: FilePath) throws -> UInt32 {
        var status = stat()
        try #require(stat(path.string, &status) == 0)
        return status.st_mode & 0o777
    }

    /// Processes of several hosts have their workers in one folder of results.
    @Test func theFoldersOfProcessesThatLiveStay() throws {
        let output = place.path.removingLastComponent()
        let places = [Int64(5), 6].map { life in
            StagingPlace(of: Owner(host: "h", boot: "b", pid: 1, started: 1, life: life), in: output)
        }
        for place in places {
            try place.prepare()
            _ = try place.makeFolder()
        }
        StagingPlace.sweep(output, AbandonedFiles(alive: [5], dead: [6]))
        #expect(exists(places[0].path) && !exists(places[1].path))
        StagingPlace.sweep(output, AbandonedFiles(alive: [], dead: []))
        #expect(exists(places[0].path), "nothing is known of its process, and it is new")
    }

    @Test func eachWorkerHasAFolderOfItsOwnThatGoesWithIt() throws {
        try place.prepare()
        let (first, second) = (try place.makeFolder(), try place.makeFolder())
        #expect(first.path != second.path)
        for path in [place.path, first.path, second.path] { #expect(try mode(path) == 0o700) }
        // Whatever a worker leaves, whatever its name and depth.
        let deep = (0..<300).reduce(first.path) { path, _ in path.appending("d") }
        try FileManager.default.createDirectory(atPath: deep.string, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(fileURLWithPath: first.path.appending("any name").string))
        try Data("x".utf8).write(to: URL(fileURLWithPath: deep.appending("below").string))
        #expect(chmod(first.path.appending("d/d").string, 0) == 0)
        first.remove()
        #expect(!exists(first.path) && exists(second.path))
        place.remove()
        #expect(!exists(place.path))
    }

    @Test func aStartRemovesWhatADeadRunHasLeftAndFollowsNoLink() throws {
        let left = place.path.appending("0/0")
        let outside = temporary["outside"]
        try FileManager.default.createDirectory(atPath: left.string, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try Data("dear".utf8).write(to: outside.appendingPathComponent("a"))
        try Data("x".utf8).write(to: URL(fileURLWithPath: left.appending("big").string))
        for link in [place.path.appending("link"), left.appending("link")] {
            try FileManager.default.createSymbolicLink(
                at: URL(fileURLWithPath: link.string), withDestinationURL: outside)
        }
        try place.prepare()
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path.string).isEmpty)
        #expect(try Data(contentsOf: outside.appendingPathComponent("a")) == Data("dear".utf8))
    }

    /// Only root can play another user.
    @Test(.enabled(if: geteuid() == 0), arguments: [0o777, 0o755] as [mode_t])
    func aFolderOfAnotherUserIsRefused(mode: mode_t) throws {
        let inside = place.path.appending("0")
        try FileManager.default.createDirectory(atPath: inside.string, withIntermediateDirectories: true)
        #expect(chmod(place.path.string, mode) == 0 && chown(place.path.string, 65534, 65534) == 0)
        let refused = #expect(throws: ResultsError.self) { try place.prepare() }
        #expect(refused?.message.contains("belongs to another user; remove it") == true)
        #expect(throws: ResultsError.self) { try place.makeFolder() }
        // An empty one is in nobody's way.
        try FileManager.default.removeItem(atPath: inside.string)
        try place.prepare()
        #expect(throws: Never.self) { try place.makeFolder() }
    }

    @Test func whatAWorkerHasFinishedIsTakenOutOfItsReach() throws {
        try place.prepare()
        let folder = try place.makeFolder()
        let staged = try ["a", "b"].map { name in
            let path = folder.path.appending(".quiver-1-\(name).tmp")
            try Data(name.utf8).write(to: URL(fileURLWithPath: path.string))
            return RawPathText(path)
        }
        var files = AnswerLine.Files(annotated: staged[0], crops: [.init(staged: staged[1], label: "x")])
        try folder.take(&files)
        #expect(files.areOwn(in: folder.taking) && !files.areOwn(in: folder.path))
        #expect(files.crops[0].label == "x")
        folder.remove()
        #expect(
            try files.all.map { try Data(contentsOf: URL(fileURLWithPath: $0.string)) } == [
                Data("a".utf8), Data("b".utf8),
            ])
    }

    @Test func aFolderThatWasReplacedIsNoticed() throws {
        try place.prepare()
        let folder = try place.makeFolder()
        #expect(folder.isInPlace)
        try FileManager.default.moveItem(atPath: place.path.string, toPath: place.path.string + "-aside")
        #expect(!folder.isInPlace)
        try FileManager.default.createDirectory(atPath: folder.path.string, withIntermediateDirectories: true)
        #expect(!folder.isInPlace)
    }

    @Test func aPlaceThatLetsNothingBeMovedIsNoLieOfTheWorker() throws {
        try place.prepare()
        let folder = try place.makeFolder()
        let staged = folder.path.appending(".quiver-1-a.tmp")
        try Data("a".utf8).write(to: URL(fileURLWithPath: staged.string))
        // Root may write anywhere, so a file of the name stands in the way for it.
        try Data("b".utf8).write(to: URL(fileURLWithPath: place.path.appending(".quiver-1-a.tmp").string))
        var files = AnswerLine.Files(annotated: RawPathText(staged), crops: [])
        #expect(throws: ResultsError.self) { try folder.take(&files) }
        #expect(files.areOwn(in: folder.path) && exists(staged))
        // What was never written is one.
        try FileManager.default.removeItem(atPath: staged.string)
        try folder.take(&files)
        #expect(!files.areOwn(in: folder.taking))
    }
}
