import Crypto
import Dispatch
import Foundation
import Glibc
import Intake
import JobQueue
import JobQueueSQLite
import Results
import Settings
import Synchronization
import SystemPackage

/// How a run ended.
public struct RunSummary: Sendable {
    /// Photos that got a result in this run.
    public var done = 0
    /// Photos that ended in this run without a result.
    public var unwell = 0
    /// Photos that had ended well before this run.
    public var known = 0
    /// Photos that had ended otherwise before this run.
    public var knownUnwell = 0
    /// Photos that still wait, because the run was stopped.
    public var unfinished = 0
    public var interrupted = false
    public var elapsed = Duration.zero
    public var workers = 0
    public var outputFolder = ""
    public var usage = ResourceUsage()
}

/// One run of the pipeline over the queue, from opening it to the last record: `quiver run` and `quiver watch`.
public struct PipelineRun: Sendable {
    public enum Mode: Sendable {
        /// Take in what is there, work it off, end.
        case once
        /// Go on until told to stop.
        case watch
    }

    private let settings: Settings
    private let mode: Mode
    private let onEvent: @Sendable (RunEvent) -> Void

    public init(settings: Settings, mode: Mode, onEvent: @escaping @Sendable (RunEvent) -> Void) {
        self.settings = settings
        self.mode = mode
        self.onEvent = onEvent
    }

    /// Runs to the end.
    ///
    /// - Throws: ``PipelineError``, `JobQueueError`, `ResultsError`: Quiver could not work.
    public func execute() async throws -> RunSummary {
        let start = ContinuousClock.now
        let workplace = try Workplace(settings)
        let queue = QueueService(workplace.store)
        let tally = RunTally()
        let report: @Sendable (RunEvent) -> Void = { event in
            tally.take(event)
            onEvent(event)
        }
        _ = try await queue.recover(limit: Workplace.suspiciousDeaths, at: Clock.now()) { _ in true }

        let source = WorkSource(
            queue: queue, owner: workplace.owner, pipeline: workplace.plan.pipeline,
            end: mode == .once ? .whenIdle : .never, now: Clock.now, onTrouble: { report(.warning($0)) })
        let records = RecordMaker(
            output: workplace.output, wantsJSON: settings.output.formats.contains(.json),
            names: { [names = workplace.names] in names.names(of: $0, output: $1) })
        let rules = Publisher.Rules(
            retries: settings.retry.attempts - 1, backoff: settings.retry.backoff, after: settings.after)
        let publisher = Publisher(
            queue: queue, source: source, records: records, rules: rules,
            scores: ScoreDesk(settings, plan: workplace.plan), now: Clock.now, onEvent: report)
        let bridge = IntakeBridge(
            queue: queue, pipeline: workplace.plan.pipeline, source: source, moves: settings.after == .move,
            names: { [names = workplace.names] in names.output(for: $0) }, now: Clock.now, onEvent: report)
        let tables = ResultTables(
            queue: queue, records: records,
            csv: settings.output.formats.contains(.csv) ? workplace.names.csv : nil,
            jsonLines: settings.output.formats.contains(.jsonl) ? workplace.names.jsonLines : nil,
            pipeline: workplace.plan.pipeline)

        let intake = try IntakeDesk(settings: settings, workplace: workplace, mode: mode, bridge: bridge)
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        let slots = slots(workers, workplace: workplace, source: source, publisher: publisher, report: report)
        let control = try ControlServer(queue: workplace.queueFile)
        defer { control.stop() }
        control.start()
        let desk = ControlDesk(
            queue: queue, records: records, pipeline: workplace.plan.pipeline, now: Clock.now,
            status: { [startedAt = Clock.now()] in
                LiveStatus(
                    processIdentifier: getpid(), startedAt: startedAt, workers: workers, roots: intake.status,
                    ended: tally.summary.done + tally.summary.unwell)
            })
        let disk = DispatchQueue(label: "quiver.tables")
        let supervisor = Supervisor(
            source: source, publisher: publisher, slots: slots, grace: settings.workers.grace,
            companions: [
                {
                    try await intake.run()
                    if mode == .once {
                        report(.intakeEnded)
                        await source.intakeHasEnded()
                    }
                },
                {
                    for await pending in control.requests {
                        pending.reply(await desk.answer(pending.request))
                        await source.wake()
                    }
                },
                { try await Self.heartbeat(source, tally: tally, tables: tables, disk: disk) },
            ])
        let interrupted = try await GracefulStop.run(supervisor)

        try await tables.write(on: disk)
        var summary = tally.summary
        let met = bridge.tally
        summary.known = met.knownDone
        summary.knownUnwell = met.knownUnwell
        summary.interrupted = interrupted
        summary.unfinished = try await queue.overview().unfinished
        summary.elapsed = ContinuousClock.now - start
        summary.workers = workers
        summary.outputFolder = workplace.output.string
        summary.usage = ResourceUsage(queue: queue.processorTime)
        await queue.close()
        return summary
    }

    private func slots(
        _ count: Int, workplace: Workplace, source: WorkSource, publisher: Publisher,
        report: @escaping @Sendable (RunEvent) -> Void
    ) -> [WorkerSlot] {
        let process = WorkerProcess(
            executable: Self.executable, arguments: ["worker", "--supervised"],
            onTalk: { pid, line in report(.warning("worker \(pid): \(line)")) })
        let output = settings.output
        let staging = workplace.staging
        let names = workplace.names
        let limits = WorkerSlot.Limits(photo: settings.workers.timeout, recycle: settings.workers.recycle)
        return (0..<count).map { _ in
            WorkerSlot(
                process: process, plan: workplace.plan, limits: limits, source: source,
                jobLine: { claim in
                    let original = output.originals.flatMap { _ in
                        names.names(of: claim.place, output: claim.output).original
                    }
                    return JobLine(
                        claim: claim.id.description, path: RawPathText(claim.place.file),
                        identity: JobLine.Identity(
                            inode: claim.stamp.inode, size: claim.stamp.size,
                            mtimeNanoseconds: claim.stamp.modified),
                        wanted: JobLine.Wanted(
                            staging: RawPathText(staging), annotated: output.annotate, crops: output.crops,
                            original: original.map { RawPathText($0) }))
                },
                finish: { await publisher.submit($0) })
        }
    }

    /// Wakes waiting slots for retries that have come due, and keeps the tables of a long run fresh.
    private static func heartbeat(
        _ source: WorkSource, tally: RunTally, tables: ResultTables, disk: DispatchQueue
    ) async throws {
        var written = 0
        var beats = 0
        while true {
            try await Task.sleep(for: .milliseconds(250))
            await source.wake()
            beats += 1
            guard beats.isMultiple(of: 240) else { continue }
            let ended = tally.summary.done + tally.summary.unwell
            guard ended != written else { continue }
            written = ended
            try await tables.write(on: disk)
        }
    }

    /// This program, which workers are further processes of.
    private static let executable = FilePath("/proc/self/exe").resolvingLinks ?? FilePath("/proc/self/exe")
}

/// Counts how photos ended.
final class RunTally: Sendable {
    private let counts = Mutex(RunSummary())

    func take(_ event: RunEvent) {
        guard case .ended(let record) = event else { return }
        counts.withLock { if record.state == .done { $0.done += 1 } else { $0.unwell += 1 } }
    }

    var summary: RunSummary { counts.withLock { $0 } }
}
