import SystemPackage
import SystemValues

extension WatchLoop {
    var inotifyDescriptor: Int32? {
        if inotify == nil { return nil }
        return inotify?.descriptor
    }

    func openInotify() {
        do throws(Errno) {
            inotify = try Inotify()
        } catch {
            warn(
                .watchLimit, root: nil, path: nil,
                "no inotify instance is left (\(error)): all folders are polled; raise fs.inotify.max_user_instances")
        }
    }

    func closeInotify() {
        // The process or the next watcher loses nothing if this fails: the kernel has freed the descriptor in any case.
        try? inotify.take()?.close()
    }

    /// Handles one event: notes touched files, new folders and lost ones; looks at no file yet.
    func handle(_ event: InotifyEvent, _ touched: inout TouchedFiles) {
        if event.isOverflow {
            overflows += 1
            overflow.overflow(at: clock.now().steady)
            warn(
                .overflow, root: nil, path: nil,
                "the kernel's event queue ran over: everything is scanned again; "
                    + "raise fs.inotify.max_queued_events if it happens often"
            )
            return
        }
        guard let folder = watches[event.watch] else { return }
        if event.isEndOfWatch { watches.remove(event.watch) }
        if event.isAboutSelf || event.isEndOfWatch {
            if folder.relative.isEmpty {
                roots[folder.root].isDisturbed = true
                nextRootCheck = clock.now().steady
            }
            return
        }
        let relative = RawPath.join(folder.relative, event.name)
        guard roots[folder.root].isPresent, !event.name.isEmpty,
            !roots[folder.root].rules.leavesOut(name: event.name, relative: relative)
        else {
            return
        }
        let place = RootedPath(root: folder.root, relative: relative)
        if !event.isFolder {
            touched.insert(place)
        } else if roots[folder.root].config.recursive {
            if event.isDisappearance { unwatch(place) }
            if event.isAppearance { scans.request(.tree(root: folder.root, start: relative)) }
        }
    }

    /// Looks at touched files and offers those that are there.
    func offer(_ touched: TouchedFiles) {
        guard !touched.isEmpty else { return }
        var found: [Arrival] = []
        for file in touched.files {
            let root = roots[file.root]
            let path = RawPath.join(root.path, file.relative)
            guard let status = try? Syscalls.status(path, follow: root.rules.followLinks) else {
                admission.lookSoon(file)
                continue
            }
            switch status.kind {
            case .regular:
                found.append(
                    Arrival(at: file, path: FilePath(rawBytes: path), identity: clock.stamp(status.identity)))
            case .folder where root.config.recursive:
                // A link to a folder, which is followed if it was asked for.
                scans.request(.tree(root: file.root, start: file.relative))
            default: break
            }
        }
        persist { try admission.offer(found) }
    }

    /// Watches a folder that a walk is about to list; false where it has to be polled instead.
    func watch(_ visit: TreeWalk.Visit, root: Int) -> Bool {
        guard visit.isParentWatched else { return false }
        if let reason = reasonToPoll(visit, root: root) {
            roots[root].poll(visit.relative, reason: reason)
            return false
        }
        let path = RawPath.join(roots[root].path, visit.relative)
        do throws(Errno) {
            if watches.count >= system.mostWatches { throw .noSpace }
            let isRoot = visit.relative.isEmpty
            guard
                let watch = try inotify?.add(path, followLinks: isRoot || roots[root].rules.followLinks)
            else {
                return false
            }
            watches.set(watch, RootedPath(root: root, relative: visit.relative))
            roots[root].polled.remove(visit.relative)
            return true
        } catch .noSpace {
            isOutOfWatches = true
            roots[root].poll(visit.relative, reason: Self.limitReason)
            warn(
                .watchLimit, root: root, path: FilePath(rawBytes: path),
                "the limit of inotify watches is reached at '\(PercentEscape.printable(path))': it is polled from here "
                    + "on; raise fs.inotify.max_user_watches")
            return false
        } catch .noSuchFileOrDirectory, .notDirectory, .permissionDenied {
            // Gone meanwhile, or not readable: the walk finds out and says so.
            return false
        } catch {
            roots[root].poll(visit.relative, reason: "a folder cannot be watched (\(error))")
            return false
        }
    }

    private static var limitReason: String { "the limit of inotify watches is reached" }

    private func reasonToPoll(_ visit: TreeWalk.Visit, root: Int) -> String? {
        if inotify == nil { return "no inotify instance is left" }
        if isOutOfWatches { return Self.limitReason }
        // Other file systems may be mounted below the root, so each folder on another device is looked up.
        if !visit.relative.isEmpty, visit.identity.device == roots[root].folder?.device { return nil }
        let path = RawPath.resolved(RawPath.join(roots[root].path, visit.relative))
        let mount = system.mounts().mount(of: path)
        if visit.relative.isEmpty { roots[root].mount = mount }
        if mount?.givesEvents == true { return nil }
        let type = mount?.type ?? "unknown"
        warn(
            .noEvents, root: root, path: FilePath(rawBytes: path),
            "'\(PercentEscape.printable(path))' is on a file system that does not tell about changes (\(type)): "
                + "it is polled")
        return "the file system does not tell about changes (\(type))"
    }

    /// Ends the watches of a tree that is not where it was; if it was moved within a root, its new place is scanned
    /// anyway.
    func unwatch(_ top: RootedPath) {
        for watch in watches.removeTree(top) { inotify?.remove(watch) }
        let root = top.root
        roots[root].polled = roots[root].polled.filter { !RawPath.isInside($0, top.relative) }
    }
}

/// The files that one drain of the event queue spoke of, each once, in order.
struct TouchedFiles {
    private var seen: Set<RootedPath> = []
    private(set) var files: [RootedPath] = []

    var isEmpty: Bool { files.isEmpty }

    mutating func insert(_ file: RootedPath) {
        if seen.insert(file).inserted { files.append(file) }
    }
}
