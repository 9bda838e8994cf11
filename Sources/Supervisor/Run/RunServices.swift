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
    /// Nil where nothing is taken in.
    let bridge: IntakeBridge?
    var supervisor: Supervisor
    let workers: Int

    /// Photos of the queue that are none of this run's.
    let others: OtherFolders

    /// Results that a reload of the settings has kept.
    let adopted: AdoptedResults
    /// Nil where the settings hold to the end.
    let reload: SettingsReload?
    let backfill: RecordBackfill
    let tables: ResultTables
    /// Who writes the tables and the sheets.
    let duty: ResultsDuty
    /// Nil where none are written.
    let sheets: SheetService?
    /// Nil where this process alone writes the queue.
    let sharing: SharedWork?
    /// Nil where no sender is told to wait.
    let senders: SenderLimit?
    let isWatch: Bool
    let announce: @Sendable () -> Void
    let warn: @Sendable (String) -> Void
    let dispatcher: JobDispatcher
    let control: ControlServer
    let log: PhotoLog
    let disk: BlockingLane

    /// How long a run that is to end goes on with tables that it writes whole, and with score sheets: a service manager kills
    /// after 90 seconds.
    private static let endPatience = Duration.seconds(20)

    /// - Throws: ``PipelineError``, `JobQueueError`, `ResultsError` where the run cannot begin.
    init(
        _ settings: Settings, settingsFile: SettingsFileCheck?, source: SettingsSource? = nil,
        mode: PipelineRun.Mode, limit: PhotoLimit?,
        writesSheets: Bool, version: String = "", stop: StopRequest, tally: RunTally, events: EventHub,
        actions: ((Settings.SequenceQuery) throws -> ActionTrack.Events)? = nil,
        note: @escaping @Sendable (RunEvent) -> Void
    ) throws {
        let sequenceChanges =
            settings.sequences.isEmpty
            ? nil : SequenceChanges(try SequenceQuestions(settings.sequences, actions: actions))
        let meter = RunMeter()
        let allHooks = try RunHooks(settings, mode: mode, version: version)
        let report: @Sendable (RunEvent) -> Void = { event in
            let sentence = tally.take(event)
            meter.take(event)
            allHooks.take(event)
            note(event)
            events.publish(event)
            sequenceChanges?.take(event)
            guard mode.goesOn, let sentence else { return }
            note(.warning(sentence))
            events.publish(.warning(sentence))
        }
        let context = try RunContext(settings, mustShare: mode == .work)
        let log = try PhotoLog(settings.log) { report(.warning($0)) }
        for warning in context.warnings { report(.warning(warning)) }
        let pipelines = context.pipelines
        let hooks = allHooks.among(pipelines.folders)
        let pipeline: @Sendable (Place) -> Fingerprint = { pipelines.of($0).plan.pipeline }
        let breaker = CircuitBreaker(now: Clock.now) { event in
            log.note(event)
            report(event)
        }
        let queue = QueueService(context.store, patience: breaker)
        let changes = TableChanges()
        let sheets = ChangeSignal()
        let running = RunningWorkers()
        let named = RunRoots(context.roots.map(\.path))
        let lease = context.lease
        let roots = RootCheck(context.named, isShared: lease.isShared)
        let gate = WorkGate(settings.when, busy: { running.busy }, log: log, onEvent: report)
        let folders = PhotoFolders(roots: roots, followsLinks: settings.intake.followLinks, onEvent: report)
        let dispatcher = JobDispatcher(
            queue: queue, owner: context.owner, pipelines: pipelines.fingerprints,
            end: mode == .once ? .whenIdle : .never,
            breaker: breaker, folders: folders, lease: lease, gate: gate, roots: lease.isShared ? named : nil,
            log: log, now: Clock.now)
        // The clocks of several hosts may differ by a day, and records are to say one time.
        let records = RecordBuilder(
            layout: context.layout, photoFiles: context.formats.compactMap(\.photoFile),
            ofFolder: pipelines.photoFiles,
            names: context.queue.rootNames,
            wall: lease.isShared ? Clock.now : Clock.wall)
        let disk = BlockingLane("quiver.tables")
        let moved = MovedPhotos(queue: queue, records: records, disk: disk)
        let outputCheck = OutputCheck(output: context.output, staging: context.staging.path)
        let backfill = hooks.telling(
            by: RecordBackfill(
                queue: queue, records: records, within: .init(output: outputCheck, breaker: breaker),
                warn: { report(.warning($0)) }))
        let bridge =
            mode == .work
            ? nil
            : IntakeBridge(
                queue: queue, pipeline: pipeline, dispatcher: dispatcher,
                moves: { pipelines.of($0).settings.after == .move }, followsLinks: settings.intake.followLinks,
                roots: roots, log: log, moved: moved, backfill: backfill,
                changes: changes, names: { [choice = records.choice] in choice.record(for: $0) }, now: Clock.now,
                limit: limit,
                priority: ArrivalPriority(context.roots, settings.when, mode),
                onEvent: report)
        for root in context.named.silent { folders.rest(silent: root.rawBytes) }
        let intake = try bridge.map {
            try IntakeService(settings: settings, context: context, mode: mode, bridge: $0, folders: folders)
        }
        let scores = pipelines.scores
        let publisher = Publisher(
            queue: queue, dispatcher: dispatcher, records: records,
            rules: Publisher.Rules(
                retries: settings.retry.attempts - 1, backoff: settings.retry.backoff,
                after: pipelines.all[0].settings.after, moving: pipelines.all[0].settings.move,
                ofFolder: pipelines.movingByFolder,
                followsLinks: settings.intake.followLinks, roots: named),
            output: outputCheck,
            roots: roots, scores: scores,
            changes: changes, sheets: mode.goesOn ? sheets : nil, telling: hooks.plan.telling(scores, hooks.news),
            log: log,
            now: Clock.now, lookAgain: { [watcher = intake?.watcher] in watcher?.lookAgain(at: $0) }, onEvent: report)
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        let slots = WorkerSlot.make(
            workers, settings: settings, context: context, dispatcher: dispatcher, running: running,
            output: outputCheck, log: log, meter: meter, report: report,
            finish: { await publisher.submit($0) })
        let senders = SenderLimit.parts(
            settings, mode, roots: context.roots, folders: folders, queue: queue, tally: tally, gate: gate, log: log,
            tell: report
        ).map { SenderLimit($0) }
        let control = try ControlServer(queue: context.queue)
        let look = RunLook(
            workers: workers, intake: intake, tally: tally, dispatcher: dispatcher, running: running,
            settingsFile: settingsFile, gate: gate, senders: senders, meter: meter)
        let reload = source.map {
            SettingsReload(
                $0, context, mode: mode, queue: queue, version: version, stop: stop, log: log, tell: report)
        }
        let handler = CommandHandler(
            queue: queue, backfill: backfill, log: log, changes: changes, sheets: sheets, hookNews: hooks.news,
            tell: report, pause: { try await dispatcher.pause($0) },
            beginNow: { try await dispatcher.beginNow() }, reload: reload.map { $0.reload(check:again:) },
            endWorkers: { running.endWork(on: $0) },
            sent: intake?.watcher.map { watcher in
                SentPhotos(watcher: watcher, scores: scores) { [choice = records.choice] in choice.record(for: $0) }
            },
            roots: named, folders: folders, pipeline: pipeline, now: Clock.now,
            status: look.status, measurements: look.measurements)

        self.context = context
        self.reload = reload
        adopted = AdoptedResults(queue: queue, pipelines: pipelines, now: Clock.now)
        self.senders = senders
        others = OtherFolders(
            queue: queue, roots: named, pipelines: pipelines.fingerprints, pipeline: pipeline, now: Clock.now)
        self.backfill = backfill
        self.disk = disk
        self.queue = queue
        self.bridge = bridge
        self.workers = workers
        self.dispatcher = dispatcher
        self.control = control
        self.log = log
        let duty = ResultsDuty(context.store.shared) { [output = context.output] in ResultsOwner.folder(output) }
        let resign: @Sendable () async throws -> Void = { try await duty.resign(.tables) }
        let tables = ResultTables(
            ResultTables.Parts(
                queue: queue, records: records, formats: context.formats.compactMap(\.table),
                classes: { [output = context.output] in ClassList.read(in: output) ?? [] },
                pipelines: pipelines.fingerprintsOfResults, selection: pipelines.selection,
                output: outputCheck, changes: changes, isMine: { try await duty.isMine(.tables) },
                resign: lease.isShared ? resign : nil,
                isOverdue: { stop.wasAsked(before: Self.endPatience) },
                onEvent: report))
        self.tables = tables
        self.duty = duty
        warn = { report(.warning($0)) }
        isWatch = mode == .watch
        announce = { [output = context.output] in
            guard mode.goesOn else { return }
            report(.watching(folders: context.watched, output: EscapedName.printable(output)))
        }
        let vanished = VanishedPhotos(
            queue: queue, folders: folders, named: named, pipelines: pipelines.fingerprints, backfill: backfill,
            now: Clock.now,
            patience: lease.isShared ? Publisher.missingPatience : 0)
        let rescan = settings.intake.rescan
        let taking: (any Service)? = intake.map { intake in
            if mode == .watch { return intake }
            return OnceIntake(
                intake: intake, dispatcher: dispatcher, vanished: vanished,
                onMissing: { paths in
                    tally.lack(paths.count)
                    for path in paths {
                        report(
                            .warning("\(EscapedName.printable(path)) was not there to the end: nothing is known of it"))
                    }
                }, onFirst: { report(.intakeEnded) })
        }
        var beside: [any Service] = [
            LoopService { await folders.watch(onBack: { dispatcher.wake() }) }
        ]
        if let senders { beside.append(LoopService(body: senders.run)) }
        if let reload { beside.append(LoopService(body: reload.hear)) }
        if gate.isNeeded { beside.append(LoopService { try await gate.run { try await dispatcher.gateHasChanged() } }) }
        if mode == .watch { beside.append(LoopService { try await vanished.endAgainAndAgain(every: rescan, report) }) }
        if mode == .watch {
            let forgotten = ForgottenPhotos(queue: queue, folders: folders, named: named)
            beside.append(LoopService { try await forgotten.sweepAgainAndAgain(report) })
        }
        let unread = UnreadPhotos(
            queue: queue, folders: folders, roots: context.roots.map(\.path), sheets: sheets, tell: report)
        beside.append(LoopService { try await unread.endAgainAndAgain(every: rescan) })
        if let sequenceChanges {
            let former = FormerResults(queue: queue, before: Clock.now())
            beside.append(LiveSequences(sequenceChanges, former: former, tell: report))
        }
        // Before the sheets, and so ended after them: what these tell is delivered too.
        beside += hooks.services(queue, context, stop: stop, log: log, meter: meter) { report(.warning($0)) }
        var sheetService: SheetService?
        if writesSheets {
            let book = OwnBook(queue: queue)
            let writer = hooks.telling(
                by: SheetWriter(
                    output: context.output, book: book,
                    pictures: PictureMaker(settings, output: context.output),
                    settings: settings,
                    placing: { body in
                        // Another process may have the duty by now.
                        guard lease.holds else {
                            throw JobQueueError(.unusable, SharedWork.lapsed, fault: .environment)
                        }
                        try outputCheck.holding { try body() }
                    }, warn: { report(.warning($0)) }))
            let service = SheetService(
                SheetUpdates(
                    book: book, writer: { writer }, warn: { report(.warning($0)) }, changes: sheets,
                    isElsewhere: { (try? await duty.isMine(.sheets)) != true },
                    every: lease.isShared ? .seconds(30) : nil),
                last: (stop: stop, patience: Self.endPatience))
            beside.append(service)
            sheetService = service
        }
        let heartbeat = Heartbeat(until: stop) {
            await publisher.answers()
            return Heartbeat.sentence(await look.status())
        }
        if let heartbeat { beside.append(heartbeat) }
        if let energy = look.energy { beside.append(LoopService { try await energy.readAgainAndAgain() }) }
        self.sheets = sheetService
        if let settingsFile {
            beside.append(LoopService { try await settingsFile.watch { report(.warning($0)) } })
        }
        sharing = context.store.shared.map { shared in
            SharedWork(
                SharedWork.Parts(
                    shared: shared, store: context.store, name: context.queue.printable, queue: queue,
                    dispatcher: dispatcher, running: running,
                    changes: changes, sheets: sheets, lost: publisher.lost, backfill: backfill, log: log,
                    work: {
                        QueueMember.Work(workers: workers, ended: tally.ended, takesIn: mode != .work, version: version)
                    }, onLapse: { await tables.forget() }, now: Clock.now, tell: report))
        }
        if let sharing { beside.append(LoopService(body: sharing.run)) }
        supervisor = Supervisor(
            workers: WorkersService(
                dispatcher: dispatcher, publisher: publisher, slots: slots, running: running,
                grace: settings.workers.grace),
            intake: taking,
            others: [
                ControlService(
                    server: control, handler: handler, events: events,
                    endings: EndedPhotos(output: context.output, hasFiles: settings.output.writesRecords) {
                        try QueueBackends.backend(of: context.queue).reader()
                    }, wake: { dispatcher.wake() }),
                LoopService(body: QueuePlaceCheck(store: context.store, changes: dispatcher.changes).run),
                LoopService(body: TableUpdates(tables: tables, changes: changes, breaker: breaker).run),
                LoopService(body: FactRenewal(queue: queue, warn: { report(.warning($0)) }).run),
            ] + beside)
    }
}
