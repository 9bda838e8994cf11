import Dispatch
import Foundation
import Glibc
import Intake
import JobQueue
import QueueStorage
import Results
import Settings
import SystemPackage
import WorkerProtocol

/// Everybody who takes part in a run, made and introduced to each other, in the order of a photo's way.
struct RunCrew: Sendable {
    let workplace: Workplace
    let queue: QueueService
    let bridge: IntakeBridge
    let supervisor: Supervisor
    let workers: Int

    private let owed: OwedRecords
    private let tables: ResultTables
    private let announce: @Sendable () -> Void
    private let source: WorkSource
    private let control: ControlServer
    private let log: PhotoLog
    private let disk: DispatchQueue

    /// - Throws: ``PipelineError``, `JobQueueError`, `ResultsError` where the run cannot begin.
    init(
        _ settings: Settings, mode: PipelineRun.Mode, limit: PhotoLimit?, tally: RunTally,
        report: @escaping @Sendable (RunEvent) -> Void
    ) throws {
        let workplace = try Workplace(settings)
        let log = try PhotoLog(settings.log) { report(.warning($0)) }
        for warning in workplace.warnings { report(.warning(warning)) }
        let queue = QueueService(workplace.store)
        let pipeline = workplace.plan.pipeline
        let outage = Outage(now: Clock.now) { event in
            log.note(event)
            report(event)
        }
        let changes = TableChanges()
        let running = RunningWorkers()
        let source = WorkSource(
            queue: queue, owner: workplace.owner, pipeline: pipeline, end: mode == .once ? .whenIdle : .never,
            outage: outage, log: log, now: Clock.now)
        let records = RecordMaker(
            output: workplace.output, photoFiles: workplace.formats.compactMap(\.photoFile),
            names: { [names = workplace.names] in names.names(of: $0, output: $1) })
        let roots = RootCheck(roots: workplace.roots.map(\.path))
        let disk = DispatchQueue(label: "quiver.tables")
        let moved = MovedPhotos(queue: queue, records: records, disk: disk)
        let bridge = IntakeBridge(
            queue: queue, pipeline: pipeline, source: source, moves: settings.after == .move,
            followsLinks: settings.intake.followLinks, roots: roots, log: log, moved: moved, changes: changes,
            names: { [names = workplace.names] in names.output(for: $0) }, now: Clock.now, limit: limit,
            onEvent: report)
        let intake = try IntakeDesk(settings: settings, workplace: workplace, mode: mode, bridge: bridge)
        let outputCheck = OutputCheck(output: workplace.output, staging: workplace.staging)
        let publisher = Publisher(
            queue: queue, source: source, records: records,
            rules: Publisher.Rules(
                retries: settings.retry.attempts - 1, backoff: settings.retry.backoff, after: settings.after,
                followsLinks: settings.intake.followLinks),
            output: outputCheck,
            roots: roots, scores: ScoreDesk(settings, plan: workplace.plan),
            changes: changes, log: log, now: Clock.now, onEvent: report)
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        let slots = WorkerSlot.make(
            workers, settings: settings, workplace: workplace, source: source, running: running, log: log,
            report: report,
            finish: { await publisher.submit($0) })
        let control = try ControlServer(queue: workplace.queueFile)
        let desk = ControlDesk(
            queue: queue, records: records, log: log, changes: changes, endWorkers: { running.endWork(on: $0) },
            pipeline: pipeline, now: Clock.now,
            status: { [startedAt = Clock.wall()] in
                let waiting = intake.waiting
                return LiveStatus(
                    processIdentifier: getpid(), startedAt: startedAt, workers: workers, roots: intake.status,
                    ended: tally.summary.done + tally.summary.unwell, pause: await outage.reason,
                    incoming: waiting?.files, suspended: waiting?.folders)
            })

        let owed = OwedRecords(queue: queue, records: records)

        self.workplace = workplace
        self.owed = owed
        self.disk = disk
        self.queue = queue
        self.bridge = bridge
        self.workers = workers
        self.source = source
        self.control = control
        self.log = log
        let tables = ResultTables(
            ResultTables.Parts(
                queue: queue, records: records, formats: workplace.formats.compactMap(\.table),
                classes: { [output = workplace.output] in ClassList.read(in: output) ?? [] }, pipeline: pipeline,
                output: outputCheck, changes: changes, onEvent: report))
        self.tables = tables
        announce = { [output = workplace.output] in
            guard mode == .watch else { return }
            report(.watching(folders: workplace.watched, output: EscapedName.printable(output)))
        }
        supervisor = Supervisor(
            source: source, publisher: publisher, slots: slots, running: running, grace: settings.workers.grace,
            companions: [
                {
                    guard mode == .once else { return try await intake.run() }
                    let once = OnceIntake(
                        intake: intake, queue: queue, source: source, pipeline: pipeline, owed: owed, roots: roots,
                        disk: disk,
                        now: Clock.now)
                    try await once.run { report(.intakeEnded) }
                },
                {
                    for await pending in control.requests {
                        pending.reply(await desk.answer(pending.request))
                        source.wake()
                    }
                },
                TableUpdates(tables: tables, changes: changes, outage: outage).run,
                QueuePlaceCheck(store: workplace.store, changes: source.changes).run,
            ])
    }

    /// Frees what dead supervisors held, pays the records it owed, and opens the door for commands.
    func begin() async throws {
        log.note("run begins", ["process": "\(getpid())", "queue": EscapedName.printable(workplace.queueFile)])
        let lost = try await queue.page(PageRequest(JobFilter(states: [.running]), limit: 10_000))
            .filter { [store = workplace.store] in $0.owner.map(store.isDead) ?? true }
        _ = try await queue.recover(limit: Workplace.suspiciousDeaths, at: Clock.now())
        for job in lost { log.note(.recovered, job.id, ["attempt": "\(job.progress.attempts)"]) }
        try await owed.pay()
        control.start()
        announce()
    }

    /// Tells who still asks that nobody is there any more: the run has failed.
    func abandon() { control.stop() }

    /// Writes the tables and leaves nothing behind.
    ///
    /// A full disk is waited for, unless the run is told to stop.
    /// - Returns: Whether the tables were written.
    func finish(until stop: StopRequest) async throws -> Bool {
        control.stop()
        // Every worker has ended: what is left was never answered for, or could not be removed at its time.
        try await disk.perform { [workplace] in workplace.sweep() }
        let isWritten = try await writeTables(until: stop)
        log.note("run ends", ["process": "\(getpid())"])
        return isWritten
    }

    private func writeTables(until stop: StopRequest) async throws -> Bool {
        while true {
            switch try await tables.writeWhole(reporting: source.outage) {
            case .written, .behind:
                await source.outage.passed()
                return true
            case .obstructed: return false
            case .postponed:
                repeat {
                    guard stop.cause == nil else { return false }
                    await stop.pause(for: .milliseconds(250))
                } while await !source.outage.allowsWork
            }
        }
    }
}
