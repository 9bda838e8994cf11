import Glibc
import SystemPackage
import SystemValues

/// What the watcher's thread knows of one root.
struct RootState {
    enum Standing: Hashable {
        case present
        /// The reason, for messages.
        case suspended(String)
    }

    let config: WatchedRoot
    let path: [UInt8]
    var rules: TreeRules
    var standing = Standing.suspended("not looked at yet")
    /// The folder that was watched last; another one at the same path is not trusted blindly.
    var folder: FileNumber?
    /// Its watch has ended: a folder that was removed and made anew may have the same number.
    var isDisturbed = false
    var mount: MountTable.Mount?
    /// Folders whose trees give no events, by their paths below the root; the empty path is the root itself.
    var polled: Set<[UInt8]> = []
    var pollReason = ""
    var nextPoll: Duration = .zero
    var lastScanNanoseconds: Int64?

    /// The canonical path, once the root was there.
    var canonical: [UInt8] = []

    static let folderFlags = O_RDONLY | O_DIRECTORY | O_NONBLOCK

    var isPresent: Bool { standing == .present }

    mutating func poll(_ relative: [UInt8], reason: String) {
        pollReason = reason
        if polled.contains(where: { RawPath.isInside(relative, $0) }) { return }
        polled = polled.filter { !RawPath.isInside($0, relative) }
        // Many scattered folders are simpler and hardly dearer to poll as a whole.
        if polled.count >= 256 { polled = [[]] } else { polled.insert(relative) }
    }

    func status(watchedFolders: Int) -> RootStatus {
        var status = RootStatus(path: config.path)
        status.fileSystem = mount?.type ?? ""
        status.watchedFolders = watchedFolders
        status.lastScanNanoseconds = lastScanNanoseconds
        switch standing {
        case .suspended(let reason):
            status.mode = .suspended
            status.reason = reason
        case .present:
            status.mode = polled.isEmpty ? .events : watchedFolders == 0 ? .polling : .mixed
            status.reason = polled.isEmpty ? "" : pollReason
        }
        return status
    }
}

extension RootState {
    /// The states of all roots, of which one is to be watched; a root inside it is left out of its tree.
    ///
    /// The others are not asked for: one that does not answer is no matter of this one.
    static func make(_ roots: [WatchedRoot], own: Int, _ rules: IntakeRules) -> [RootState] {
        let path = roots[own].path.rawBytes
        let rules = TreeRules(
            root: path, ignore: roots[own].ignore, rules: rules, alsoExcluded: roots.map(\.path.rawBytes))
        return roots.map { RootState(config: $0, path: $0.path.rawBytes, rules: rules) }
    }
}

extension WatchLoop {
    /// How soon the root itself is looked at again: a mount over a folder gives no event.
    ///
    /// Rarely while it is there, so that an idle run seldom wakes, but no later than its silence counts; one that is away
    /// is waited for.
    private var rootCheckPause: Duration { roots[own].isPresent ? .seconds(10) : .seconds(4) }

    /// Looks whether the root is there and still the same folder.
    func checkRoots() {
        check(own)
        nextRootCheck = clock.now().steady + rootCheckPause
    }

    /// Whether a root is there now; asked before a file that vanished is called departed.
    func checkIsPresent(_ root: Int) -> Bool {
        check(root)
        nextRootCheck = min(nextRootCheck, clock.now().steady + rootCheckPause)
        return roots[root].isPresent
    }

    private func check(_ root: Int) {
        if !roots[root].canonical.isEmpty, !control.isFirst(root, at: roots[root].canonical) {
            roots[root].standing = .suspended("the same folder is watched already")
            return
        }
        let path = roots[root].path
        let name = PercentEscape.printable(path)
        do throws(Errno) {
            let status = try Syscalls.status(path, follow: true)
            guard status.kind == .folder else {
                return suspend(root, "'\(name)' is no folder", "put a folder in its place or change \"watch\"")
            }
            let folder = status.number
            if roots[root].isPresent, roots[root].folder == folder, !roots[root].isDisturbed { return }
            if let known = roots[root].folder, known != folder, isEmpty(path) {
                return suspend(
                    root, "'\(name)' is empty and not the folder that was watched before",
                    "if a share belongs there, mount it; watching goes on with the first file in it")
            }
            resume(root, folder)
        } catch {
            let isGone = error == .noSuchFileOrDirectory || error == .notDirectory
            suspend(
                root, isGone ? "'\(name)' is not there" : "'\(name)' cannot be reached (\(error))",
                "make the folder or mount its share; watching goes on by itself")
        }
    }

    private func suspend(_ root: Int, _ reason: String, _ advice: String) {
        guard roots[root].standing != .suspended(reason) else { return }
        roots[root].standing = .suspended(reason)
        unwatch(RootedPath(root: root, relative: []))
        scans.drop(root: root)
        publish()
        // Another reason than before is worth another sentence.
        _ = control.mends(WarningKey(cause: .suspended, root: root))
        warn(.suspended, root: root, path: roots[root].config.path, "\(reason): \(advice)")
    }

    private func resume(_ root: Int, _ folder: FileNumber) {
        unwatch(RootedPath(root: root, relative: []))
        scans.drop(root: root)
        roots[root].folder = folder
        roots[root].isDisturbed = false
        roots[root].standing = .present
        roots[root].canonical = Syscalls.realPath(roots[root].path) ?? []
        _ = control.isFirst(root, at: roots[root].canonical)
        publish()
        mended(.suspended, root: root)
        scans.request(.tree(root: root, start: []))
    }

    private func isEmpty(_ path: [UInt8]) -> Bool {
        guard let descriptor = try? Syscalls.open(path, RootState.folderFlags),
            let folder = try? OpenFolder(descriptor: descriptor, relative: [], isWatched: false)
        else {
            return true
        }
        return folder.names.isEmpty
    }
}
