import Glibc
import Intake
import Results
import ServiceLifecycle
import Settings
import Storage
import Synchronization
import SystemPackage
import WorkerProtocol

/// Intake as a run needs it: one collection of what is there, or watching until told to stop.
struct IntakeService: Service {
    private enum Kind: Sendable {
        /// - Parameter again: Collects what was named and could not be looked at when the run began.
        case collector(Collector?, again: @Sendable ([WatchedRoot]) throws(IntakeError) -> Collector)
        case watcher(Watcher)
    }

    private let kind: Kind
    private let folders: PhotoFolders
    /// What did not answer when the run began, and what was missing where nothing else was there.
    private let late: [WatchedRoot]

    init(
        settings: Settings, context: RunContext, mode: PipelineRun.Mode, bridge: IntakeBridge, folders: PhotoFolders
    ) throws {
        self.folders = folders
        var rules = IntakeRules(
            followLinks: settings.intake.followLinks, excluded: Self.excluded(settings, context),
            databases: [context.queue.file].compactMap { $0 })
        rules.largest = Int64(settings.limits.bytes)
        rules.takesUnread = settings.intake.unread == .record
        rules.silent = context.named.silent
        let roots = context.named.roots.map {
            (
                root: WatchedRoot(
                    path: $0.watch.path, recursive: $0.watch.recursive, settle: $0.watch.settle,
                    ignore: $0.watch.ignore), kind: $0.kind
            )
        }
        let isLate = { (kind: NamedRoots.Kind) in
            kind == .silent || (kind == .missing && !roots.contains { $0.kind == .folder || $0.kind == .file })
        }
        late = rules.silent.isEmpty ? [] : roots.filter { isLate($0.kind) }.map(\.root)
        switch mode {
        case .once:
            // Where a root holds one that does not answer, that one is left to itself.
            rules.excluded += rules.silent
            var collect = CollectSettings()
            collect.rules = rules
            collect.unrest = settings.intake.patience
            let again = { @Sendable [collect] (roots: [WatchedRoot]) throws(IntakeError) in
                var collect = collect
                // Those that have answered since are asked like any other.
                collect.rules.silent.removeAll { !folders.isResting(Place(root: $0.rawBytes, path: [])) }
                return try Collector(roots: roots, settings: collect, ports: bridge.ports)
            }
            let now = roots.map(\.root).filter { [late] in !late.contains($0) }
            kind = .collector(late.isEmpty || !now.isEmpty ? try again(now) : nil, again: again)
        case .watch, .work:
            try context.named.checkWatching()
            var watch = WatchSettings()
            watch.rules = rules
            watch.patience = settings.intake.patience
            watch.unrest = settings.intake.patience
            watch.reconcile = settings.intake.rescan
            kind = .watcher(Watcher(roots: roots.map(\.root), settings: watch, ports: bridge.ports))
        }
    }

    /// Runs until everything is collected, or until watching is told to stop.
    func run() async throws {
        switch kind {
        case .collector(let collector, let again):
            do {
                if let collector { _ = try await cancelWhenGracefulShutdown { try await collector.run() } }
                let found = await present(among: missing)
                guard !found.isEmpty else { return }
                _ = try await cancelWhenGracefulShutdown { try await again(found).run() }
            } catch is CancellationError {}
        case .watcher(let watcher):
            try await withGracefulShutdownHandler {
                try await watcher.run()
            } onGracefulShutdown: {
                watcher.stop()
            }
        }
    }

    /// What was named and was not there, or did not answer, when the run began.
    var missing: [WatchedRoot] {
        guard case .collector(let collector, _) = kind else { return [] }
        return (collector?.missing ?? []) + late
    }

    /// Those roots that are there now; nothing is known of one that does not answer.
    func present(among roots: [WatchedRoot]) async -> [WatchedRoot] {
        var present: [WatchedRoot] = []
        for root in roots {
            let place = Place(root: root.path.rawBytes, path: [])
            guard !folders.isResting(place) else { continue }
            let found = try? await folders.perform(at: place) { () -> WatchedRoot? in
                guard root.path.exists else { return nil }
                var root = root
                root.path = root.path.resolvedPath
                return root
            }
            if let found { present.append(found) }
        }
        return present
    }

    /// What watches; nil where nothing is watched.
    var watcher: Watcher? {
        guard case .watcher(let watcher) = kind else { return nil }
        return watcher
    }

    /// The watched folders that are there, for people; nil where nothing is watched.
    var watched: [String]? {
        watcher?.status.roots.filter { $0.mode != .suspended }.map { EscapedName.printable($0.path) }
    }

    /// Each watched folder with how it is watched.
    var status: [String] {
        guard case .watcher(let watcher) = kind else { return [] }
        let status = watcher.status
        let lost = status.overflows > 0 ? ", searched anew after \(status.overflows) floods of events" : ""
        return status.roots.map { root in
            let reason = (root.reason.isEmpty ? "" : " (\(root.reason))") + lost
            return "\(EscapedName.printable(root.path)): \(root.mode.rawValue) on \(root.fileSystem)\(reason)"
        }
    }

    /// Files that were found and are not whole yet, and folders that are out of reach; nil where nothing is watched.
    var waiting: (files: Int, folders: Int)? {
        guard case .watcher(let watcher) = kind else { return nil }
        let status = watcher.status
        return (status.waiting, status.roots.count { $0.mode == .suspended })
    }

    /// How many files of the watched folders are no pictures, by kinds; nil where nothing is watched.
    var unread: [String: Int]? {
        guard case .watcher(let watcher) = kind else { return nil }
        return watcher.status.tally.unread
    }

    /// What lies in a watched folder and is ours, so that our own files are never taken for photos.
    private static func excluded(_ settings: Settings, _ context: RunContext) -> [FilePath] {
        var excluded = [context.output]
        if let originals = settings.output.originals { excluded.append(originals.realPath ?? originals) }
        for root in context.roots where settings.ofFolder(root).after == .move {
            excluded += InputMove.folders.map { root.path.appending($0) }
        }
        return excluded
    }
}

/// Intake of a run that ends: collects what is there, and once more what changed under a worker's hands meanwhile.
struct OnceIntake: Service {
    let intake: IntakeService
    let dispatcher: JobDispatcher
    let vanished: VanishedPhotos
    /// Is told of the paths that were not there, neither at the start nor at the end.
    var onMissing: @Sendable ([FilePath]) -> Void = { _ in }
    /// Is called when everything there is has been found.
    let onFirst: @Sendable () -> Void

    /// A file that changes as often as it is read must not keep the run from ending.
    private static let mostPasses = 5

    /// Runs until nothing waits for intake; tells the dispatcher then that nothing more will come.
    func run() async throws {
        for pass in 1...Self.mostPasses {
            try await intake.run()
            if pass == 1 { onFirst() }
            try await dispatcher.untilWorked()
            let waiting = try await vanished.end()
            let found = pass == 1 ? await intake.present(among: intake.missing) : []
            if waiting == 0, found.isEmpty { break }
            if await dispatcher.isStopped { break }
        }
        var missing: [FilePath] = []
        for root in intake.missing where await intake.present(among: [root]).isEmpty { missing.append(root.path) }
        if !missing.isEmpty { onMissing(missing) }
        await dispatcher.intakeHasEnded()
    }
}

/// Lets the first photos of a run in, and leaves the others out.
final class PhotoLimit: Sendable {
    private struct State {
        var admitted: Set<[UInt8]> = []
        /// Hashes, since a run of ten photos may look at a million.
        var leftOut: Set<Int> = []
    }

    private let most: Int
    private let state = Mutex(State())

    /// Lets `most` photos in.
    init(_ most: Int) { self.most = most }

    /// Whether the photo at the path is one of the first; the same path always gets the same answer.
    func admits(_ path: [UInt8]) -> Bool {
        state.withLock { state in
            if state.admitted.contains(path) { return true }
            if state.admitted.count < most {
                state.admitted.insert(path)
                return true
            }
            state.leftOut.insert(path.hashValue)
            return false
        }
    }

    /// How many photos were left out.
    var leftOut: Int { state.withLock { $0.leftOut.count } }
}
