import Foundation
import Glibc
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("TreeWalk")
struct TreeWalkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func walk(_ rules: IntakeRules = IntakeRules(), recursive: Bool = true) -> TreeWalk {
        let path = folder.path.rawBytes
        return TreeWalk(root: 0, path: path, isRecursive: recursive, rules: TreeRules(root: path, rules: rules))
    }

    private func found(_ walk: TreeWalk, limit: Int = 3) -> [String] {
        var names: [String] = []
        while let batch = walk.next(limit: limit) { names += batch.map { PercentEscape.printable($0.relative) } }
        return names
    }

    @Test("depth first, files before folders, in the order of their names")
    func order() throws {
        try folder.makeFolder("b/inner")
        try folder.makeFolder("a")
        for name in ["z.jpg", "a/2.jpg", "a/10.jpg", "b/inner/x.jpg", "b/y.jpg"] { try folder.write(name, [1]) }
        #expect(found(walk()) == ["z.jpg", "a/10.jpg", "a/2.jpg", "b/y.jpg", "b/inner/x.jpg"])
        #expect(found(walk(recursive: false)) == ["z.jpg"])
    }

    @Test(
        "any name that the kernel allows is found and can be opened",
        arguments: [
            [0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67], Array("new\nline.jpg".utf8), Array("🏹 Zoë.jpg".utf8),
            Array(String(repeating: "x", count: 251).utf8) + Array(".jpg".utf8), Array("-rf *.jpg".utf8),
        ])
    func rawNames(name: [UInt8]) throws {
        try folder.write(name, Tiny.jpeg())
        let batch = try #require(walk().nextFiles())
        #expect(batch.map(\.relative) == [name])
        let file = try OpenFile(batch[0].path.rawBytes, followLinks: false)
        #expect(try file.status().identity == batch[0].identity)
    }

    @Test("links are not followed, unless asked; then not in circles")
    func links() throws {
        let outside = try TemporaryFolder()
        try outside.write("secret.jpg", [1])
        try folder.write("a.jpg", [1])
        let manager = FileManager.default
        try manager.createSymbolicLink(at: folder["out"], withDestinationURL: outside.url)
        try manager.createSymbolicLink(at: folder["link.jpg"], withDestinationURL: outside["secret.jpg"])
        try manager.createSymbolicLink(at: folder["circle"], withDestinationURL: folder.url)
        try manager.createSymbolicLink(at: folder["nowhere.jpg"], withDestinationURL: outside["missing"])
        let plain = walk()
        #expect(found(plain) == ["a.jpg"])
        #expect(plain.tally.links == 4)
        #expect(found(walk(IntakeRules(followLinks: true))).sorted() == ["a.jpg", "link.jpg", "out/secret.jpg"])
    }

    @Test("FIFOs and sockets are counted and never opened")
    func special() throws {
        try #require(folder.makeFIFO("pipe.jpg"))
        try folder.write("a.jpg", [1])
        let walk = walk()
        #expect(found(walk) == ["a.jpg"])
        #expect(walk.tally.special == 1)
    }

    @Test("an output folder inside the input is never entered, whether or not it exists yet", arguments: [true, false])
    func output(exists: Bool) throws {
        if exists { try folder.makeFolder("results") }
        let walk = walk(IntakeRules(excluded: [folder.path("results"), folder.path("done/old")]))
        try folder.makeFolder("results/day1")
        try folder.makeFolder("done/old")
        for name in ["a.jpg", "results/a.jpg", "results/day1/b.jpg", "done/old/c.jpg", "done/d.jpg"] {
            try folder.write(name, [1])
        }
        #expect(found(walk) == ["a.jpg", "done/d.jpg"])
    }

    @Test("an excluded folder is not reached through a link either")
    func linkToOutput() throws {
        try folder.makeFolder("results")
        try folder.write("results/a.jpg", [1])
        try FileManager.default.createSymbolicLink(at: folder["back"], withDestinationURL: folder["results"])
        #expect(found(walk(IntakeRules(followLinks: true, excluded: [folder.path("results")]))).isEmpty)
    }

    @Test("an output folder that holds the input excludes nothing, and our own pictures are known by their names")
    func outputAbove() throws {
        try folder.write("a.jpg", [1])
        try folder.write("a.jpg.annotated.jpg", [1])
        let above = FilePath(folder.url.deletingLastPathComponent().path)
        #expect(found(walk(IntakeRules(excluded: [above, folder.path]))) == ["a.jpg"])
    }

    @Test("a tree that is too deep is left out with a failure, and no descriptor is lost")
    func deep() throws {
        try folder.makeFolder(Array(repeating: "d", count: TreeWalk.deepest + 5).joined(separator: "/"))
        try folder.write("a.jpg", [1])
        let walk = walk()
        #expect(found(walk) == ["a.jpg"])
        #expect(walk.failures.map(\.reason) == [.tooDeep])
        #expect(walk.tally.tooDeep == 1)
    }

    @Test("a file whose path nothing can open is a failure of its folder")
    func tooLong() throws {
        try folder.writeBeyondLongestPath("b.jpg", [1])
        defer { folder.removeBeyondLongestPath() }
        try folder.write("a.jpg", [1])
        let walk = walk()
        #expect(found(walk) == ["a.jpg"])
        #expect(walk.failures.map(\.reason) == [.tooLong])
    }

    @Test("what the ignore list leaves out is counted by its patterns")
    func patterns() throws {
        try folder.makeFolder("set.tmp")
        let left = ["holiday.annotated.jpg", "b.annotated.jpg", "invoice#", "backup~", ".hidden.jpg", "set.tmp/a.jpg"]
        for name in ["a.jpg"] + left { try folder.write(name, [1]) }
        let walk = walk()
        #expect(found(walk) == ["a.jpg"])
        #expect(
            walk.tally.ignoredByPattern == ["*.annotated.jpg": 2, "*#": 1, "*~": 1, ".*": 1, "*.tmp": 1])
    }

    @Test("a folder without permission is a failure and the rest is found")
    func permission() throws {
        guard geteuid() != 0 else {
            print("Skipped: the super-user may list every folder; run the tests as another user to see this one.")
            return
        }
        try folder.makeFolder("closed")
        try folder.write("a.jpg", [1])
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder["closed"].path)
        let walk = walk()
        #expect(found(walk) == ["a.jpg"])
        #expect(walk.failures.map(\.reason) == [.system(.permissionDenied)])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder["closed"].path)
    }

    @Test("a root that is missing is a failure")
    func missing() {
        let path = folder.path("missing").rawBytes
        let walk = TreeWalk(root: 0, path: path, isRecursive: true, rules: TreeRules(root: path, rules: IntakeRules()))
        #expect(found(walk).isEmpty)
        #expect(walk.failures.map(\.reason) == [.system(.noSuchFileOrDirectory)])
    }
}

extension TreeWalk {
    /// The first batch that holds files.
    fileprivate func nextFiles() -> [Arrival]? {
        while let batch = next(limit: 16) {
            if !batch.isEmpty { return batch }
        }
        return nil
    }
}
