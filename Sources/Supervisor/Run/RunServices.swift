import Control
import Dispatch
import Foundation
import Glibc
import Intake
import JobQueue
import QueueStorage
import Results
import ServiceLifecycle
import Settings
import SystemPackage
import WorkerProtocol

/// Builds the services of a run and connects them, in the order of a photo's way.
struct RunServices: Sendable {
    let context: RunContext
    let queue: QueueService
    let bridge: IntakeBridge
    var supervisor: Supervisor
    let workers: Int

    private let backfill: RecordBackfill
    private let tables: ResultTables
    private let announce: @Sendable () -> Void
    private let dispatcher: JobDispatcher
    private let control: ControlServer
    private let log: PhotoLog
    private let disk: DispatchQueue

    /// - Throws: ``PipelineError``, `JobQueueError`, `ResultsError` where the run cannot begin.
    init(
        _ settings: Settings, mode: PipelineRun.Mode, limit: PhotoLimit?, tally: RunTally, events: EventHub
    ) throws {
        let report: @Sendable (RunEvent) -> Void = { event in
            tally.take(event)
            events.publish(event)
        }
        let context = try RunContext(settings)
        let log = try PhotoLog(settings.log) { report(.warning($0)) }
        for warning in context.warnings { report(.warning(warning)) }
        let queue = QueueService(context.store)
        let pipeline = context.plan.pipeline
        let breaker = CircuitBreaker(now: Clock.now) { event in
            log.note(event)
            report(event)
        }
        let changes = TableChanges()
        let running = RunningWorkers()
        let dispatcher = JobDispatcher(
            queue: queue, owner: context.owner, pipeline: pipeline, end: mode == .once ? .whenIdle : .never,
            breaker: breaker, log: log, now: Clock.now)
        let records = RecordBuilder(
            output: context.output, photoFiles: context.formats.compactMap(\.photoFile),
            names: { [names = context.names] in names.names(of: $0, output: $1) })
        let roots = RootCheck(roots: context.roots.map(\.path))
        let disk = DispatchQueue(label: "quiver.tables")
        let moved = MovedPhotos(queue: queue, records: records, disk: disk)
        let bridge = IntakeBridge(
            queue: queue, pipeline: pipeline, dispatcher: dispatcher, moves: settings.after == .move,
            followsLinks: settings.intake.followLinks, roots: roots, log: log, moved: moved, changes: changes,
            names: { [names = context.names] in names.output(for: $0) }, now: Clock.now, limit: limit,
            onEvent: report)
        let intake = try IntakeService(settings: settings, context: context, mode: mode, bridge: bridge)
        let outputCheck = OutputCheck(output: context.output, staging: context.staging)
        let publisher = Publisher(
            queue: queue, dispatcher: dispatcher, records: records,
            rules: Publisher.Rules(
                retries: settings.retry.attempts - 1, backoff: settings.retry.backoff, after: settings.after,
                followsLinks: settings.intake.followLinks),
            output: outputCheck,
            roots: roots, scores: ScoreReadings(settings, plan: context.plan),
            changes: changes, log: log, now: Clock.now, onEvent: report)
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        let slots = WorkerSlot.make(
            workers, settings: settings, context: context, dispatcher: dispatcher, running: running, log: log,
            report: report,
            finish: { await publisher.submit($0) })
        let control = try ControlServer(queue: context.queueFile)
        let handler = CommandHandler(
            queue: queue, records: records, log: log, changes: changes, tell: report,
            pause: { await dispatcher.pause($0) }, endWorkers: { running.endWork(on: $0) },
            pipeline: pipeline, now: Clock.now,
            status: { [startedAt = Clock.wall()] in
                let waiting = intake.waiting
                return LiveStatus(
                    processIdentifier: getpid(), startedAt: startedAt, workers: workers, roots: intake.status,
                    ended: tally.summary.done + tally.summary.failed, pause: await breaker.reason,
                    incoming: waiting?.files, suspended: waiting?.folders,
                    isPausedByHand: await dispatcher.isPaused, slots: running.slots)
            })

        let backfill = RecordBackfill(queue: queue, records: records)

        self.context = context
        self.backfill = backfill
        self.disk = disk
        self.queue = queue
        self.bridge = bridge
        self.workers = workers
        self.dispatcher = dispatcher
        self.control = control
        self.log = log
        let tables = ResultTables(
            ResultTables.Parts(
                queue: queue, records: records, formats: context.formats.compactMap(\.table),
                classes: { [output = context.output] in ClassList.read(in: output) ?? [] }, pipeline: pipeline,
                output: outputCheck, changes: changes, onEvent: report))
        self.tables = tables
        announce = { [output = context.output] in
            guard mode == .watch else { return }
            report(.watching(folders: context.watched, output: EscapedName.printable(output)))
        }
        let vanished = VanishedPhotos(
            queue: queue, dispatcher: dispatcher, pipeline: pipeline, backfill: backfill, roots: roots, disk: disk,
            now: Clock.now)
        let rescan = settings.intake.rescan
        let taking: any Service =
            mode == .watch
            ? intake
            : OnceIntake(
                intake: intake, dispatcher: dispatcher, vanished: vanished, onFirst: { report(.intakeEnded) })
        let beside: [any Service] =
            mode == .watch ? [LoopService { try await vanished.endAgainAndAgain(every: rescan, report) }] : []
        supervisor = Supervisor(
            workers: WorkersService(
                dispatcher: dispatcher, publisher: publisher, slots: slots, running: running,
                grace: settings.workers.grace),
            intake: taking,
            others: [
                ControlService(server: control, handler: handler, events: events, wake: { dispatcher.wake() }),
                LoopService(body: QueuePlaceCheck(store: context.store, changes: dispatcher.changes).run),
                LoopService(body: TableUpdates(tables: tables, changes: changes, breaker: breaker).run),
            ] + beside)
    }

    /// Recovers abandoned claims, writes missing records, and starts to listen for commands.
    func begin() async throws {
        log.note("run begins", ["process": "\(getpid())", "queue": EscapedName.printable(context.queueFile)])
        let lost = try await queue.page(PageRequest(JobFilter(states: [.running]), limit: 10_000))
            .filter { [store = context.store] in $0.owner.map(store.isDead) ?? true }
        _ = try await queue.recover(limit: RunContext.suspiciousDeaths, at: Clock.now())
        for job in lost { log.note(.recovered, job.id, ["attempt": "\(job.progress.attempts)"]) }
        try await backfill.writeMissing()
        control.start()
        announce()
    }

    /// Answers clients that still wait: the run has failed.
    func abandon() { control.stop() }

    /// Writes the tables and leaves nothing behind.
    ///
    /// A full disk is waited for, unless the run is told to stop.
    /// - Returns: Whether the tables were written.
    func finish(until stop: StopRequest) async throws -> Bool {
        control.stop()
        // Every worker has ended: what is left was never answered for, or could not be removed at its time.
        try await disk.perform { [context] in context.sweep() }
        let isWritten = try await writeTables(until: stop)
        log.note("run ends", ["process": "\(getpid())"])
        return isWritten
    }

    private func writeTables(until stop: StopRequest) async throws -> Bool {
        while true {
            switch try await tables.writeWhole(tripping: dispatcher.breaker) {
            case .written, .behind:
                await dispatcher.breaker.reset()
                return true
            case .obstructed: return false
            case .postponed:
                repeat {
                    guard stop.cause == nil else { return false }
                    await stop.pause(for: .milliseconds(250))
                } while await !dispatcher.breaker.isClosed
            }
        }
    }
}
