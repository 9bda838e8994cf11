import Testing

@testable import SystemValues

@Suite("MountTable")
struct MountTableTests {
    private static let table = MountTable(
        mountInfo: Array(
            #"""
            24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            30 24 0:26 / /proc rw - proc proc rw
            40 24 0:40 / /mnt/share rw,relatime shared:7 master:2 - nfs4 nas:/photos rw,vers=4.2
            41 40 8:2 / /mnt/share/local rw - xfs /dev/sda2 rw
            42 24 0:41 / /mnt/my\040disk rw - fuse.sshfs me@there:/ rw
            43 24 0:42 / /mnt/twice rw - ext4 /dev/sdb1 rw
            44 24 0:43 / /mnt/twice rw - cifs //nas/data rw
            """#.utf8))

    private static func mount(type: String) throws -> MountTable.Mount {
        let table = MountTable(mountInfo: Array("25 1 259:300 / /card rw - \(type) disk rw\n".utf8))
        return try #require(table.mounts.first)
    }

    @Test(
        "the deepest and last mount decides",
        arguments: [
            ("/home/a", "ext4", true), ("/mnt/share", "nfs4", false), ("/mnt/share/day1", "nfs4", false),
            ("/mnt/share/2025/a", "nfs4", false), ("/mnt/share/local/q", "xfs", true), ("/mnt/sharex", "ext4", true),
            ("/mnt/shared", "ext4", true), ("/mnt/my disk/x", "fuse.sshfs", false), ("/mnt/twice", "cifs", false),
            ("/mnt/twice/x", "cifs", false), ("/", "ext4", true),
        ])
    func deepest(path: String, type: String, givesEvents: Bool) throws {
        let mount = try #require(Self.table.mount(of: Array(path.utf8)))
        #expect(mount.type == type)
        #expect(mount.givesEvents == givesEvents)
    }

    @Test("an empty table knows nothing, and nonsense is no mount", arguments: ["", "a b c d / f g h", "\n- - -"])
    func empty(text: String) {
        #expect(MountTable(mountInfo: Array(text.utf8)).mount(of: Array("/".utf8)) == nil)
    }

    @Test("this machine's own table has a root")
    func current() { #expect(MountTable.current().mount(of: Array("/".utf8)) != nil) }

    @Test(
        "the numbers of files last where the disk keeps them",
        arguments: [
            ("ext4", true), ("nfs4", true), ("fuseblk", true), ("vfat", false), ("exfat", false), ("fuse.sshfs", false),
        ])
    func numbers(type: String, areLasting: Bool) {
        let table = MountTable(mountInfo: Array("25 1 259:300 / /card rw - \(type) disk rw\n".utf8))
        let numbers = InodeNumbers(table)
        #expect(numbers.areLasting(on: 0x11032C) == areLasting)
        #expect(numbers.areLasting(on: 0x801))
    }

    @Test(
        "shares and user space cannot hold a database, local disks can",
        arguments: [
            ("nfs", false), ("nfs4", false), ("cifs", false), ("smb3", false), ("9p", false), ("fuse", false),
            ("fuse.sshfs", false), ("fuseblk", false), ("virtiofs", false), ("ext4", true), ("xfs", true),
            ("btrfs", true), ("overlay", true), ("tmpfs", true), ("zfs", true), ("f2fs", true),
        ])
    func databases(type: String, areSafe: Bool) throws { #expect(try Self.mount(type: type).holdsDatabases == areSafe) }

    @Test("a program that serves a disk of this machine tells of changes and keeps numbers, and holds no database")
    func fuseOfADisk() throws {
        let mount = try Self.mount(type: "fuseblk")
        #expect(mount.givesEvents && mount.hasLastingNumbers && !mount.holdsDatabases)
    }
}
