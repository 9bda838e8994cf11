import Dispatch
import Foundation
import Glibc
import Intake
import JobQueue
import JobQueueSQLite
import Results
import Settings
import SystemPackage

/// Everybody who takes part in a run, made and introduced to each other, in the order of a photo's way.
struct RunCrew: Sendable {
    let workplace: Workplace
    let queue: QueueService
    let bridge: IntakeBridge
    let supervisor: Supervisor
    let workers: Int

    private let owed: OwedRecords
    private let tables: ResultTables
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
        let queue = QueueService(workplace.store)
        let pipeline = workplace.plan.pipeline
        let outage = Outage(now: Clock.now) { event in
            log.note(event)
            report(event)
        }
        let source = WorkSource(
            queue: queue, owner: workplace.owner, pipeline: pipeline, end: mode == .once ? .whenIdle : .never,
            outage: outage, log: log, now: Clock.now)
        let records = RecordMaker(
            output: workplace.output, wantsJSON: settings.output.formats.contains(.json),
            names: { [names = workplace.names] in names.names(of: $0, output: $1) })
        let roots = RootCheck(roots: workplace.roots.map(\.path))
        let bridge = IntakeBridge(
            queue: queue, pipeline: pipeline, source: source, moves: settings.after == .move, roots: roots,
            log: log,
            names: { [names = workplace.names] in names.output(for: $0) }, now: Clock.now, limit: limit,
            onEvent: report)
        let intake = try IntakeDesk(settings: settings, workplace: workplace, mode: mode, bridge: bridge)
        let publisher = Publisher(
            queue: queue, source: source, records: records,
            rules: Publisher.Rules(
                retries: settings.retry.attempts - 1, backoff: settings.retry.backoff, after: settings.after),
            output: OutputCheck(output: workplace.output, staging: workplace.staging),
            roots: roots, scores: ScoreDesk(settings, plan: workplace.plan),
            log: log, now: Clock.now, onEvent: report)
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        let slots = WorkerSlot.make(
            workers, settings: settings, workplace: workplace, source: source, log: log, report: report,
            finish: { await publisher.submit($0) })
        let control = try ControlServer(queue: workplace.queueFile)
        let desk = ControlDesk(
            queue: queue, records: records, log: log, pipeline: pipeline, now: Clock.now,
            status: { [startedAt = Clock.wall()] in
                LiveStatus(
                    processIdentifier: getpid(), startedAt: startedAt, workers: workers, roots: intake.status,
                    ended: tally.summary.done + tally.summary.unwell)
            })

        let owed = OwedRecords(queue: queue, records: records)
        let disk = DispatchQueue(label: "quiver.tables")

        self.workplace = workplace
        self.owed = owed
        self.disk = disk
        self.queue = queue
        self.bridge = bridge
        self.workers = workers
        self.source = source
        self.control = control
        self.log = log
        tables = ResultTables(
            queue: queue, records: records,
            csv: settings.output.formats.contains(.csv) ? workplace.names.csv : nil,
            jsonLines: settings.output.formats.contains(.jsonl) ? workplace.names.jsonLines : nil, pipeline: pipeline)
        supervisor = Supervisor(
            source: source, publisher: publisher, slots: slots, grace: settings.workers.grace,
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
                        await source.wake()
                    }
                },
                Heartbeat(
                    source: source, store: workplace.store, tally: tally, tables: tables, disk: disk
                ).run,
            ])
    }

    /// Frees what a dead supervisor held, pays the records it owed, and opens the door for commands.
    func begin() async throws {
        log.note("run begins", ["process": "\(getpid())", "queue": EscapedName.printable(workplace.queueFile)])
        let lost = try await queue.page(PageRequest(JobFilter(states: [.running]), limit: 10_000))
        _ = try await queue.recover(limit: Workplace.suspiciousDeaths, at: Clock.now()) { _ in true }
        for job in lost { log.note(.recovered, job.id, ["attempt": "\(job.progress.attempts)"]) }
        try await owed.pay()
        control.start()
    }

    /// Writes the tables and leaves nothing behind.
    ///
    /// - Parameter waits: Whether a full disk is waited for; a run that was told to stop does not.
    func finish(waits: Bool) async throws {
        control.stop()
        // Every worker has ended: what is left was never answered for, or could not be removed at its time.
        workplace.sweep()
        var isWritten = try await tables.tryToWrite(on: disk, source.outage)
        while !isWritten, waits {
            try await Task.sleep(for: .milliseconds(100))
            guard await source.outage.allowsWork else { continue }
            isWritten = try await tables.tryToWrite(on: disk, source.outage)
        }
        if isWritten { await source.outage.passed() }
        log.note("run ends", ["process": "\(getpid())"])
    }
}

/// Wakes waiting slots for retries that have come due, keeps the tables of a long run fresh, and sees that the queue is
/// still where it was.
struct Heartbeat: Sendable {
    let source: WorkSource
    let store: SQLiteJobStore
    let tally: RunTally
    let tables: ResultTables
    let disk: DispatchQueue

    private static let tablesEvery = 240

    func run() async throws {
        var written = 0
        var beats = 0
        while true {
            try await Task.sleep(for: .milliseconds(250))
            await source.wake()
            beats += 1
            try store.checkPlace()
            guard beats.isMultiple(of: Self.tablesEvery) else { continue }
            let ended = tally.summary.done + tally.summary.unwell
            guard ended != written else { continue }
            if try await tables.tryToWrite(on: disk, source.outage) { written = ended }
        }
    }
}
