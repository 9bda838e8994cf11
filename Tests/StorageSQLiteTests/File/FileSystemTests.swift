import Testing

@testable import StorageSQLite

@Suite struct FileSystemTests {
    private static let mounts = #"""
        24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        30 24 0:26 / /proc rw - proc proc rw
        40 24 0:40 / /mnt/share rw,relatime shared:7 master:2 - nfs4 nas:/photos rw,vers=4.2
        41 40 8:2 / /mnt/share/local rw - xfs /dev/sda2 rw
        42 24 0:41 / /mnt/my\040photos rw - fuse.sshfs me@there:/ rw
        43 24 0:42 / /data rw - ext4 /dev/sdb1 rw
        44 24 0:43 / /data rw - cifs //nas/data rw
        """#

    @Test(arguments: [
        ("/home/me", "ext4"), ("/mnt/share", "nfs4"), ("/mnt/share/2025/a", "nfs4"), ("/mnt/share/local/q", "xfs"),
        ("/mnt/shared", "ext4"), ("/mnt/my photos/x", "fuse.sshfs"), ("/data/x", "cifs"), ("/", "ext4"),
    ])
    func theDeepestAndLastMountCounts(_ folder: String, _ type: Substring) {
        #expect(FileSystem.type(of: folder, mounts: Self.mounts) == type)
    }

    @Test(arguments: ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse", "fuse.sshfs", "fuseblk", "virtiofs"])
    func sharesAndUserSpaceCannotHoldAQueue(_ type: Substring) {
        #expect(FileSystem.isUnfit(type))
    }

    @Test(arguments: ["ext4", "xfs", "btrfs", "overlay", "tmpfs", "zfs", "f2fs"])
    func localDisksCan(_ type: Substring) {
        #expect(!FileSystem.isUnfit(type))
    }

    @Test func nonsenseIsNoMount() {
        #expect(FileSystem.type(of: "/", mounts: "") == nil)
        #expect(FileSystem.type(of: "/", mounts: "a b c d / f g h") == nil)
    }
}
