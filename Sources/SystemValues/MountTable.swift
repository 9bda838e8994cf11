import Glibc
import SystemPackage

/// The mounted file systems, and what can be expected of each.
package struct MountTable: Sendable {
    /// One mounted file system.
    package struct Mount: Sendable, Hashable {
        /// Where it is mounted, as bytes.
        package let path: [UInt8]
        /// The file system's type, such as "ext4" or "fuse.sshfs".
        package let type: String
        /// The device number that `stat` gives for files on it.
        package let device: UInt64
    }

    /// The mounts in the kernel's order: of two at one place the later one hides the earlier.
    package let mounts: [Mount]

    /// What the kernel says now; empty where there is no `/proc`, and then everything counts as unknown.
    package static func current() -> MountTable { LastMounts.shared.current() }

    /// Reads the text of `/proc/self/mountinfo` as proc(5) has it: number, parent, device, root, mount point, options,
    /// optional fields, "-", type, source, options; spaces in paths as `\040`.
    package init(mountInfo: [UInt8]) {
        mounts = mountInfo.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 6, let dash = fields.dropFirst(6).firstIndex(where: { $0.elementsEqual("-".utf8) }),
                dash + 1 < fields.count
            else {
                return nil
            }
            return Mount(
                path: Self.unescaped(fields[4]), type: String(decoding: fields[dash + 1], as: UTF8.self),
                device: UInt64(device: String(decoding: fields[2], as: UTF8.self)))
        }
    }

    /// The mount that holds a canonical path: the deepest one, and of several at one place the last.
    package func mount(of path: [UInt8]) -> Mount? {
        mounts.filter { Self.isInside(path, $0.path) }.reduce(nil) { best, mount in
            guard let best, best.path.count > mount.path.count else { return mount }
            return best
        }
    }

    private static func isInside(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        guard path.starts(with: folder) else { return false }
        return path.count == folder.count || path[folder.count] == slash || folder.last == slash
    }

    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var index = field.startIndex
        while index < field.endIndex {
            let digits = field[index...].dropFirst().prefix(3)
            if field[index] == UInt8(ascii: "\\"), digits.count == 3,
                digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) })
            {
                result.append(digits.reduce(0) { $0 &* 8 &+ ($1 - UInt8(ascii: "0")) })
                index += 4
            } else {
                result.append(field[index])
                index += 1
            }
        }
        return result
    }
}

/// What follows from a file system's type; three questions, to which `fuseblk` has three answers of its own.
///
/// Behind `fuseblk` a program of this machine (ntfs-3g) serves a disk of this machine: all changes go through this kernel,
/// and files have the numbers of the disk. But a program in user space need not share memory as SQLite's log demands.
extension MountTable.Mount {
    private static let local: Set<String> = [
        "ext2", "ext3", "ext4", "xfs", "btrfs", "bcachefs", "zfs", "f2fs", "jfs", "reiserfs", "nilfs2", "tmpfs",
        "ramfs", "rootfs", "devtmpfs", "vfat", "msdos", "exfat", "ntfs", "ntfs3", "fuseblk", "hfs", "hfsplus", "udf",
        "iso9660", "squashfs", "erofs", "ubifs", "jffs2", "overlay", "aufs", "ecryptfs",
    ]
    private static let shares: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "ocfs2", "gfs2", "vboxsf", "vmhgfs",
        "virtiofs", "ncpfs", "coda", "beegfs", "glusterfs",
    ]

    /// Whether inotify tells about every change: only file systems known to be local are trusted.
    ///
    /// Inotify sees what this machine's kernel does. On a network share other machines write, and on FUSE another process
    /// does, so there events come for a part of the changes only, which looks well in a test and loses photos at night.
    package var givesEvents: Bool { Self.local.contains(type) }

    /// Whether files keep their numbers; see ``InodeNumbers``.
    package var hasLastingNumbers: Bool {
        !["vfat", "msdos", "exfat", "fuse"].contains(type) && !type.hasPrefix("fuse.")
    }

    /// Whether SQLite's log is safe there: it needs memory that all processes share and locks that hold.
    ///
    /// Shares and file systems in user space give neither for certain, and the damage shows only later.
    package var holdsDatabases: Bool { !Self.shares.contains(type) && !type.hasPrefix("fuse") }
}

/// Which file systems give a file the same inode number again once the kernel has forgotten it.
///
/// FAT and its like have none on the disk and count them anew after each mount and whenever memory is short; most file
/// systems in user space do so as well. There a number says nothing of a file.
public struct InodeNumbers: Sendable {
    private let passing: Set<UInt64>

    /// What the kernel says now of everything that is mounted.
    public static func current() -> InodeNumbers { InodeNumbers(.current()) }

    /// What a table of mounts says.
    package init(_ table: MountTable) { passing = Set(table.mounts.filter { !$0.hasLastingNumbers }.map(\.device)) }

    /// Whether the number of a file on a device stays its own.
    public func areLasting(on device: UInt64) -> Bool { !passing.contains(device) }

    /// An identity without a number that says nothing.
    public func lasting(_ identity: FileIdentity) -> FileIdentity {
        var identity = identity
        if !areLasting(on: identity.device) { identity.inode = 0 }
        return identity
    }
}

extension UInt64 {
    /// A device number, as `stat` gives it, from how the kernel writes it, as in "8:1"; 0 for anything else.
    fileprivate init(device text: some StringProtocol) {
        let parts = text.split(separator: ":").compactMap { UInt64($0) }
        guard parts.count == 2 else {
            self = 0
            return
        }
        let (major, minor) = (parts[0], parts[1])
        self = minor & 0xFF | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | (major & ~0xFFF) << 32
    }
}
