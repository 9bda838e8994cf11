import Glibc
import Intake
import Results
import ServiceLifecycle
import Settings
import SystemPackage
import WorkerProtocol

/// Intake as a run needs it: one collection of what is there, or watching until told to stop.
struct IntakeService: Service {
    private enum Kind: Sendable {
        case collector(Collector)
        case watcher(Watcher)
    }

    private let kind: Kind

    init(settings: Settings, context: RunContext, mode: PipelineRun.Mode, bridge: IntakeBridge) throws {
        var rules = IntakeRules(
            followLinks: settings.intake.followLinks, excluded: Self.excluded(settings, context),
            databases: [context.queueFile])
        rules.largest = Int64(settings.limits.bytes)
        let roots = context.roots.map {
            WatchedRoot(path: $0.path, recursive: $0.recursive, settle: $0.settle, ignore: $0.ignore)
        }
        switch mode {
        case .once:
            var collect = CollectSettings()
            collect.rules = rules
            collect.unrest = settings.intake.patience
            kind = .collector(try Collector(roots: roots, settings: collect, ports: bridge.ports))
        case .watch:
            for root in context.roots where !root.path.isFolder {
                throw PipelineError(
                    .setting, "\(EscapedName.printable(root.path)) is no folder to watch; make it, or name another",
                    fault: .input)
            }
            var watch = WatchSettings()
            watch.rules = rules
            watch.patience = settings.intake.patience
            watch.unrest = settings.intake.patience
            watch.reconcile = settings.intake.rescan
            kind = .watcher(Watcher(roots: roots, settings: watch, ports: bridge.ports))
        }
    }

    /// Runs until everything is collected, or until watching is told to stop.
    func run() async throws {
        switch kind {
        case .collector(let collector):
            do {
                _ = try await cancelWhenGracefulShutdown { try await collector.run() }
            } catch is CancellationError {}
        case .watcher(let watcher):
            try await withGracefulShutdownHandler {
                try await watcher.run()
            } onGracefulShutdown: {
                watcher.stop()
            }
        }
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

    /// What lies in a watched folder and is ours, so that our own files are never taken for photos.
    private static func excluded(_ settings: Settings, _ context: RunContext) -> [FilePath] {
        var excluded = [context.output]
        if let originals = settings.output.originals { excluded.append(originals.resolvingLinks ?? originals) }
        if settings.after == .move {
            excluded += context.roots.flatMap { root in InputMove.folders.map { root.path.appending($0) } }
        }
        return excluded
    }
}
