import Control
import ServiceLifecycle
import Settings
import Storage

/// The hooks of one run: what they are told of it, and the services that tell them.
struct RunHooks: Sendable {
    private(set) var plan: HookPlan
    let news = HookNews()
    private let notes: RunNotes
    private let hasRuns: Bool
    private let mode: PipelineRun.Mode

    /// - Throws: ``PipelineError`` where a hook cannot be meant.
    init(_ settings: Settings, mode: PipelineRun.Mode, version: String) throws {
        plan = try HookPlan(settings, version: version)
        let told = plan.told(of: .run).map(\.name)
        notes = RunNotes(of: told, since: Clock.wall())
        hasRuns = !told.isEmpty
        self.mode = mode
    }

    /// Notes how a photo ended, where a hook is told of the run.
    func take(_ event: RunEvent) { if hasRuns { notes.take(event) } }

    /// The same hooks, of which each folder has its own.
    func among(_ folders: FolderSettings) -> RunHooks {
        var hooks = self
        hooks.plan = plan.among(folders)
        return hooks
    }

    /// What delivers messages beside the work; to be ended after what puts messages into the outbox.
    func services(
        _ queue: QueueService, _ context: RunContext, stop: StopRequest, log: PhotoLog, meter: RunMeter,
        warn: @escaping @Sendable (String) -> Void
    ) -> [any Service] {
        guard !plan.hooks.isEmpty else { return [] }
        for trouble in plan.troubles() { warn(trouble) }
        let runs = RunMessages(
            plan: plan, queue: queue, owner: context.owner, notes: notes, output: context.output, news: news)
        let lease = context.lease
        let parts = HookService.Parts(
            plan: plan, queue: queue, owner: context.owner, news: news, mayDeliver: { lease.holds },
            last: {
                do { try await runs.tell(at: Clock.now()) } catch {
                    warn("no hook is told of the run's end: \(error)")
                }
            }, stop: stop,
            every: lease.isShared ? .seconds(5) : nil, log: log, meter: meter, now: Clock.now, warn: warn)
        let daily: [any Service] = mode.goesOn ? [LoopService { try await runs.tellDaily(at: Clock.now) }] : []
        return daily + [HookService(parts: parts)]
    }

    /// Has hooks told of sessions whose sheets a writer writes.
    func telling(by writer: SheetWriter) -> SheetWriter {
        var writer = writer
        writer.tell = plan.tellingSessions(news, waits: mode.goesOn)
        return writer
    }

    /// Has hooks told of photos that end without a worker's answer.
    func telling(by backfill: RecordBackfill) -> RecordBackfill {
        var backfill = backfill
        backfill.telling = plan.telling(nil, news)
        return backfill
    }
}
