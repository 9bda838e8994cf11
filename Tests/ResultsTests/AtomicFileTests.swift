import Findings
import Foundation
import Glibc
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Results

@Suite struct AtomicFileTests {
    let folder: TemporaryFolder
    var path: FilePath { FilePath(folder.url.path) }

    init() throws { folder = try TemporaryFolder() }

    func text(_ path: FilePath) throws -> String { try String(contentsOfFile: path.string, encoding: .utf8) }

    func names(_ path: FilePath) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path.string).sorted()
    }

    @Test func writesIntoFoldersThatAreNotThereYet() throws {
        let target = path.appending("a/b/c.json")
        try AtomicFile.write("one".utf8, to: target)
        try AtomicFile.write("two".utf8, to: target)
        #expect(try text(target) == "two")
        #expect(try names(target.removingLastComponent()) == ["c.json"])
    }

    @Test(arguments: ["its picture", "another photo's", "a private file", "a link", "outside"])
    func onlyThePictureOfAPhotoIsCopied(what: String) throws {
        let content = String(repeating: "a", count: 64)
        let marked = PictureMark.added(to: [0xFF, 0xD8, 0xFF, 0xD9], content: content)
        let output = path.appending("out")
        try FileManager.default.createDirectory(atPath: output.string, withIntermediateDirectories: true)
        try Data(marked).write(to: folder["outside.jpg"])
        let place = output.appending("a.jpg").string
        switch what {
        case "its picture": try Data(marked).write(to: URL(fileURLWithPath: place))
        case "another photo's":
            let other = PictureMark.added(to: [0xFF, 0xD8], content: String(repeating: "b", count: 64))
            try Data(other).write(to: URL(fileURLWithPath: place))
        case "a private file": try Data("secret".utf8).write(to: URL(fileURLWithPath: place))
        case "a link": try #require(symlink(folder["outside.jpg"].path, place) == 0)
        default: #expect(PathBelow("../outside.jpg".utf8) == nil)
        }
        let way = try #require(PathBelow("a.jpg".utf8))
        let copy = try? AtomicFile.stage(pictureOf: content, at: way, in: output, for: output.appending("b.jpg"))
        #expect((copy != nil) == (what == "its picture"))
    }

    @Test func writesUnderTheLongestNames() throws {
        let target = path.appending(String(repeating: "x", count: 255))
        try AtomicFile.write("one".utf8, to: target)
        #expect(try text(target) == "one")
    }

    @Test func aStagedFileShowsOnlyWhenItIsPublished() throws {
        let targets = ["d/a.json", "d/a.jpg", "e/b.json"].map { path.appending($0) }
        var publication = Publication()
        for target in targets { publication.add(try AtomicFile.stage("x".utf8, for: target), as: target) }
        #expect(try names(path.appending("d")).allSatisfy { $0.hasPrefix(".quiver-") && $0.hasSuffix(".tmp") })
        try publication.commit()
        #expect(try names(path.appending("d")) == ["a.jpg", "a.json"])
        // As after a crash between the renames and the queue's transaction.
        try publication.commit()
        #expect(try names(path.appending("e")) == ["b.json"])
    }

    @Test func aDiscardedPublicationLeavesNothing() throws {
        var publication = Publication()
        let target = path.appending("a.json")
        publication.add(try AtomicFile.stage("x".utf8, for: target), as: target)
        publication.discard()
        #expect(try names(path) == [])
        #expect(throws: ResultsError.self) { try publication.commit() }
    }

    @Test func sweepsOnlyWhatIsLeftOver() throws {
        let kept = ["a.json", ".quiver-note", "x.tmp", "day/b.json"].map { path.appending($0) }
        for file in kept { try AtomicFile.write("x".utf8, to: file) }
        _ = try AtomicFile.stage("x".utf8, for: path.appending("c.json"))
        _ = try AtomicFile.stage("x".utf8, for: path.appending("day/deep/c.json"))
        let outside = try TemporaryFolder()
        let orphan = try AtomicFile.stage("x".utf8, for: FilePath(outside.url.path).appending("d.json"))
        symlink(outside.url.path, path.appending("link").string)
        #expect(AtomicFile.sweep(path) == 2)
        #expect(FileCalls.exists(orphan))
        for file in kept { #expect(FileCalls.exists(file)) }
        #expect(AtomicFile.sweep(path.appending("missing")) == 0)
    }

    /// Several processes write here: what the living use stays, and what no process is known of once it is a day old.
    @Test func aSweepLeavesWhatLivingProcessesHaveMade() throws {
        let lives: [Int64] = [5, 6, 7, 8]
        let files = lives.map { ".quiver-\(ProcessLife.tag(of: $0))-x.tmp" }
        let (alive, dead, new, old) = (files[0], files[1], files[2], files[3])
        for file in files { try AtomicFile.write("x".utf8, to: path.appending("day/\(file)")) }
        try AtomicFile.write("x".utf8, to: path.appending(".quiver-staging-5/\(dead)"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: folder["day/\(old)"].path)
        let abandoned = AbandonedFiles(alive: [5], dead: [6])
        #expect(AtomicFile.sweep(path, abandoned, isDeep: false) == 0, "they lie further down")
        #expect(AtomicFile.sweep(path, abandoned) == 2)
        #expect(try self.names(path.appending("day")) == [alive, new].sorted())
        #expect(try self.names(path.appending(".quiver-staging-5")).count == 1, "a living process's workers")
        #expect(AtomicFile.sweep(path) == 3)
    }

    @Test func aTempFileSaysWhoMadeIt() throws {
        let staged = try AtomicFile.stage("x".utf8, for: path.appending("a.json"))
        #expect(AtomicFile.maker(of: staged.lastName) == ProcessLife.tag)
        #expect(AtomicFile.maker(of: Array("a.json".utf8)) == nil)
    }

    @Test func anUnfinishedFileRemovesItself() throws {
        do {
            let table = try JSONLines(at: path.appending("results.jsonl"))
            try table.append(TableRow(Samples.done))
        }
        #expect(try names(path) == [])
    }

    @Test func errorsNameTheFileAndWhoseFaultItIs() throws {
        try AtomicFile.write("x".utf8, to: path.appending("file"))
        let below = #expect(throws: ResultsError.self) {
            try AtomicFile.write("x".utf8, to: path.appending("file/a.json"))
        }
        #expect(below?.fault == .environment)
        #expect(below?.message.contains("\(path)/file") == true)
        try FileManager.default.createDirectory(at: folder["b.json"], withIntermediateDirectories: true)
        let folderInPlace = #expect(throws: ResultsError.self) {
            try AtomicFile.write("x".utf8, to: path.appending("b.json"))
        }
        #expect(folderInPlace?.message.contains("b.json") == true)
        #expect(try names(path) == ["b.json", "file"])
    }
}
