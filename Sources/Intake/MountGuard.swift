import SystemPackage
import SystemValues

/// Remembers which mount holds a folder and which are mounted inside it, to tell later whether they are still there.
///
/// Where a share or a disk is gone, its mount point is an empty folder of the file system below: files look deleted, and
/// what is written is hidden once the share is back.
public struct MountGuard: Sendable {
    private let folder: [UInt8]
    /// The mount point that the folder belongs to, the deepest that was ever seen; nil where the kernel's table could not be read.
    private var point: [UInt8]?
    /// The mount points inside the folder.
    private var inner: Set<[UInt8]> = []

    /// Looks where a folder lies now; a folder that is not there yet counts by those above it.
    public init(_ folder: FilePath) { self.init(folder, mounts: .current()) }

    init(_ folder: FilePath, mounts: MountTable) {
        self.folder = folder.resolvedPath.rawBytes
        point = mounts.mount(of: self.folder)?.path
        note(mounts)
    }

    /// The mount point of the share that an absolute path leads to by its name, without asking it; nil for a local disk.
    public static func share(named path: FilePath) -> FilePath? {
        guard let mount = MountTable.current().mount(of: path.rawBytes), !mount.givesEvents else { return nil }
        return FilePath(rawBytes: mount.path)
    }

    /// Whether the mount is still in its place.
    public var holds: Bool {
        guard let point else { return true }
        let table = MountTable.current()
        // A table that cannot be read says nothing about mounts.
        return table.isEmpty || table.holds(point)
    }

    /// The mount point, for messages.
    public var place: String { PercentEscape.printable(point ?? []) }

    /// Takes note of what has been mounted over and inside folders meanwhile; the mounts are read once for all.
    public static func note(in guards: inout [FilePath: MountGuard]) {
        let mounts = MountTable.current()
        for folder in guards.keys { guards[folder]?.note(mounts) }
    }

    /// Takes note of what has been mounted over and inside the folder meanwhile.
    public mutating func note() { note(.current()) }

    mutating func note(_ mounts: MountTable) {
        // A share that is mounted after the start holds the folder from then on; one that goes is never taken note of.
        if let deepest = mounts.mount(of: folder)?.path, deepest.count > point?.count ?? 0 { point = deepest }
        for mount in mounts.mounts where mount.path != folder && RawPath.isInside(mount.path, folder) {
            inner.insert(mount.path)
        }
    }

    /// Where something was mounted inside a folder and is no more.
    public struct LostMount: Sendable, Hashable {
        /// The mount point, for messages.
        public let place: String
        /// The mount point's path below the folder.
        public let folder: [UInt8]
    }

    /// The mount point above a file where something was mounted and is no more; nil where there is none.
    public func lostMount(above file: FilePath) -> LostMount? { lostMount(above: file, mounts: .current()) }

    func lostMount(above file: FilePath, mounts: MountTable) -> LostMount? {
        guard !inner.isEmpty, !mounts.isEmpty else { return nil }
        let path = file.resolvedPath.rawBytes
        // The outermost one: all that lies in it waits for it.
        let lost = inner.filter { RawPath.isInside(path, $0) && !mounts.holds($0) }.min { $0.count < $1.count }
        return lost.map {
            LostMount(
                place: PercentEscape.printable($0),
                folder: Array($0.dropFirst(folder.count).drop { $0 == RawPath.slash }))
        }
    }
}

extension MountTable {
    var isEmpty: Bool { mount(of: Array("/".utf8)) == nil }

    /// Whether something is mounted at exactly this place.
    func holds(_ point: [UInt8]) -> Bool { mount(of: point)?.path == point }
}
