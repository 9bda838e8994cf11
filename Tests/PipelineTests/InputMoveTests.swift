import Foundation
import Results
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct InputMoveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func move(_ path: String, isDone: Bool = true, mostNumbers: Int = 100_000) throws {
        let place = Place(root: Array(folder.url.path.utf8), path: Array(path.utf8))
        try InputMove(place: place, isDone: isDone, mostNumbers: mostNumbers).perform()
    }

    private func files() -> [String] {
        let names = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".jpg") }.sorted()
    }

    @Test(arguments: [(true, "done/day/a.jpg"), (false, "failed/day/a.jpg")])
    func aPhotoKeepsItsFolders(isDone: Bool, place: String) throws {
        try FileManager.default.createDirectory(at: folder["day"], withIntermediateDirectories: true)
        try Data("a".utf8).write(to: folder["day/a.jpg"])
        try move("day/a.jpg", isDone: isDone)
        #expect(files() == [place])
    }

    @Test func anotherPhotoOfTheNameGetsANumber() throws {
        for content in ["one", "two"] {
            try Data(content.utf8).write(to: folder["a.jpg"])
            try move("a.jpg")
        }
        #expect(files() == ["done/a-2.jpg", "done/a.jpg"])
        #expect(try String(contentsOf: folder["done/a.jpg"], encoding: .utf8) == "one")
    }

    @Test func tooManyPhotosOfTheNameAreSaid() throws {
        try FileManager.default.createDirectory(at: folder["done"], withIntermediateDirectories: true)
        try Data("new".utf8).write(to: folder["a.jpg"])
        for number in 1...50 {
            try Data().write(to: folder[number == 1 ? "done/a.jpg" : "done/a-\(number).jpg"])
        }
        let error = #expect(throws: PipelineError.self) { try move("a.jpg", mostNumbers: 50) }
        #expect(error?.description.contains("a.jpg has its result but stays where it is") == true)
        #expect(try String(contentsOf: folder["a.jpg"], encoding: .utf8) == "new")
    }

    /// A move gives the file its second name and takes the first away; a crash may come between.
    @Test func aMoveThatACrashCutInTwoIsFinishedAndNotDoubled() throws {
        try Data("a".utf8).write(to: folder["a.jpg"])
        try FileManager.default.createDirectory(at: folder["done"], withIntermediateDirectories: true)
        try #require(link(folder["a.jpg"].path, folder["done/a.jpg"].path) == 0)
        try move("a.jpg")
        #expect(files() == ["done/a.jpg"])
        try move("a.jpg")
        #expect(files() == ["done/a.jpg"])
    }

    @Test(arguments: ["done", "done/day", "day"])
    func aPlantedLinkIsRefusedByNameAndThePhotoStays(planted: String) throws {
        for name in ["day", "done", "outside"] {
            try FileManager.default.createDirectory(at: folder[name], withIntermediateDirectories: true)
        }
        try Data("a".utf8).write(to: folder["day/a.jpg"])
        let link = folder[planted]
        let was = folder["was"]
        if planted == "day" { try FileManager.default.moveItem(at: link, to: was) }
        if planted == "done" { try FileManager.default.removeItem(at: link) }
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: planted == "day" ? was : folder["outside"])
        let error = #expect(throws: PipelineError.self) { try move("day/a.jpg") }
        #expect(error?.message.contains("\(link.path): it is a symbolic link") == true, "\(error?.message ?? "")")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder["outside"].path).isEmpty)
        let photo = planted == "day" ? "was/a.jpg" : "day/a.jpg"
        #expect(FileManager.default.fileExists(atPath: folder[photo].path))
    }

    @Test func thePlanNamesWhereThePhotoWillLie() throws {
        for number in 1...2 {
            try Data("\(number)".utf8).write(to: folder["a.jpg"])
            let place = Place(root: Array(folder.url.path.utf8), path: Array("a.jpg".utf8))
            let move = InputMove(place: place, isDone: true)
            let planned = try #require(move.plan())
            #expect(try move.perform() == planned)
        }
        #expect(files() == ["done/a-2.jpg", "done/a.jpg"])
    }

    /// A sender overwrites a photo between its result and its move.
    @Test func aPhotoThatIsAnotherOneByNowStays() throws {
        try Data("old".utf8).write(to: folder["a.jpg"])
        let place = Place(root: Array(folder.url.path.utf8), path: Array("a.jpg".utf8))
        let seen = FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4)
        #expect(try InputMove(place: place, isDone: true, stamp: seen).perform() == nil)
        #expect(files() == ["a.jpg"])
    }

    @Test(arguments: ["a.jpg", "day/a.jpg"])
    func aMovedPhotoComesBack(path: String) throws {
        try FileManager.default.createDirectory(at: folder["day"], withIntermediateDirectories: true)
        try Data("a".utf8).write(to: folder[path])
        try move(path, isDone: false)
        try FileManager.default.removeItem(at: folder["day"])
        let place = Place(root: Array(folder.url.path.utf8), path: Array(path.utf8))
        try InputMove.undo(place, from: FilePath(folder["failed/\(path)"].path))
        #expect(files() == [path])
        // One that lies there is left alone, wherever it is said to have gone.
        try InputMove.undo(place, from: "/somewhere/else.jpg")
        #expect(files() == [path])
    }

    /// Hosts have a share at different paths, and records have those of the host that wrote them.
    @Test(arguments: ["a.jpg", "day/a.jpg"])
    func aPhotoIsFoundWhereThisHostHasItsFolder(path: String) {
        let here = Place(root: Array("/srv/club".utf8), path: Array(path.utf8))
        let source = Record.Source(path: FilePath("/mnt/club").pushing(FilePath(path)), bytes: 1, sha256: nil)
        #expect(here.file(of: source) == FilePath("/srv/club/\(path)"))
        let moved = FilePath("/mnt/club/done").pushing(FilePath(path))
        #expect(here.file(of: source.moved(to: moved)) == FilePath("/srv/club/done/\(path)"))
        #expect(here.file(of: source.moved(to: "/srv/club/failed/b.jpg")) == "/srv/club/failed/b.jpg")
        #expect(here.file(of: source.moved(to: "/elsewhere/b.jpg")) == "/elsewhere/b.jpg")
        let local = here.local(source.moved(to: moved))
        #expect(local.path == "/srv/club/\(path)" && local.movedTo == "/srv/club/done/\(path)" && local.bytes == 1)
        #expect(here.local(local) == local)
        let elsewhere = Place(root: Array("club:".utf8), path: Array(path.utf8))
        #expect(elsewhere.file(of: source) == source.filePath)
    }

    @Test(arguments: ["failed/../../other.jpg", "other.jpg", "failed/b.jpg"])
    func onlyWhatLiesInTheFoldersOfMovedPhotosComesBack(from: String) throws {
        try Data("b".utf8).write(to: folder["other.jpg"])
        let place = Place(root: Array(folder.url.path.utf8), path: Array("a.jpg".utf8))
        #expect(throws: FolderError.self) {
            try InputMove.undo(place, from: FilePath(rawBytes: Array("\(folder.url.path)/\(from)".utf8)))
        }
        #expect(files() == ["other.jpg"])
    }
}
