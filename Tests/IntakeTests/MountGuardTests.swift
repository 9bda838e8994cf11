import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("MountGuard")
struct MountGuardTests {
    private static func table(_ points: [String]) -> MountTable {
        MountTable(mountInfo: Array(points.map { "1 1 0:1 / \($0) rw - ext4 disk rw\n" }.joined().utf8))
    }

    @Test("a mount inside a folder that is gone is named for the files below it, and for no others")
    func inner() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("nas/day1")
        let root = try #require(Syscalls.realPath(folder.path.rawBytes).map { PercentEscape.printable($0) })
        let before = Self.table(["/", "\(root)/nas", "/elsewhere"])
        let guarded = MountGuard(folder.path, mounts: before)
        #expect(guarded.lostMount(above: folder.path("nas/day1/a.jpg"), mounts: before) == nil)
        let after = Self.table(["/"])
        #expect(guarded.lostMount(above: folder.path("nas/day1/a.jpg"), mounts: after)?.place == "\(root)/nas")
        #expect(guarded.lostMount(above: folder.path("a.jpg"), mounts: after) == nil)
        #expect(guarded.lostMount(above: folder.path("nas2/a.jpg"), mounts: after) == nil)
    }

    @Test("what is mounted later is known once it was noted")
    func noted() throws {
        let folder = try TemporaryFolder()
        let root = try #require(Syscalls.realPath(folder.path.rawBytes).map { PercentEscape.printable($0) })
        var guarded = MountGuard(folder.path, mounts: Self.table(["/"]))
        guarded.note(Self.table(["/", "\(root)/nas"]))
        #expect(guarded.lostMount(above: folder.path("nas/a.jpg"), mounts: Self.table(["/"]))?.place == "\(root)/nas")
    }

    @Test("a share that is mounted over the folder, or above it, after the start is known once it was noted")
    func mountedLate() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("disk/out")
        let root = try #require(Syscalls.realPath(folder.path("disk/out").rawBytes).map { PercentEscape.printable($0) })
        var guarded = MountGuard(folder.path("disk/out"), mounts: Self.table(["/"]))
        #expect(guarded.place == "/")
        for point in [String(root.dropLast(4)), root] {
            guarded.note(Self.table(["/", point]))
            #expect(guarded.place == point)
            // What goes is not forgotten.
            guarded.note(Self.table(["/"]))
            #expect(guarded.place == point && !guarded.holds)
        }
    }

    @Test("a table that cannot be read says nothing")
    func unknown() throws {
        let folder = try TemporaryFolder()
        let root = try #require(Syscalls.realPath(folder.path.rawBytes).map { PercentEscape.printable($0) })
        let guarded = MountGuard(folder.path, mounts: Self.table(["/", "\(root)/nas"]))
        #expect(guarded.lostMount(above: folder.path("nas/a.jpg"), mounts: Self.table([])) == nil)
        #expect(MountGuard(folder.path, mounts: Self.table([])).holds)
    }
}
