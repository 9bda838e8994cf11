import Intake
import JobQueue
import Results
import Synchronization
import SystemPackage
import SystemValues

/// Tells a photo that was deleted from one whose folder as a whole is out of reach.
///
/// When a share goes away, each of its photos looks deleted. That is not believed: they wait until it is back.
final class RootCheck: Sendable {
    private let guards: Mutex<[FilePath: MountGuard]>

    init(roots: [FilePath]) {
        // A file that was named belongs to its folder; a list of them has few folders, and each guard reads the mounts.
        let folders = Set(roots.map { $0.isFolder || !$0.exists ? $0 : $0.removingLastComponent() })
        guards = Mutex(Dictionary(uniqueKeysWithValues: folders.map { ($0, MountGuard($0)) }))
    }

    /// Blocks, and says whether a photo is not there while its folder is in order, before and after it was looked for.
    func isGone(_ place: Place) -> Bool {
        trouble(at: place) == nil && !place.file.exists && trouble(at: place) == nil
    }

    /// Takes note of what has been mounted inside the folders since.
    func note() {
        guards.withLock { guards in
            MountGuard.note(in: &guards)
        }
    }

    /// Blocks, and says why nothing is known of a place's photos; nil where its folder is in order.
    func trouble(at place: Place) -> JobFailure? {
        let root = FilePath(rawBytes: place.root)
        let mount = guards.withLock { guards in
            if let known = guards[root] { return known }
            let made = MountGuard(root)
            guards[root] = made
            return made
        }
        guard mount.holds else {
            return JobFailure(
                code: "root-lost",
                message: "nothing is mounted at \(mount.place) any more, where the photos lie; mount it again",
                fault: .environment)
        }
        if let place = mount.lostMount(above: place.file) {
            return JobFailure(
                code: "root-lost",
                message: "nothing is mounted at \(place) any more, where photos lie; mount it again",
                fault: .environment)
        }
        guard root.isFolder else {
            return JobFailure(
                code: "root-lost",
                message: "the folder of the photos is not there: \(EscapedName.printable(root))", fault: .environment)
        }
        return nil
    }
}
