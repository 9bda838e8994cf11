import Control
import Foundation
import JSONTree
import Results
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// The settings of a run that goes on, and how they are read again: from the same file, options and environment.
public struct SettingsSource: Sendable {
    /// What the run goes by.
    let present: EffectiveSettings
    /// Reads them as they are now; blocks.
    let load: @Sendable () throws -> EffectiveSettings

    /// Settings with what reads them again.
    public init(_ present: EffectiveSettings, load: @escaping @Sendable () throws -> EffectiveSettings) {
        (self.present, self.load) = (present, load)
    }
}

/// Takes a run that goes on to other settings: sees first that they can be used, says what they change, and ends the run, so
/// that the program starts again in its own place.
///
/// Whether photos that are done keep their results is noted in the queue before, and the next start goes by that, however
/// this one ends. The program goes on with the settings that were checked, whatever their file has become since
/// (``ProgramRestart``).
final class SettingsReload: Sendable {
    let source: SettingsSource
    let context: RunContext
    let mode: PipelineRun.Mode
    let queue: QueueService
    let version: String
    let stop: StopRequest
    let log: PhotoLog
    /// Is told what a signal changes, or why it changes nothing.
    let tell: @Sendable (RunEvent) -> Void
    private let disk = BlockingLane("quiver.reload")
    private let progress = Mutex(Progress.none)

    private enum Progress {
        case none
        /// Settings are being looked at or noted, one after the other.
        case begun
        /// The run ends for these.
        case taken(EffectiveSettings)
    }

    /// The settings that the run ends for; nil where none were taken.
    var taken: EffectiveSettings? {
        progress.withLock { if case .taken(let settings) = $0 { settings } else { nil } }
    }

    init(
        _ source: SettingsSource, _ context: RunContext, mode: PipelineRun.Mode, queue: QueueService, version: String,
        stop: StopRequest, log: PhotoLog, tell: @escaping @Sendable (RunEvent) -> Void
    ) {
        (self.source, self.context, self.mode, self.queue, self.version) = (source, context, mode, queue, version)
        (self.stop, self.log, self.tell) = (stop, log, tell)
    }

    /// Settings that can be used, with what workers are to know of them.
    private struct Next: Sendable {
        var settings: EffectiveSettings
        var pipelines: FolderPipelines
        /// What photos of some folder were processed with until now, and are from now on.
        var successors: [Fingerprint: Fingerprint]
    }

    /// Says what the settings change, and goes on with them unless they are only to be looked at.
    ///
    /// - Parameter again: Whether photos that are done are processed again.
    /// - Throws: The mistake in them, or what stands in their way; then nothing changes.
    func reload(check: Bool, again: Bool) async throws -> ReloadReport {
        guard stop.cause == nil else {
            throw ControlError(.unavailable, "the supervisor is stopping; try again", fault: .environment)
        }
        let isFirst = progress.withLock { progress in
            guard case .none = progress else { return false }
            progress = .begun
            return true
        }
        guard isFirst else {
            throw ControlError(.unavailable, "another reload is under way; try again", fault: .environment)
        }
        defer { progress.withLock { if case .begun = $0 { $0 = .none } } }
        let next = try await disk.perform { try self.look() }
        var report = try await report(next, again: again)
        guard !report.isEmpty || !again else { throw ControlError.nothingAgain }
        guard !check, !report.isEmpty else { return report }
        try await note(next, again: again)
        report.isTaken = true
        for change in report.changes {
            log.note("setting changes", ["key": change.key, "from": change.old ?? "", "to": change.new ?? ""])
        }
        log.note("settings are reloaded", ["again": "\(again)"])
        progress.withLock { $0 = .taken(next.settings) }
        stop.ask(.reload)
        return report
    }

    /// Notes what becomes of results.
    ///
    /// The folder's mark comes first: the queue's note alone would have the next start refused.
    private func note(_ next: Next, again: Bool) async throws {
        try await disk.perform { try self.noteModels(next) }
        guard !next.successors.isEmpty else { return }
        _ = try await queue.attempt {
            for (former, present) in next.successors {
                try $0.jobs.note(resultsOf: former, standFor: again ? nil : present)
            }
        }
    }

    /// The same for every signal that asks for it, until cancelled.
    func hear() async throws {
        guard let signals = stop.reloads else { return }
        var seen = 0
        while true {
            await signals.wait(past: seen)
            try Task.checkCancellation()
            seen = signals.count
            do {
                let report = try await reload(check: false, again: false)
                tell(.warning("SIGHUP: " + report.lines.joined(separator: "; ")))
            } catch let error as CancellationError {
                throw error
            } catch {
                tell(.warning("SIGHUP changes nothing: \(ControlError(error).message)"))
            }
        }
    }

    /// Reads the settings and sees that a run could begin with them; blocks.
    private func look() throws -> Next {
        let next = try source.load()
        let settings = next.settings
        guard settings.queue == source.present.settings.queue else {
            throw PipelineError(
                .setting, "another queue ('queue', or that of another 'output.path') needs a new start of Quiver",
                fault: .input)
        }
        guard mode == .work || !settings.watch.isEmpty else {
            throw PipelineError(.setting, "'watch' names no folder any more", fault: .input)
        }
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        try ProcessLimits.current(workers: workers).check(workers: workers)
        for own in settings.ofFolders(settings.watch) { _ = try RunContext.omissions(of: own) }
        _ = try HookPlan(settings, version: version)
        if let path = settings.log.path, path != source.present.settings.log.path { try LogFile.tryOut(path) }
        let named = NamedRoots(asking: settings.watch, look: NamedRoots.glance)
        if mode != .work { try named.checkWatching() }
        var pipelines = try FolderPipelines(settings)
        pipelines.place(settings, at: named.roots.map(\.watch))
        try checkResults(of: settings, pipelines, named)
        return Next(settings: next, pipelines: pipelines, successors: pipelines.successors(of: context.pipelines))
    }

    /// Sees that the folder of the results can be used, and another one than now is no other queue's.
    private func checkResults(of settings: Settings, _ pipelines: FolderPipelines, _ named: NamedRoots) throws {
        let output = try RunContext.folder(settings.output.path, makes: false)
        _ = try OutputLayout(
            output: output, roots: named.roots.map { OutputLayout.Root($0.watch.path, isFolder: $0.isFolder) },
            originals: try settings.output.originals.map {
                try RunContext.folder($0, option: "output.originals", makes: false)
            })
        guard output != context.output, let mark = ResultsOwner.mark(in: output) else { return }
        guard mark.names(context.queue, context.results.identity, in: output) else {
            throw PipelineError(
                .output,
                "the results in \(EscapedName.printable(output)) belong to the queue \(mark.queue.printable(in: output)); "
                    + "name another folder in 'output.path'", fault: .input)
        }
        _ = try mark.change(
            to: ResultsOwner.Mark.Model.of(pipelines), in: output, replaces: settings.output.replace)
    }

    private func report(_ next: Next, again: Bool) async throws -> ReloadReport {
        let changesResults = !next.successors.isEmpty
        let changes = source.present.changes(to: next.settings)
        return ReloadReport(
            changes: changes,
            changesFiles: next.pipelines.plans.contains { plan in
                context.pipelines.plans.contains { plan.hasOtherFiles(than: $0) }
            },
            changesResults: changesResults,
            done: changesResults ? try await queue.overview()[.done] : 0, again: changesResults && again,
            isTaken: false)
    }

    /// Has the folder of results say that its results may be of the present models or the next ones: it was said what becomes
    /// of them.
    private func noteModels(_ next: Next) throws {
        guard next.settings.settings.output.path.resolvedPath == context.output else { return }
        let present = ResultsOwner.Mark.Model.of(context.pipelines)
        let models = present + ResultsOwner.Mark.Model.of(next.pipelines).filter { !present.contains($0) }
        guard !Set(models).isSubset(of: ResultsOwner.mark(in: context.output)?.models ?? []) else { return }
        guard context.results.write(queue: context.queue, models: models, in: context.output) else {
            let mark = EscapedName.printable(context.output.pushing(ResultsOwner.name))
            throw PipelineError(
                .output, "cannot write \(mark), which says what models the results are of; is the disk full?",
                fault: .environment)
        }
    }
}

extension WorkPlan {
    /// Whether a file that both plans name was another one when the other plan was made.
    fileprivate func hasOtherFiles(than other: WorkPlan) -> Bool {
        let known = Dictionary(other.models.map { ($0.path, $0.sha256) }) { first, _ in first }
        let isOther = models.contains { model in known[model.path].map { $0 != model.sha256 } ?? false }
        let isSameGround = cutout.background == other.cutout.background
        return isOther || (isSameGround && background != other.background)
    }
}

extension EffectiveSettings {
    /// The keys whose values are others in other settings.
    func changes(to next: EffectiveSettings) -> [ReloadReport.Change] {
        let old = Dictionary(entries.map { ($0.path, $0.value.line) }) { first, _ in first }
        let new = Dictionary(next.entries.map { ($0.path, $0.value.line) }) { first, _ in first }
        let gone = entries.map(\.path).filter { new[$0] == nil }
        return (next.entries.map(\.path) + gone).filter { old[$0] != new[$0] }.map {
            // The address of a hook may be as good as a password.
            let isSecret = $0.hasPrefix("hooks[") && $0.hasSuffix("].url")
            return isSecret
                ? ReloadReport.Change(key: $0, old: old[$0].map { _ in "…" }, new: new[$0].map { _ in "…" })
                : ReloadReport.Change(key: $0, old: old[$0], new: new[$0])
        }
    }
}
