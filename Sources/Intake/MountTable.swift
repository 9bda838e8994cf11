import SystemPackage

/// The mounted file systems, and which of them tell about changes.
///
/// Inotify sees what this machine's kernel does. On a network share other machines write, and on FUSE another process
/// does, so there events come for a part of the changes only, which looks well in a test and loses photos at night.
struct MountTable: Sendable {
    struct Mount: Sendable, Hashable {
        let path: [UInt8]
        let type: String
        let device: UInt64

        /// Only file systems known to be local are trusted; anything else is polled.
        var givesEvents: Bool { Self.local.contains(type) }

        private static let local: Set<String> = [
            "ext2", "ext3", "ext4", "xfs", "btrfs", "bcachefs", "zfs", "f2fs", "jfs", "reiserfs", "nilfs2", "tmpfs",
            "ramfs", "rootfs", "devtmpfs", "vfat", "msdos", "exfat", "ntfs", "ntfs3", "fuseblk", "hfs", "hfsplus",
            "udf",
            "iso9660", "squashfs", "erofs", "ubifs", "jffs2", "overlay", "aufs", "ecryptfs",
        ]
    }

    let mounts: [Mount]

    /// Reads what the kernel says now; empty where there is no `/proc`, and then everything counts as unknown.
    static func current() -> MountTable {
        let path = Array("/proc/self/mountinfo".utf8)
        guard let file = try? OpenFile(path, followLinks: true) else { return MountTable(mountInfo: []) }
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while let count = try? Syscalls.read(file.descriptor, into: buffer, at: Int64(bytes.count)), count > 0 {
            bytes.append(contentsOf: buffer[..<count])
        }
        return MountTable(mountInfo: bytes)
    }

    /// Reads the text of `/proc/self/mountinfo`: fields by spaces, spaces in paths as `\040`, the type after a lone
    /// `-`.
    init(mountInfo: [UInt8]) {
        mounts = mountInfo.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 6, let dash = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }),
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
    func mount(of path: [UInt8]) -> Mount? {
        mounts.filter { RawPath.isInside(path, $0.path) }.reduce(nil) { best, mount in
            guard let best, best.path.count > mount.path.count else { return mount }
            return best
        }
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
