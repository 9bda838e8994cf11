import Findings
import SystemPackage
import SystemValues

extension Admission {
    func look(at place: RootedPath) {
        do throws(Errno) {
            let file = try found(at: place)
            guard observe(file) else { return noteUnrest(file) }
            if file.identity.size > largest { refuse(file) } else { try admit(file) }
        } catch {
            switch error {
            case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels:
                leave(place)
            default:
                block(place, error)
            }
        }
    }

    /// Looks into a ripe file and hashes it, unless it changes meanwhile.
    private func admit(_ file: Arrival) throws(Errno) {
        let opened = try open(file)
        guard isSame(opened.identity, as: file) else { return rearm(file.place) }
        let format = try sniff(opened.descriptor)
        let completeness = try Completeness.of(
            descriptor: opened.descriptor, size: file.identity.size, format: format)
        guard case .take(let isComplete) = settler.judge(file.place, completeness, at: clock.now()) else { return }
        guard
            let hash = try hasher.sha256(descriptor: opened.descriptor, size: file.identity.size, isStopped: isStopped),
            isSame(try opened.status().identity, as: file),
            numbers.lasting(try found(at: file.place).identity) == numbers.lasting(file.identity)
        else {
            return rearm(file.place)
        }
        settler.remove(file.place)
        arrivals.append(file.whole(sha256: hash, isComplete: isComplete))
    }

    private func isSame(_ identity: FileIdentity, as file: Arrival) -> Bool {
        numbers.lasting(clock.stamp(identity)) == numbers.lasting(file.identity)
    }

    private func found(at place: RootedPath) throws(Errno) -> Arrival {
        let root = roots[place.root]
        let path = path(of: place)
        let follow = root.isFile || root.followLinks
        let status =
            follow
            ? try Syscalls.status(path, follow: true) : try Syscalls.status(place.relative, below: root.path)
        // Something else took the name: the file that was waited for is gone.
        guard status.kind == .regular else { throw .noSuchFileOrDirectory }
        return Arrival(at: place, path: FilePath(rawBytes: path), identity: clock.stamp(status.identity))
    }

    private func path(of place: RootedPath) -> [UInt8] {
        let root = roots[place.root]
        return root.isFile ? root.path : RawPath.join(root.path, place.relative)
    }

    func open(_ file: Arrival) throws(Errno) -> OpenFile {
        let opened = try openUnchecked(file)
        if databases.contains(opened.identity) {
            // It took the photo's name a moment ago. Closing it would give up SQLite's locks.
            opened.leaveOpen()
            throw .noSuchFileOrDirectory
        }
        return opened
    }

    private func openUnchecked(_ file: Arrival) throws(Errno) -> OpenFile {
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
    private func rearm(_ place: RootedPath) {
        guard let file = try? found(at: place) else { return leave(place) }
        observe(file)
        noteUnrest(file)
    }

    /// Says it of a file that goes on changing; a collection gives it up, so that one file never keeps a run from ending.
    func noteUnrest(_ file: Arrival) {
        guard settler.findsRestless(file.place, at: clock.now()) else { return }
        let name = PercentEscape.printable(file.path)
        let what: String
        if retriesBlocked {
            what = "it is waited for until it rests"
        } else {
            what = "it is left out of this run; run again when it is whole"
            settler.remove(file.place)
            tally.restless += 1
        }
        ports.notice(
            .warning(
                Warning(
                    cause: .restless, root: file.root, path: file.path,
                    text: "'\(name)' goes on changing and never counts as whole: \(what)")))
    }

    private func leave(_ place: RootedPath) {
        guard isRootPresent(place.root) else {
            _ = settler.postpone(place, at: clock.now())
            return
        }
        settler.remove(place)
        ports.notice(.departed(place))
    }

    /// Hands over a file that is not going to be read, unread.
    private func refuse(_ file: Arrival) {
        settler.remove(file.place)
        let name = PercentEscape.printable(file.path)
        blocked.append(
            UnreadableFile(
                file: file,
                error: IntakeError(
                    .tooLarge, "'\(name)' has \(file.identity.size) bytes, more than the limit of \(largest): raise it",
                    fault: .input)))
    }

    private func block(_ place: RootedPath, _ error: Errno) {
        guard isRootPresent(place.root) else {
            _ = settler.postpone(place, at: clock.now())
            return
        }
        let isFirst = settler.postpone(place, at: clock.now())
        let seen = settler.identity(of: place)
        // A run ends whatever stands in the way of one file.
        if !retriesBlocked { settler.remove(place) }
        guard isFirst, let seen else { return }
        let file = Arrival(at: place, path: FilePath(rawBytes: path(of: place)), identity: seen)
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
