import Foundation
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("TreeRules")
struct TreeRulesTests {
    @Test("a path whose end is missing is made canonical as far as it exists")
    func missingEnd() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("real")
        try FileManager.default.createSymbolicLink(at: folder["link"], withDestinationURL: folder["real"])
        let canonical = RawPath.resolved(folder.path("link/x/y").rawBytes)
        #expect(canonical == RawPath.resolved(folder.path("real").rawBytes) + Array("/x/y".utf8))
    }

    @Test("places outside the root leave nothing out")
    func outside() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("in")
        let rules = TreeRules(
            root: folder.path("in").rawBytes,
            rules: IntakeRules(excluded: [folder.path("out"), folder.path("in/out"), folder.path("inner")]))
        #expect(rules.excluded == [Array("out".utf8)])
        #expect(rules.leavesOut(name: Array("out".utf8), relative: Array("out".utf8)))
        #expect(!rules.leavesOut(name: Array("out".utf8), relative: Array("x/out".utf8)))
    }

    @Test("what lies on a share that does not answer is known by its name, and its links are not followed")
    func silent() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("elsewhere")
        try folder.makeFolder("in")
        try FileManager.default.createSymbolicLink(at: folder["in/nas"], withDestinationURL: folder["elsewhere"])
        let root = RawPath.resolved(folder.path("in").rawBytes)
        let nas = FilePath(rawBytes: RawPath.join(root, Array("nas".utf8)))
        var rules = IntakeRules(excluded: [nas, nas.appending("done")])
        #expect(TreeRules(root: root, rules: rules).excluded.isEmpty)
        rules.silent = [nas]
        #expect(TreeRules(root: root, rules: rules).excluded == [Array("nas".utf8), Array("nas/done".utf8)])
        // For the share's own thread everything is as ever.
        #expect(TreeRules(root: nas.rawBytes, rules: rules).excluded == [Array("done".utf8)])
    }

    @Test(
        "what lies beside a database by its name is left out",
        arguments: [
            ("q.db", true), ("q.db-wal", true), ("q.db-shm", true), ("q.db-journal", true), ("q.db.lock", true),
            ("q.db.sock", true), ("q.db-mj0123", true), ("q.db-1.jpg", false), ("q.dbx", false), ("x/q.db-wal", false),
            ("q.db-day/a.jpg", false),
        ])
    func databases(relative: String, expected: Bool) throws {
        let folder = try TemporaryFolder()
        let rules = TreeRules(root: folder.path.rawBytes, rules: IntakeRules(databases: [folder.path("q.db")]))
        let bytes = Array(relative.utf8)
        #expect(rules.leavesOut(name: RawPath.lastComponent(bytes), relative: bytes) == expected)
    }
}
