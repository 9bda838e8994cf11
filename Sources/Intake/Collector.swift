import Findings
import Synchronization
import SystemPackage
import SystemValues

/// Takes in what is there now, once: files and folders that the user named.
///
/// Work can start while the search goes on, since files are handed over in batches as they are found. Only files that
/// are being written at this moment are waited for. What lies on one disk or share is searched one after another, by a
/// thread of its own: a share that does not answer keeps no other one waiting.
public struct Collector: Sendable {
    /// The files and folders in the order of ``RootedPath/root``; each place once.
    ///
    /// Of two folders of which one holds the other, the inner one's files are its own and not the outer one's.
    public let roots: [WatchedRoot]
    /// What was named beside them and is not there: it may be a share that comes later.
    public let missing: [WatchedRoot]
    private let isFile: [Bool]
    /// The roots by the file system that they lie on.
    private let parts: [[Int]]
    private let settings: CollectSettings
    private let ports: IntakeHandlers
    private let clock: IntakeClock

    /// Checks that the paths can be read; one that is not there is an error only where no other one is.
    public init(
        roots: [WatchedRoot], settings: CollectSettings = CollectSettings(), ports: IntakeHandlers,
        clock: IntakeClock = .system
    ) throws(IntakeError) {
        guard !roots.isEmpty else {
            throw IntakeError(
                .nothingToDo, "no photos were named: say for example 'quiver run photos'", fault: .input)
        }
        var named: [NamedRoot] = []
        var seen: Set<[UInt8]> = []
        var missing: [WatchedRoot] = []
        var failure: IntakeError?
        for root in roots {
            do throws(IntakeError) {
                let new = try NamedRoot(root)
                if seen.insert(new.canonical).inserted { named.append(new) }
            } catch {
                guard error.code == .notFound else { throw error }
                failure = failure ?? error
                missing.append(root)
            }
        }
        if named.isEmpty, let failure { throw failure }
        self.missing = missing
        self.roots = named.map(\.root)
        isFile = named.map(\.isFile)
        let devices = Dictionary(grouping: named.indices) { named[$0].device }
        parts = devices.values.sorted { $0[0] < $1[0] }
        self.settings = settings
        self.ports = ports
        self.clock = clock
    }

    /// Hands over everything that is there, and returns when the last file is settled.
    ///
    /// Throws what a port threw, and `CancellationError` when the task was cancelled.
    public func run() async throws -> ScanTally {
        let control = WatchControl(roots: roots, clock: clock)
        let met = MetTallies(ports)
        for root in missing {
            let name = PercentEscape.printable(root.path)
            ports.notice(
                .warning(
                    Warning(
                        cause: .suspended, root: nil, path: root.path,
                        text: "'\(name)' does not exist: check the name, or mount its share; the others are taken")))
        }
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for part in parts {
                    group.addTask {
                        try await OwnThread.run(leavingAt: control.leaving) { try collect(part, control, met) }
                        return true
                    }
                }
                group.addTask {
                    await control.tellOfSilence(ports)
                    return false
                }
                var searching = parts.count
                do {
                    while searching > 0, let isPart = try await group.next() { searching -= isPart ? 1 : 0 }
                } catch {
                    control.stop()
                    throw error
                }
                group.cancelAll()
            }
        } onCancel: {
            control.stop()
        }
        return met.tell()
    }

    private func collect(_ part: [Int], _ control: WatchControl, _ tallies: MetTallies) throws {
        let own = part[0]
        // Ports block as they like: that is no matter of the file system.
        let ports = ports.waiting(onBegin: { control.rests(own) }, onEnd: { control.asks(own) })
        let wake = try WakePipe()
        control.attach(wake)
        defer {
            control.detach(wake)
            control.rests(own)
        }
        let admission = Admission(
            roots: zip(roots, isFile).map {
                Admission.Root(
                    path: $0.path.rawBytes, settle: $0.settle, followLinks: settings.rules.followLinks, isFile: $1)
            }, ports: ports, clock: clock, rules: settings.rules, patience: settings.patience,
            unrest: settings.unrest, batch: settings.batch, retriesBlocked: false)
        admission.isStopped = {
            control.asks(own)
            return control.isStopped
        }
        var met = ScanTally()
        var progress = ProgressPace()

        func work() throws {
            repeat {
                if control.isStopped { throw CancellationError() }
                control.asks(own)
                tallies.note(admission.tally.adding(met), of: own)
                if progress.isDue(at: clock.now().steady) { tallies.tell() }
            } while try admission.work()
        }

        control.asks(own)
        // Files first: they are few, and they were named on purpose.
        try admission.offer(part.filter { isFile[$0] }.compactMap(namedFile))
        try work()
        for index in part where !isFile[index] {
            let walk = walk(index)
            while let found = walk.next(limit: 256) {
                if !found.isEmpty { try admission.offer(found) }
                try work()
            }
            met = met.adding(walk.tally)
            for failure in walk.failures { report(failure, root: index) }
        }
        while let due = admission.nextDue() {
            control.rests(own)
            clock.wait(wake, max(.zero, due - clock.now().steady), nil)
            try work()
        }
        tallies.note(admission.tally.adding(met), of: own)
    }

    private func namedFile(_ index: Int) -> Arrival? {
        let path = roots[index].path
        // Gone since it was checked a moment ago: as if it had never been there.
        guard let status = try? Syscalls.status(path.rawBytes, follow: true) else { return nil }
        return Arrival(
            at: RootedPath(root: index, relative: Array(RawPath.lastComponent(path.rawBytes))), path: path,
            identity: clock.stamp(status.identity))
    }

    private func walk(_ index: Int) -> TreeWalk {
        let path = roots[index].path.rawBytes
        // What was named is taken for itself and not once more for the folder that it lies in.
        let named = roots.map(\.path.rawBytes)
        return TreeWalk(
            root: index, path: path, isRecursive: roots[index].recursive,
            rules: TreeRules(root: path, ignore: roots[index].ignore, rules: settings.rules, alsoExcluded: named),
            stamp: clock.stamp)
    }

    private func report(_ failure: TreeWalk.Failure, root: Int) {
        let path = roots[root].path.rawBytes
        ports.notice(
            .warning(
                Warning(
                    cause: .folder, root: root, path: FilePath(rawBytes: RawPath.join(path, failure.relative)),
                    text: failure.sentence(below: path))))
    }
}

/// A root that the user named, with what it is.
private struct NamedRoot {
    let root: WatchedRoot
    let canonical: [UInt8]
    let isFile: Bool
    /// The file system that it lies on.
    let device: UInt64

    init(_ root: WatchedRoot) throws(IntakeError) {
        let bytes = root.path.rawBytes
        let name = PercentEscape.printable(bytes)
        let status: FileStatus
        do throws(Errno) {
            status = try Syscalls.status(bytes, follow: true)
        } catch {
            throw error == .noSuchFileOrDirectory
                ? IntakeError(.notFound, "'\(name)' does not exist: check the name", fault: .input, detail: error)
                : IntakeError(
                    .permission, "'\(name)' cannot be reached: check the permissions of the folders above it",
                    detail: error)
        }
        guard status.kind == .regular || status.kind == .folder else {
            throw IntakeError(
                .notAFile, "'\(name)' is neither a file nor a folder: name photos or folders of photos", fault: .input)
        }
        isFile = status.kind == .regular
        device = status.identity.device
        self.root = root
        canonical = Syscalls.realPath(bytes) ?? bytes
    }
}

/// What the threads of a collection have met, as one.
private final class MetTallies: Sendable {
    private let ports: IntakeHandlers
    private let tallies = Mutex<[Int: ScanTally]>([:])

    init(_ ports: IntakeHandlers) { self.ports = ports }

    func note(_ tally: ScanTally, of part: Int) { tallies.withLock { $0[part] = tally } }

    /// Says how far it has come.
    @discardableResult
    func tell() -> ScanTally {
        tallies.withLock { tallies in
            let total = tallies.values.reduce(ScanTally()) { $0.adding($1) }
            // Under the lock, so that none is reported after a later one.
            ports.notice(.progress(total))
            return total
        }
    }
}

/// Limits reports of progress to a few a second.
private struct ProgressPace {
    private var next: Duration = .zero

    mutating func isDue(at now: Duration) -> Bool {
        guard now >= next else { return false }
        next = now + .milliseconds(250)
        return true
    }
}
