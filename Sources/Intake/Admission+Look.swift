import Findings
import SystemPackage
import SystemValues

extension Admission {
    func look(at key: Key) {
        do throws(Errno) {
            let file = try candidate(key)
            guard observe(file) else { return noteUnrest(key, file) }
            if file.identity.size > largest { refuse(file, key) } else { try admit(file, key) }
        } catch {
            switch error {
            case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels:
                leave(key)
            default:
                block(key, error)
            }
        }
    }

    /// Looks into a ripe file and hashes it, unless it changes meanwhile.
    private func admit(_ file: Candidate, _ key: Key) throws(Errno) {
        let opened = try open(file)
        guard isSame(opened.identity, as: file) else { return rearm(key) }
        let format = try sniff(opened.descriptor)
        let completeness = try Completeness.of(
            descriptor: opened.descriptor, size: file.identity.size, format: format)
        guard case .take(let isComplete) = settler.judge(key, completeness, at: clock.now()) else { return }
        guard
            let hash = try hasher.sha256(descriptor: opened.descriptor, size: file.identity.size, isStopped: isStopped),
            isSame(try opened.status().identity, as: file),
            numbers.lasting(try candidate(key).identity) == numbers.lasting(file.identity)
        else {
            return rearm(key)
        }
        settler.remove(key)
        arrivals.append(Arrival(file: file, sha256: hash, format: format, isComplete: isComplete))
    }

    private func isSame(_ identity: FileIdentity, as file: Candidate) -> Bool {
        numbers.lasting(clock.stamp(identity)) == numbers.lasting(file.identity)
    }

    private func candidate(_ key: Key) throws(Errno) -> Candidate {
        let root = roots[key.root]
        let path = path(of: key)
        let follow = root.isFile || root.followLinks
        let status =
            follow
            ? try Syscalls.status(path, follow: true) : try Syscalls.status(key.relative, below: root.path)
        // Something else took the name: the file that was waited for is gone.
        guard status.kind == .regular else { throw .noSuchFileOrDirectory }
        return Candidate(
            root: key.root, relative: key.relative, path: FilePath(rawBytes: path),
            identity: clock.stamp(status.identity))
    }

    private func path(of key: Key) -> [UInt8] {
        let root = roots[key.root]
        return root.isFile ? root.path : RawPath.join(root.path, key.relative)
    }

    func open(_ file: Candidate) throws(Errno) -> OpenFile {
        let opened = try openUnchecked(file)
        if databases.contains(opened.identity) {
            // It took the photo's name a moment ago. Closing it would give up SQLite's locks.
            opened.leaveOpen()
            throw .noSuchFileOrDirectory
        }
        return opened
    }

    private func openUnchecked(_ file: Candidate) throws(Errno) -> OpenFile {
        let root = roots[file.root]
        if root.isFile || root.followLinks { return try OpenFile(file.path.rawBytes, followLinks: true) }
        do throws(FolderError) {
            return OpenFile(try openRoot(file.root).open(FilePath(rawBytes: file.relative)))
        } catch {
            throw error.errno
        }
    }

    func sniff(_ descriptor: Int32) throws(Errno) -> SniffedFormat? {
        SniffedFormat(firstBytes: try firstBytes(descriptor))
    }

    func firstBytes(_ descriptor: Int32) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: SniffedFormat.wantedBytes)
        let count = try Syscalls.read(descriptor, into: &bytes, at: 0)
        return Array(bytes[..<count])
    }

    /// The file was written to while it was looked at: it settles anew.
    private func rearm(_ key: Key) {
        guard let file = try? candidate(key) else { return leave(key) }
        observe(file)
        noteUnrest(key, file)
    }

    /// Says it of a file that goes on changing; a collection gives it up, so that one file never keeps a run from ending.
    func noteUnrest(_ key: Key, _ file: Candidate) {
        guard settler.findsRestless(key, at: clock.now()) else { return }
        let name = PercentEscape.printable(file.path)
        let what: String
        if retriesBlocked {
            what = "it is waited for until it rests"
        } else {
            what = "it is left out of this run; run again when it is whole"
            settler.remove(key)
            tally.restless += 1
        }
        ports.notice(
            .warning(
                Warning(
                    cause: .restless, root: key.root, path: file.path,
                    text: "'\(name)' goes on changing and never counts as whole: \(what)")))
    }

    private func leave(_ key: Key) {
        guard isRootPresent(key.root) else {
            _ = settler.postpone(key, at: clock.now())
            return
        }
        settler.remove(key)
        ports.notice(.departed(VanishedFile(root: key.root, relative: key.relative)))
    }

    /// Hands over a file that is not going to be read, unread.
    private func refuse(_ file: Candidate, _ key: Key) {
        settler.remove(key)
        let name = PercentEscape.printable(file.path)
        blocked.append(
            UnreadableFile(
                file: file,
                error: IntakeError(
                    .tooLarge, "'\(name)' has \(file.identity.size) bytes, more than the limit of \(largest): raise it",
                    fault: .input)))
    }

    private func block(_ key: Key, _ error: Errno) {
        guard isRootPresent(key.root) else {
            _ = settler.postpone(key, at: clock.now())
            return
        }
        let isFirst = settler.postpone(key, at: clock.now())
        let seen = settler.identity(of: key)
        // A run ends whatever stands in the way of one file.
        if !retriesBlocked { settler.remove(key) }
        guard isFirst, let seen else { return }
        let file = Candidate(
            root: key.root, relative: key.relative, path: FilePath(rawBytes: path(of: key)), identity: seen)
        tally.unreadable += 1
        let name = PercentEscape.printable(file.path)
        let isPermission = error == .permissionDenied || error == .notPermitted
        blocked.append(
            UnreadableFile(
                file: file,
                error: IntakeError(
                    isPermission ? .permission : .unreadable,
                    isPermission
                        ? "cannot read '\(name)': the permission is missing; give the user who runs Quiver read access"
                        : "cannot read '\(name)': check the disk or the network share it lies on", detail: error)))
    }
}
