import Findings
import SystemPackage
import SystemValues

/// Takes in what is there now, once: files and folders that a person named.
///
/// Work can start while the search goes on, since files are handed over in batches as they are found. Only files that
/// are being written at this moment are waited for.
public struct Collector: Sendable {
    /// The files and folders in the order of ``Candidate/root``; each place once.
    ///
    /// Of two folders of which one holds the other, the inner one's files are its own and not the outer one's.
    public let roots: [WatchedRoot]
    private let isFile: [Bool]
    private let settings: CollectSettings
    private let ports: IntakeHandlers
    private let clock: IntakeClock

    /// Checks that every path is there and can be read.
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
        for root in roots {
            let new = try NamedRoot(root)
            if seen.insert(new.canonical).inserted { named.append(new) }
        }
        self.roots = named.map(\.root)
        isFile = named.map(\.isFile)
        self.settings = settings
        self.ports = ports
        self.clock = clock
    }

    /// Hands over everything that is there, and returns when the last file is settled; on a thread of its own.
    ///
    /// Throws what a port threw, and `CancellationError` when the task was cancelled.
    public func run() async throws -> ScanTally {
        let control = WatchControl(roots: roots)
        return try await withTaskCancellationHandler {
            try await OwnThread.run { try collect(control) }
        } onCancel: {
            control.stop()
        }
    }

    private func collect(_ control: WatchControl) throws -> ScanTally {
        let wake = try WakePipe()
        control.attach(wake)
        defer { control.detach() }
        let admission = Admission(
            roots: zip(roots, isFile).map {
                Admission.Root(
                    path: $0.path.rawBytes, settle: $0.settle, followLinks: settings.rules.followLinks, isFile: $1)
            }, ports: ports, clock: clock, rules: settings.rules, patience: settings.patience,
            unrest: settings.unrest, batch: settings.batch, retriesBlocked: false)
        admission.isStopped = { control.isStopped }
        var met = ScanTally()
        var progress = ProgressPace()

        func work() throws {
            repeat {
                if control.isStopped { throw CancellationError() }
                if progress.isDue(at: clock.now().steady) { ports.notice(.progress(admission.tally.adding(met))) }
            } while try admission.work()
        }

        // Files first: they are few, and they are what the person thought of.
        try admission.offer(roots.indices.filter { isFile[$0] }.compactMap(namedFile))
        try work()
        for index in roots.indices where !isFile[index] {
            let walk = walk(index)
            while let found = walk.next(limit: 256) {
                if !found.isEmpty { try admission.offer(found) }
                try work()
            }
            met = met.adding(walk.tally)
            for failure in walk.failures { report(failure, root: index) }
        }
        while let due = admission.nextDue() {
            clock.wait(wake, max(.zero, due - clock.now().steady), nil)
            try work()
        }
        let total = admission.tally.adding(met)
        ports.notice(.progress(total))
        return total
    }

    private func namedFile(_ index: Int) -> Candidate? {
        let path = roots[index].path
        // Gone since it was checked a moment ago: as if it had never been there.
        guard let status = try? Syscalls.status(path.rawBytes, follow: true) else { return nil }
        return Candidate(
            root: index, relative: Array(RawPath.lastComponent(path.rawBytes)), path: path,
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

/// A root that a person named, with what it is.
private struct NamedRoot {
    let root: WatchedRoot
    let canonical: [UInt8]
    let isFile: Bool

    init(_ root: WatchedRoot) throws(IntakeError) {
        let bytes = root.path.rawBytes
        let name = RawPath.printable(bytes)
        let kind: Syscalls.Status.Kind
        do throws(Errno) {
            kind = try Syscalls.status(bytes, follow: true).kind
        } catch {
            throw error == .noSuchFileOrDirectory
                ? IntakeError(.notFound, "'\(name)' does not exist: check the name", fault: .input, detail: error)
                : IntakeError(
                    .permission, "'\(name)' cannot be reached: check the permissions of the folders above it",
                    detail: error)
        }
        guard kind == .file || kind == .folder else {
            throw IntakeError(
                .notAFile, "'\(name)' is neither a file nor a folder: name photos or folders of photos", fault: .input)
        }
        isFile = kind == .file
        self.root = root
        canonical = Syscalls.canonical(bytes) ?? bytes
    }
}

/// Lets progress be said a few times a second and no more.
private struct ProgressPace {
    private var next: Duration = .zero

    mutating func isDue(at now: Duration) -> Bool {
        guard now >= next else { return false }
        next = now + .milliseconds(250)
        return true
    }
}
