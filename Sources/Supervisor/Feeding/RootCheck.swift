import Intake
import Results
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues

/// Tells a photo that was deleted from one whose folder as a whole is out of reach.
///
/// When a share goes away, each of its photos looks deleted. That is not believed: they wait until it is back. Where
/// something is mounted is read anew whenever a photo is met on a device that none of its root's photos lay on before:
/// a share may be mounted long after the start.
final class RootCheck: Sendable {
    private struct State {
        var guards: [FilePath: MountGuard]
        /// The devices that photos of a root were met on.
        var devices: [FilePath: Set<UInt64>] = [:]
        /// Roots that have held something since the start.
        var filled: Set<FilePath> = []
    }

    private let state: Mutex<State>
    /// Whether a root that has been empty from the start says nothing of photos: other hosts have them in it.
    private let doubtsEmptyRoots: Bool

    convenience init(roots: [FilePath]) { self.init(NamedRoots(asking: roots.map(Settings.Watch.init(path:)))) }

    /// Looks where roots lie now, but for those that do not answer.
    ///
    /// - Parameter isShared: Whether other hosts work the queue: on this one a share may not be mounted yet, and its photos are
    ///   not gone by that.
    init(_ named: NamedRoots, isShared: Bool = false) {
        doubtsEmptyRoots = isShared
        // A file that was named belongs to its folder; a list of them has few folders, and each guard reads the mounts.
        let folders = Set(
            named.roots.filter { $0.kind != .silent }.map {
                $0.isFolder ? $0.watch.path : $0.watch.path.removingLastComponent()
            })
        state = Mutex(State(guards: Dictionary(uniqueKeysWithValues: folders.map { ($0, MountGuard($0)) })))
    }

    /// Blocks, and says whether a photo is not there while its folder is in order, before and after it was looked for.
    func isGone(_ place: Place) -> Bool {
        guard trouble(at: place) == nil else { return false }
        // A client of a share may not have heard of a file that another host has just put there: listing its folder asks anew.
        if doubtsEmptyRoots { _ = try? RootFolder(place.file.removingLastComponent()).names() }
        return !place.file.exists && trouble(at: place) == nil
    }

    /// Takes note of what has been mounted over and inside the folders since.
    func note() {
        state.withLock { MountGuard.note(in: &$0.guards) }
    }

    /// Takes note of a photo of a root that was met on a device: the first one there has come with a mount.
    func note(_ root: [UInt8], on device: UInt64) {
        let root = FilePath(rawBytes: root)
        let isKnown = state.withLock { $0.devices[root]?.contains(device) ?? false }
        guard !isKnown else { return }
        _ = guarded(root)
        note()
        state.withLock { _ = $0.devices[root, default: []].insert(device) }
    }

    /// Blocks, and says why nothing is known of a place's photos; nil where its folder is in order.
    func trouble(at place: Place) -> FolderAway? {
        let root = FilePath(rawBytes: place.root)
        let mounts = guarded(root)
        guard mounts.holds else {
            return away(
                FolderPlace(root: place.root),
                "nothing is mounted at \(mounts.place) any more, where the photos lie; mount it again")
        }
        if let lost = mounts.lostMount(above: place.file) {
            let folder = FolderPlace(root: place.root, folder: lost.folder)
            return away(
                // A link may lead there from elsewhere below the root.
                folder.holds(place) ? folder : FolderPlace(root: place.root),
                "nothing is mounted at \(lost.place) any more, where photos lie; mount it again")
        }
        guard root.isFolder else {
            return away(
                FolderPlace(root: place.root),
                "the folder of the photos is not there: \(EscapedName.printable(root))")
        }
        guard !doubtsEmptyRoots || hasBeenFilled(root) else {
            return away(
                FolderPlace(root: place.root),
                "\(EscapedName.printable(root)) is empty on this host, while the queue has photos in it; mount the share there"
            )
        }
        return nil
    }

    /// Whether a root holds anything, or has since the start.
    private func hasBeenFilled(_ root: FilePath) -> Bool {
        if state.withLock({ $0.filled.contains(root) }) { return true }
        guard let names = try? RootFolder(root).names(), !names.isEmpty else { return false }
        state.withLock { _ = $0.filled.insert(root) }
        return true
    }

    private func away(_ folder: FolderPlace, _ message: String) -> FolderAway {
        FolderAway(folder: folder, failure: JobFailure(code: "root-lost", message: message, fault: .environment))
    }

    /// The guard of a root, made without holding the lock: a share that hangs must stop no other root.
    private func guarded(_ root: FilePath) -> MountGuard {
        if let known = state.withLock({ $0.guards[root] }) { return known }
        let made = MountGuard(root)
        return state.withLock { state in
            if let known = state.guards[root] { return known }
            state.guards[root] = made
            return made
        }
    }
}

/// A folder of photos is out of reach: its photos wait, and none is to blame.
struct FolderAway: Error {
    let folder: FolderPlace
    let failure: JobFailure
}
