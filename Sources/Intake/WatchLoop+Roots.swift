import SystemPackage

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
        let name = RawPath.printable(path)
        do throws(Errno) {
            let status = try Syscalls.status(path, follow: true)
            guard status.kind == .folder else {
                return suspend(root, "'\(name)' is no folder", "put a folder in its place or change \"watch\"")
            }
            let folder = FolderID(status.identity)
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
        unwatch(WatchMap.Folder(root: root, relative: []))
        scans.drop(root: root)
        publish()
        // Another reason than before is worth another sentence.
        _ = control.mends(WarningKey(cause: .suspended, root: root))
        warn(.suspended, root: root, path: roots[root].config.path, "\(reason): \(advice)")
    }

    private func resume(_ root: Int, _ folder: FolderID) {
        unwatch(WatchMap.Folder(root: root, relative: []))
        scans.drop(root: root)
        roots[root].folder = folder
        roots[root].isDisturbed = false
        roots[root].standing = .present
        roots[root].canonical = Syscalls.canonical(roots[root].path) ?? []
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
