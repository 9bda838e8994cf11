import Control
import Foundation
import Geometry
import Glibc
import Intake
import Results
import ServiceLifecycle
import Settings
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Builds the services of a run and connects them, in the order of a photo's way.
struct RunServices: Sendable {
    let context: RunContext
    let queue: QueueService
    let bridge: IntakeBridge
    var supervisor: Supervisor
    let workers: Int

    /// Photos of the queue that are none of this run's.
    let others: OtherFolders

    private let backfill: RecordBackfill
    private let tables: ResultTables
    private let isWatch: Bool
    private let announce: @Sendable () -> Void
    private let warn: @Sendable (String) -> Void
    private let dispatcher: JobDispatcher
    private let control: ControlServer
    private let log: PhotoLog
    private let disk: BlockingLane

    /// - Throws: ``PipelineError``, `JobQueueError`, `ResultsError` where the run cannot begin.
    init(
        _ settings: Settings, settingsFile: SettingsFileCheck?, mode: PipelineRun.Mode, limit: PhotoLimit?,
        writesSheets: Bool, stop: StopRequest, tally: RunTally, events: EventHub,
        actions: ((Settings.SequenceQuery) throws -> ActionTrack.Events)? = nil,
        note: @escaping @Sendable (RunEvent) -> Void
    ) throws {
        let sequenceChanges =
            settings.sequences.isEmpty
            ? nil : SequenceChanges(try SequenceQuestions(settings.sequences, actions: actions))
        let report: @Sendable (RunEvent) -> Void = { event in
            let sentence = tally.take(event)
            note(event)
            events.publish(event)
            sequenceChanges?.take(event)
            guard mode == .watch, let sentence else { return }
            note(.warning(sentence))
            events.publish(.warning(sentence))
        }
        let context = try RunContext(settings)
        let log = try PhotoLog(settings.log) { report(.warning($0)) }
        for warning in context.warnings { report(.warning(warning)) }
        let pipeline = context.plan.pipeline
        let breaker = CircuitBreaker(now: Clock.now) { event in
            log.note(event)
            report(event)
        }
        let queue = QueueService(context.store, patience: breaker)
        let changes = TableChanges()
        let sheets = ChangeSignal()
        let running = RunningWorkers()
        let named = RunRoots(context.roots.map(\.path))
        let roots = RootCheck(context.named)
        let folders = PhotoFolders(roots: roots, followsLinks: settings.intake.followLinks, onEvent: report)
        let dispatcher = JobDispatcher(
            queue: queue, owner: context.owner, pipeline: pipeline, end: mode == .once ? .whenIdle : .never,
            breaker: breaker, folders: folders, log: log, now: Clock.now)
        let records = RecordBuilder(
            layout: context.layout, photoFiles: context.formats.compactMap(\.photoFile))
        let disk = BlockingLane("quiver.tables")
        let moved = MovedPhotos(queue: queue, records: records, disk: disk)
        let outputCheck = OutputCheck(output: context.output, staging: context.staging.path)
        let backfill = RecordBackfill(
            queue: queue, records: records, within: .init(output: outputCheck, breaker: breaker),
            warn: { report(.warning($0)) })
        let bridge = IntakeBridge(
            queue: queue, pipeline: pipeline, dispatcher: dispatcher, moves: settings.after == .move,
            followsLinks: settings.intake.followLinks, roots: roots, log: log, moved: moved, backfill: backfill,
            changes: changes, names: { [choice = records.choice] in choice.record(for: $0) }, now: Clock.now,
            limit: limit, onEvent: report)
        for root in context.named.silent { folders.rest(silent: root.rawBytes) }
        let intake = try IntakeService(
            settings: settings, context: context, mode: mode, bridge: bridge, folders: folders)
        let scores = ScoreReadings(settings, plan: context.plan)
        let publisher = Publisher(
            queue: queue, dispatcher: dispatcher, records: records,
            rules: Publisher.Rules(
                retries: settings.retry.attempts - 1, backoff: settings.retry.backoff, after: settings.after,
                followsLinks: settings.intake.followLinks, roots: named),
            output: outputCheck,
            roots: roots, scores: scores,
            changes: changes, sheets: mode == .watch ? sheets : nil, log: log, now: Clock.now, onEvent: report)
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        let slots = WorkerSlot.make(
            workers, settings: settings, context: context, dispatcher: dispatcher, running: running,
            output: outputCheck, log: log, report: report,
            finish: { await publisher.submit($0) })
        let control = try ControlServer(queue: context.queue)
        let handler = CommandHandler(
            queue: queue, backfill: backfill, log: log, changes: changes, sheets: sheets, tell: report,
            pause: { try await dispatcher.pause($0) }, endWorkers: { running.endWork(on: $0) },
            sent: intake.watcher.map { watcher in
                SentPhotos(watcher: watcher, scores: scores) { [choice = records.choice] in choice.record(for: $0) }
            },
            roots: named, folders: folders, pipeline: pipeline, now: Clock.now,
            status: { [startedAt = Clock.wall()] in
                let waiting = intake.waiting
                return LiveStatus(
                    processIdentifier: getpid(), startedAt: startedAt, workers: workers, roots: intake.status,
                    ended: tally.ended, pause: await breaker.reason ?? folders.reason,
                    incoming: waiting?.files, suspended: waiting?.folders,
                    isPausedByHand: await dispatcher.isPaused, slots: running.slots, unread: intake.unread,
                    changedSettings: settingsFile?.changed, watches: intake.watched)
            })

        self.context = context
        others = OtherFolders(queue: queue, roots: named, pipeline: pipeline, now: Clock.now)
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
                output: outputCheck, changes: changes, isOverdue: { stop.wasAsked(before: Self.endPatience) },
                onEvent: report))
        self.tables = tables
        warn = { report(.warning($0)) }
        isWatch = mode == .watch
        announce = { [output = context.output] in
            guard mode == .watch else { return }
            report(.watching(folders: context.watched, output: EscapedName.printable(output)))
        }
        let vanished = VanishedPhotos(
            queue: queue, folders: folders, named: named, pipeline: pipeline, backfill: backfill, now: Clock.now)
        let rescan = settings.intake.rescan
        let taking: any Service =
            mode == .watch
            ? intake
            : OnceIntake(
                intake: intake, dispatcher: dispatcher, vanished: vanished,
                onMissing: { paths in
                    tally.lack(paths.count)
                    for path in paths {
                        report(
                            .warning("\(EscapedName.printable(path)) was not there to the end: nothing is known of it"))
                    }
                }, onFirst: { report(.intakeEnded) })
        var beside: [any Service] = [
            LoopService { await folders.watch(onBack: { dispatcher.wake() }) }
        ]
        if mode == .watch { beside.append(LoopService { try await vanished.endAgainAndAgain(every: rescan, report) }) }
        let unread = UnreadPhotos(
            queue: queue, folders: folders, roots: context.roots.map(\.path), sheets: sheets, tell: report)
        beside.append(LoopService { try await unread.endAgainAndAgain(every: rescan) })
        if let sequenceChanges {
            let former = FormerResults(queue: queue, before: Clock.now())
            beside.append(LiveSequences(sequenceChanges, former: former, tell: report))
        }
        if writesSheets {
            let book = OwnBook(queue: queue)
            let writer = SheetWriter(
                output: context.output, book: book,
                pictures: PictureMaker(settings, output: context.output),
                settings: settings,
                placing: { body in try outputCheck.holding { try body() } }, warn: { report(.warning($0)) })
            beside.append(
                SheetService(
                    SheetUpdates(book: book, writer: { writer }, warn: { report(.warning($0)) }, changes: sheets),
                    last: (stop: stop, patience: Self.endPatience)))
        }
        if let settingsFile {
            beside.append(LoopService { try await settingsFile.watch { report(.warning($0)) } })
        }
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
    ///
    /// A full disk is waited for, unless the run is told to stop.
    func begin(until stop: StopRequest) async throws {
        try await waiting(until: stop) { try await begin() }
    }

    /// Lets what waits for a fault to pass give up once the run is told to stop.
    private func waiting<T: Sendable>(
        until stop: StopRequest, _ body: @Sendable () async throws -> T
    ) async throws -> T {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await stop.wait()
                if stop.cause != nil { await dispatcher.breaker.stopRetrying(within: .zero) }
            }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    private func begin() async throws {
        log.note("run begins", ["process": "\(getpid())", "queue": context.queue.printable])
        let lost = try await queue.page(PageRequest(JobFilter(states: [.running]), limit: 10_000))
            .filter { [store = context.store] in $0.owner.map(store.isDead) ?? true }
        try await recover()
        for job in lost { log.note(.recovered, job.id, ["attempt": "\(job.progress.attempts)"]) }
        try await others.setAside()
        try await backfill.writeMissing()
        control.start()
        announce()
        if isWatch, case let count = try await others.count(), count > 0 { warn(RunSummary.sentence(elsewhere: count)) }
        if try await queue.look({ try $0.jobs.isPaused() }) {
            _ = try await dispatcher.pause(true)
            warn("the work is paused by hand since an earlier run: no photo begins; 'quiver resume' goes on")
        }
    }

    /// Frees what the dead have claimed.
    ///
    /// This is the run's first change: a queue that may not be written, or that another
    /// program keeps, ends the run with its sentence.
    private func recover() async throws {
        let (limit, now) = (RunContext.suspiciousDeaths, Clock.now())
        do {
            _ = try await queue.attempt { [store = context.store] in
                try $0.jobs.recover(limit: limit, at: now) { store.isDead($0) }
            }
        } catch let error as JobQueueError where error.code == .full {
            _ = try await queue.recover(limit: limit, at: now)
        }
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
        let isWritten = try await waiting(until: stop) { try await writeTables(until: stop) }
        try await disk.perform { [context] in context.staging.remove() }
        // Photos that a late commit registered were claimed with it, for slots that had gone by then.
        _ = try? await queue.attempt { [owner = context.owner] in
            try $0.jobs.release(allOf: owner, at: Clock.now())
        }
        log.note("run ends", ["process": "\(getpid())"])
        return isWritten
    }

    /// How long a run that is to end goes on with tables that it writes whole, and with score sheets: a service manager kills
    /// after 90 seconds.
    private static let endPatience = Duration.seconds(20)

    private func writeTables(until stop: StopRequest) async throws -> Bool {
        while true {
            switch try await tables.complete(tripping: dispatcher.breaker) {
            case .written, .behind:
                await dispatcher.breaker.reset()
                return true
            case .obstructed: return false
            case .leftToNextRun:
                warn("the tables are as old as they were: writing them whole takes long, and the next run does it")
                return true
            case .postponed:
                repeat {
                    guard stop.cause == nil else { return false }
                    await stop.pause(for: .milliseconds(250))
                } while await !dispatcher.breaker.isClosed
            }
        }
    }
}
