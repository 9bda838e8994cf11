import Findings
import SystemPackage

/// Takes in what is there now, once: files and folders that a person named.
///
/// Work can start while the search goes on, since files are handed over in batches as they are found. Only files that
/// are being written at this moment are waited for.
public struct Collector: Sendable {
    /// The files and folders in the order of ``Candidate/root``; a folder inside another one of them is left out.
    public let roots: [WatchedRoot]
    private let isFile: [Bool]
    private let settings: CollectSettings
    private let ports: IntakePorts
    private let clock: IntakeClock

    /// Checks that every path is there and can be read.
    public init(
        paths: [FilePath], settings: CollectSettings = CollectSettings(), ports: IntakePorts,
        clock: IntakeClock = .system
    ) throws(IntakeError) {
        guard !paths.isEmpty else {
            throw IntakeError(
                .nothingToDo, "no photos were named: say for example 'quiver run photos'", fault: .input)
        }
        var named: [NamedPath] = []
        for path in paths {
            let new = try NamedPath(path)
            if !named.contains(where: { $0.canonical == new.canonical }) { named.append(new) }
        }
        if settings.recursive {
            let folders = named.filter { !$0.isFile }
            named.removeAll { inner in
                !inner.isFile
                    && folders.contains {
                        $0.canonical != inner.canonical && RawPath.isInside(inner.canonical, $0.canonical)
                    }
            }
        }
        roots = named.map {
            WatchedRoot(path: $0.path, recursive: settings.recursive, settle: settings.settle)
        }
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
            }, ports: ports, clock: clock, patience: settings.patience, batch: settings.batch,
            largest: settings.rules.largest, retriesBlocked: false)
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
        guard let status = try? Kernel.status(path.rawBytes, follow: true) else { return nil }
        return Candidate(
            root: index, relative: Array(RawPath.lastComponent(path.rawBytes)), path: path,
            identity: clock.stamp(status.identity))
    }

    private func walk(_ index: Int) -> TreeWalk {
        let path = roots[index].path.rawBytes
        // A file that was named is taken for itself and not once more for the folder that it lies in.
        let named = roots.indices.filter { isFile[$0] }.map { roots[$0].path.rawBytes }
        return TreeWalk(
            root: index, path: path, isRecursive: settings.recursive,
            rules: TreeRules(root: path, rules: settings.rules, alsoExcluded: named), stamp: clock.stamp)
    }

    private func report(_ failure: TreeWalk.Failure, root: Int) {
        let path = RawPath.join(roots[root].path.rawBytes, failure.relative)
        ports.notice(
            .warning(
                Warning(
                    cause: .folder, root: root, path: FilePath(rawBytes: path),
                    text: "the folder '\(RawPath.printable(path))' cannot be listed (\(failure.error)): "
                        + "check its permissions and its disk")))
    }
}

/// A path that a person named, with what it is.
private struct NamedPath {
    let path: FilePath
    let canonical: [UInt8]
    let isFile: Bool

    init(_ path: FilePath) throws(IntakeError) {
        let bytes = path.rawBytes
        let name = RawPath.printable(bytes)
        let kind: Kernel.Status.Kind
        do throws(Errno) {
            kind = try Kernel.status(bytes, follow: true).kind
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
        self.path = path
        canonical = Kernel.canonical(bytes) ?? bytes
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
