import Glibc
import SystemPackage
import SystemValues

/// Walks one root's tree depth-first, a batch at a time, so that work starts while the walk goes on.
///
/// Only regular files are found. Links are followed only where the rules say so; FIFOs, sockets and devices are never
/// opened.
final class TreeWalk {
    /// A folder that the walk is about to list; a watch set now misses nothing.
    struct Visit {
        let relative: [UInt8]
        let identity: FileIdentity
        /// Whether the folder above is watched; true for the first.
        let isParentWatched: Bool
    }

    /// A folder that could not be listed, or of which files are left out.
    struct Failure {
        enum Reason: Hashable {
            case system(Errno)
            /// The folder lies below too many others.
            case tooDeep
            /// The paths of files in it are longer than the system opens.
            case tooLong
        }

        let relative: [UInt8]
        let reason: Reason
    }

    /// Deeper trees than this are left out with a failure: one descriptor stays open per level.
    static let deepest = 256

    let root: Int
    let start: [UInt8]
    private(set) var tally = ScanTally()
    private(set) var failures: [Failure] = []
    private let path: [UInt8]
    private let isRecursive: Bool
    private let rules: TreeRules
    private let stamp: (FileIdentity) -> FileIdentity
    private let enter: (Visit) -> Bool
    private var stack: [OpenFolder] = []
    private var visited: Set<FileNumber> = []
    private var lastTooLong: [UInt8]?
    private var isStarted = false

    /// Prepares a walk of the folder `start` below the root at `path`; `enter` says of each folder whether it is
    /// watched now.
    init(
        root: Int, path: [UInt8], start: [UInt8] = [], isRecursive: Bool, rules: TreeRules,
        stamp: @escaping (FileIdentity) -> FileIdentity = { $0 }, enter: @escaping (Visit) -> Bool = { _ in false }
    ) {
        self.root = root
        self.path = path
        self.start = start
        self.isRecursive = isRecursive
        self.rules = rules
        self.stamp = stamp
        self.enter = enter
    }

    /// The next files, at most `limit`; an empty batch is no end; nil when the walk is over.
    func next(limit: Int) -> [Arrival]? {
        if !isStarted {
            isStarted = true
            open(start, isFirst: true) { () throws(Errno) in
                let base = RawPath.join(path, start)
                // The root itself may be a link, since the user named it.
                let noFollow = start.isEmpty || rules.followLinks ? 0 : O_NOFOLLOW
                return try Syscalls.open(base, O_RDONLY | O_DIRECTORY | O_NONBLOCK | noFollow)
            }
        }
        guard let folder = stack.last else { return nil }
        if folder.cursor == folder.names.count {
            if isRecursive, let name = folder.nextFolder() { enterFolder(name, of: folder) } else { stack.removeLast() }
            return []
        }
        var found: [Arrival] = []
        // A bound on the names looked at as well: a folder full of other files must not hold up the caller.
        let end = min(folder.names.count, folder.cursor + limit * 4)
        while found.count < limit, folder.cursor < end {
            let name = folder.names[folder.cursor]
            folder.cursor += 1
            if let file = look(at: name, in: folder) { found.append(file) }
        }
        return found
    }

    private func look(at name: OpenFolder.Name, in folder: OpenFolder) -> Arrival? {
        let bytes = folder.bytes(of: name)
        let relative = RawPath.join(folder.relative, bytes)
        switch rules.omission(name: bytes, relative: relative) {
        case .pattern(let pattern):
            tally.ignoredByPattern[pattern, default: 0] += 1
            tally.ignored += 1
            return nil
        case .excluded:
            tally.ignored += 1
            return nil
        case nil: break
        }
        if name.type == Int32(DT_DIR) {
            folder.add(folder: bytes)
            return nil
        }
        do throws(Errno) {
            var status = try Syscalls.status(Array(bytes), in: folder.descriptor, follow: false)
            if status.kind == .link, rules.followLinks {
                status = try Syscalls.status(Array(bytes), in: folder.descriptor, follow: true)
            }
            switch status.kind {
            case .regular:
                let whole = RawPath.join(path, relative)
                guard whole.count < PATH_MAX else {
                    leaveOut(tooLongIn: folder.relative)
                    return nil
                }
                return Arrival(
                    at: RootedPath(root: root, relative: relative), path: FilePath(rawBytes: whole),
                    identity: stamp(status.identity))
            case .folder: folder.add(folder: bytes)
            case .link: tally.links += 1
            case .special: tally.special += 1
            }
        } catch {
            // Gone between listing and looking, or a link to nowhere: nothing to take.
            // A link that leads to itself leads nowhere, as one to a missing file does: there is nothing to read.
            if error != .noSuchFileOrDirectory, error != .tooManySymbolicLinkLevels { tally.unreadable += 1 }
        }
        return nil
    }

    /// Counts a file whose path nothing can open, and says so once for each folder.
    private func leaveOut(tooLongIn folder: [UInt8]) {
        tally.tooLong += 1
        if lastTooLong != folder { failures.append(Failure(relative: folder, reason: .tooLong)) }
        lastTooLong = folder
    }

    private func enterFolder(_ name: ArraySlice<UInt8>, of folder: OpenFolder) {
        let noFollow = rules.followLinks ? 0 : O_NOFOLLOW
        let relative = RawPath.join(folder.relative, name)
        guard stack.count < Self.deepest else {
            tally.tooDeep += 1
            failures.append(Failure(relative: relative, reason: .tooDeep))
            return
        }
        open(relative, isFirst: false) { () throws(Errno) in
            try Syscalls.open(Array(name), in: folder.descriptor, O_RDONLY | O_DIRECTORY | O_NONBLOCK | noFollow)
        }
    }

    private func open(_ relative: [UInt8], isFirst: Bool, _ descriptor: () throws(Errno) -> Int32) {
        do throws(Errno) {
            let descriptor = try descriptor()
            let identity: FileIdentity
            do throws(Errno) {
                identity = try Syscalls.status(descriptor).identity
            } catch {
                _ = close(descriptor)
                throw error
            }
            guard isNew(identity, isFirst: isFirst) else {
                _ = close(descriptor)
                tally.ignored += 1
                return
            }
            let visit = Visit(
                relative: relative, identity: identity, isParentWatched: stack.last?.isWatched ?? true)
            let isWatched = enter(visit)
            stack.append(try OpenFolder(descriptor: descriptor, relative: relative, isWatched: isWatched))
            tally.folders += 1
        } catch {
            // A folder that went away meanwhile is no failure, except the root.
            let isGone =
                error == .noSuchFileOrDirectory || error == .notDirectory || error == .tooManySymbolicLinkLevels
            if isGone, !relative.isEmpty { return }
            tally.unreadable += 1
            failures.append(Failure(relative: relative, reason: .system(error)))
        }
    }

    /// Links can lead in circles and into excluded places; without them every folder is met once.
    private func isNew(_ identity: FileIdentity, isFirst: Bool) -> Bool {
        let folder = identity.number
        if !isFirst, rules.excludedFolders.contains(folder) { return false }
        return !rules.followLinks || visited.insert(folder).inserted
    }
}

extension TreeWalk.Failure {
    /// What was left out and what to do about it, for a root at `path`.
    func sentence(below path: [UInt8]) -> String {
        let name = PercentEscape.printable(RawPath.join(path, relative))
        return switch reason {
        case .tooDeep:
            "the folder '\(name)' lies below more than \(TreeWalk.deepest - 1) others and is left out: move it up"
        case .tooLong:
            "the paths of files in '\(name)' have more than \(PATH_MAX - 1) bytes; they are left out: move the folder up"
        case .system(.tooManyOpenFiles):
            "the folder '\(name)' cannot be listed, since too many files are open: raise the limit (ulimit -n)"
        case .system(let error):
            "the folder '\(name)' cannot be listed (\(error)): check its permissions and its disk"
        }
    }
}
