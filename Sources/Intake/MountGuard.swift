import SystemPackage
import SystemValues

/// Remembers which mount holds a folder and which are mounted inside it, to tell later whether they are still there.
///
/// Where a share or a disk is gone, its mount point is an empty folder of the file system below: files look deleted, and
/// what is written lands where nobody looks for it once the share is back.
public struct MountGuard: Sendable {
    private let folder: [UInt8]
    /// The folder's mount point when the guard was made; nil where the kernel's table could not be read.
    private let point: [UInt8]?
    /// The mount points inside the folder.
    private var inner: Set<[UInt8]> = []

    /// Looks where a folder lies now; a folder that is not there yet counts by those above it.
    public init(_ folder: FilePath) { self.init(folder, mounts: .current()) }

    init(_ folder: FilePath, mounts: MountTable) {
        self.folder = TreeRules.canonicalEvenIfMissing(folder.rawBytes)
        point = mounts.mount(of: self.folder)?.path
        note(mounts)
    }

    /// Whether the mount is still in its place.
    public var holds: Bool {
        guard let point else { return true }
        let table = MountTable.current()
        // A table that cannot be read says nothing about mounts.
        return table.isEmpty || table.holds(point)
    }

    /// The mount point, for people.
    public var place: String { RawPath.printable(point ?? []) }

    /// Takes note of what has been mounted inside folders meanwhile; the mounts are read once for all.
    public static func note(in guards: inout [FilePath: MountGuard]) {
        let mounts = MountTable.current()
        for folder in guards.keys { guards[folder]?.note(mounts) }
    }

    mutating func note(_ mounts: MountTable) {
        for mount in mounts.mounts where mount.path != folder && RawPath.isInside(mount.path, folder) {
            inner.insert(mount.path)
        }
    }

    /// The mount point above a file where something was mounted and is no more, for people; nil where there is none.
    public func lostMount(above file: FilePath) -> String? { lostMount(above: file, mounts: .current()) }

    func lostMount(above file: FilePath, mounts: MountTable) -> String? {
        guard !inner.isEmpty, !mounts.isEmpty else { return nil }
        let path = TreeRules.canonicalEvenIfMissing(file.rawBytes)
        return inner.first { RawPath.isInside(path, $0) && !mounts.holds($0) }.map(RawPath.printable)
    }
}

extension MountTable {
    var isEmpty: Bool { mount(of: Array("/".utf8)) == nil }

    /// Whether something is mounted at exactly this place.
    func holds(_ point: [UInt8]) -> Bool { mount(of: point)?.path == point }
}
