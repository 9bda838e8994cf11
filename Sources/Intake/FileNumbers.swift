/// Which file systems give a file the same inode number again once the kernel has forgotten it.
///
/// FAT and its like have none on the disk and count them anew after each mount and whenever memory is short; most file
/// systems in user space do so as well. There a number says nothing of a file.
public struct FileNumbers: Sendable {
    private let passing: Set<UInt64>

    /// What the kernel says now of everything that is mounted.
    public static func current() -> FileNumbers { FileNumbers(.current()) }

    init(_ table: MountTable) { passing = Set(table.mounts.filter { !$0.hasLastingNumbers }.map(\.device)) }

    /// Whether the number of a file on a device stays its own.
    public func areLasting(on device: UInt64) -> Bool { !passing.contains(device) }

    /// An identity without a number that says nothing.
    func lasting(_ identity: FileIdentity) -> FileIdentity {
        var identity = identity
        if !areLasting(on: identity.device) { identity.inode = 0 }
        return identity
    }
}

extension MountTable.Mount {
    fileprivate var hasLastingNumbers: Bool {
        // ntfs-3g, behind fuseblk, gives the numbers of its disk.
        !["vfat", "msdos", "exfat", "fuse"].contains(type) && !type.hasPrefix("fuse.")
    }
}

extension UInt64 {
    /// A device number, as `stat` gives it, from how the kernel writes it, as in "8:1"; 0 for anything else.
    init(device text: some StringProtocol) {
        let parts = text.split(separator: ":").compactMap { UInt64($0) }
        guard parts.count == 2 else {
            self = 0
            return
        }
        let (major, minor) = (parts[0], parts[1])
        self = minor & 0xFF | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | (major & ~0xFFF) << 32
    }
}
