import Testing

@testable import Intake

@Suite("MountTable")
struct MountTableTests {
    private let table = MountTable(
        mountInfo: Array(
            """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            30 22 0:40 / /mnt/share rw - nfs4 server:/x rw
            31 22 0:41 / /mnt/my\\040disk rw - fuse.sshfs me@host: rw
            32 22 0:42 / /mnt/twice rw - ext4 /dev/sdb rw
            33 22 0:43 / /mnt/twice rw - cifs //nas/x rw
            """.utf8))

    @Test(
        "the deepest and last mount decides",
        arguments: [
            ("/home/a", "ext4", true), ("/mnt/share/day1", "nfs4", false), ("/mnt/sharex", "ext4", true),
            ("/mnt/my disk/x", "fuse.sshfs", false), ("/mnt/twice", "cifs", false),
        ])
    func deepest(path: String, type: String, givesEvents: Bool) throws {
        let mount = try #require(table.mount(of: Array(path.utf8)))
        #expect(mount.type == type)
        #expect(mount.givesEvents == givesEvents)
    }

    @Test("an empty table knows nothing")
    func empty() { #expect(MountTable(mountInfo: []).mount(of: Array("/".utf8)) == nil) }

    @Test("this machine's own table has a root")
    func current() { #expect(MountTable.current().mount(of: Array("/".utf8)) != nil) }

    @Test(
        "the numbers of files last where the disk keeps them",
        arguments: [
            ("ext4", true), ("nfs4", true), ("fuseblk", true), ("vfat", false), ("exfat", false), ("fuse.sshfs", false),
        ])
    func numbers(type: String, areLasting: Bool) {
        let table = MountTable(mountInfo: Array("25 1 259:300 / /card rw - \(type) disk rw\n".utf8))
        let numbers = FileNumbers(table)
        #expect(numbers.areLasting(on: 0x11032C) == areLasting)
        #expect(numbers.areLasting(on: 0x801))
    }
}
