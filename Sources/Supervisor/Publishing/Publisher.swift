import Control
import Results
import Settings
import Storage
import SystemPackage
import SystemValues

/// Puts finished photos' files into their places and then, in one transaction a batch, their ends into the queue.
///
/// The order makes a crash harmless: temp files are written and synced by workers, renamed into place here, and only
/// then does the queue say that the photo has ended. A crash in between repeats the photo's last step, under the same
/// names. Whatever has finished while a batch is on its way makes up the next one, so that busy times share commits.
actor Publisher {
    struct Rules: Sendable {
        /// Environment failures of one photo that are tried again.
        var retries: Int
        /// The pause before the first repetition; it doubles each time.
        var backoff: Duration
        /// Crashes after which a photo is quarantined.
        var crashes = 3
        var after: Settings.After
        /// Whether links below the photos' folder are followed.
        var followsLinks = false
        /// The photos and folders that this run was given; nil for any.
        var roots: RunRoots?

        /// What is to become of a photo that ended so; nil where it stays.
        func move(of claim: Claim, _ state: JobState) -> InputMove? {
            guard after == .move, state == .done || state == .failed || state == .quarantined else { return nil }
            guard holds(claim.place) else { return nil }
            return InputMove(
                place: claim.place, isDone: state == .done, stamp: claim.stamp, followsLinks: followsLinks)
        }

        /// Whether a photo is one that this run was given.
        func holds(_ place: Place) -> Bool { roots?.holds(place) ?? true }
    }

    private let queue: QueueService
    let dispatcher: JobDispatcher
    let records: RecordBuilder
    let rules: Rules
    let output: OutputCheck
    let roots: RootCheck
    /// Nil where nothing is scored.
    private let scores: ScoreReadings?
    private let now: @Sendable () -> UnixMillis
    private let changes: TableChanges
    /// Is notified of what was stored in the score book; nil where its sheets are written at the end.
    private let sheets: ChangeSignal?
    private let log: PhotoLog
    let onEvent: @Sendable (RunEvent) -> Void
    /// File system calls block, so they have a thread of their own.
    let disk = BlockingLane("quiver.publisher")

    /// Claims that came back at no cost.
    var returns = ClaimReturns()
    private var waiting: [Completion] = []
    private var idle: CheckedContinuation<Void, Never>?
    private var closed = false
    /// Slots that wait until there is room; see ``submit(_:)``.
    private var held: [CheckedContinuation<Void, Never>] = []
    private var hasEnded = false
    /// So many claims may wait: more are not worth the memory, since a batch shares one commit anyway.
    private static let mostWaiting = 64
    /// Reported once: a folder may hold thousands.
    private var hasToldOfForeign = false

    init(
        queue: QueueService, dispatcher: JobDispatcher, records: RecordBuilder, rules: Rules, output: OutputCheck,
        roots: RootCheck, scores: ScoreReadings?, changes: TableChanges = TableChanges(), sheets: ChangeSignal? = nil,
        log: PhotoLog = .silent,
        now: @escaping @Sendable () -> UnixMillis,
        onEvent: @escaping @Sendable (RunEvent) -> Void
    ) {
        self.queue = queue
        self.dispatcher = dispatcher
        self.records = records
        self.rules = rules
        self.output = output
        self.roots = roots
        self.scores = scores
        self.now = now
        self.changes = changes
        self.sheets = sheets
        self.log = log
        self.onEvent = onEvent
    }

    /// Takes a finished claim; returns when there is room for the next one.
    ///
    /// Copies of finished photos end without a worker, faster than they can be published.
    func submit(_ finished: Completion) async {
        waiting.append(finished)
        idle?.resume()
        idle = nil
        if waiting.count >= Self.mostWaiting, !hasEnded { await withCheckedContinuation { held.append($0) } }
    }

    private func release() {
        let slots = held
        held = []
        for slot in slots { slot.resume() }
    }

    /// Lets ``run()`` return when everything submitted has been published.
    func close() {
        closed = true
        idle?.resume()
        idle = nil
    }

    /// Publishes until closed.
    func run() async throws {
        defer {
            hasEnded = true
            release()
        }
        while true {
            while waiting.isEmpty {
                if closed { return try await giveBack(await dispatcher.takeBack()) }
                await withCheckedContinuation { idle = $0 }
            }
            let batch = waiting
            waiting = []
            release()
            try await publish(batch)
            dispatcher.wake()
        }
    }

    private func publish(_ batch: [Completion]) async throws {
        let holding = try await queue.validClaims(among: batch.map(\.claim.id))
        for lost in batch where !holding.contains(lost.claim.id) {
            log.note(.lost, lost.claim.job, ["turn": "\(lost.claim.id.claimNumber)"])
            lost.discardAnswer()
        }
        let now = now()
        var ends: [Completion] = []
        for finished in batch where holding.contains(finished.claim.id) {
            let photo = try await end(of: finished, at: now)
            guard photo.claim.duplicate != nil else {
                ends.append(photo)
                continue
            }
            ends.append(try await disk.perform { [records] in records.withOwnPicture(photo) })
        }
        let placed = try await place(ends, at: now)
        let turnover = try await settle(placed, at: now)
        try await giveBack(await dispatcher.handOut(turnover.claims))
        for (end, settlement) in zip(placed, turnover.results) {
            guard case .completed(let state) = settlement else {
                log.note(.lost, end.claim.job, ["turn": "\(end.claim.id.claimNumber)"])
                try await withdraw(end)
                continue
            }
            log.noteSettlement(end, state)
            if state.isFinal { changes.end(end.claim.job) }
            try await tell(end, state)
        }
        records.choice.forget()
        if placed.contains(where: { $0.record != nil }) { await dispatcher.breaker.reset() }
    }

    /// Takes back what was placed for a claim that was lost after that: the job was cancelled, or its photo replaced.
    private func withdraw(_ end: Completion) async throws {
        guard end.record != nil else { return }
        let job = try await queue.job(end.claim.job)
        // Put back meanwhile: the next worker writes the same places.
        if let job, job.isCurrent, !job.state.isFinal { return }
        // What is done is never taken away here.
        if let job, job.state == .done { return }
        if let id = job?.counterpart, try await restore(id) { return }
        let files = end.photo?.places ?? []
        try await disk.perform { for file in files { AtomicFile.discard(file) } }
        if let job { try await backfill.write(job) }
    }

    /// Writes the record of a finished job again, in whose places the files of its re-run lie; false where it has none.
    private func restore(_ id: JobID) async throws -> Bool {
        guard let job = try await queue.job(id), job.state == .done, let line = try await queue.result(of: id),
            let record = try? Record.decode(line)
        else { return false }
        do {
            try await disk.perform { [records] in try records.write(record, of: job) }
        } catch {
            onEvent(.warning("\(error)"))
        }
        return true
    }

    private var backfill: RecordBackfill {
        RecordBackfill(
            queue: queue, records: records, within: .init(output: output, breaker: dispatcher.breaker),
            warn: { [onEvent] in onEvent(.warning($0)) })
    }

    /// Gives back jobs that were claimed for slots which have something else to do by now.
    private func giveBack(_ claims: [Claim]) async throws {
        guard !claims.isEmpty else { return }
        let endings = claims.map { (claim: $0.id, outcome: Outcome.released) }
        _ = try await queue.complete(endings, at: now())
        dispatcher.wake()
    }

    /// Tells the queue how photos ended and the score book what was read, and claims for slots that have nothing to do,
    /// in one transaction.
    private func settle(_ ends: [Completion], at now: UnixMillis) async throws -> Turnover {
        let endings = ends.map { (claim: $0.claim.id, outcome: $0.outcome) }
        let readings = ends.map { end in scores.flatMap { $0.reading(of: end) } }
        do {
            return try await settle(endings, readings, claiming: dispatcher.requestForRestingSlots(), at: now)
        } catch is ScoreBookError {
            // The book is in disorder somewhere: find out for which photo, and let no photo's result wait for it.
            var states: [CompletionResult] = []
            for (ending, reading) in zip(endings, readings) {
                do {
                    states += try await settle([ending], [reading], claiming: nil, at: now).results
                } catch let error as ScoreBookError {
                    onEvent(.warning("\(error.message.forTerminal) The photo's result is kept, its score is not."))
                    states += try await queue.complete([ending], at: now)
                }
            }
            return Turnover(results: states, claims: [])
        }
    }

    private func settle(
        _ endings: [(claim: ClaimID, outcome: Outcome)], _ readings: [PhotoReading?], claiming request: ClaimRequest?,
        at now: UnixMillis
    ) async throws -> Turnover {
        let (turnover, outcomes) = try await queue.perform { transaction in
            let turnover = try transaction.jobs.complete(endings, claiming: request, at: now)
            var outcomes: [(path: String, outcome: StoreOutcome)] = []
            for (ending, (result, reading)) in zip(endings, zip(turnover.results, readings)) {
                guard case .completed(let state) = result, let reading else { continue }
                // What was read before stands where this time there is no result.
                let job = try state == .done ? nil : transaction.jobs.job(ending.claim.job)
                if let job, try transaction.jobs.standing(for: job) != nil { continue }
                outcomes.append((reading.photo.path, try transaction.scores.store(reading)))
            }
            return (turnover, outcomes)
        }
        if !outcomes.isEmpty { sheets?.notify() }
        for (path, outcome) in outcomes {
            for sentence in outcome.sentences(about: path, results: output.output) { onEvent(.warning(sentence)) }
        }
        return turnover
    }

    private func tell(_ end: Completion, _ state: JobState) async throws {
        if var record = end.record {
            if let foreign = end.foreign, !hasToldOfForeign {
                hasToldOfForeign = true
                onEvent(.warning(Self.sentence(about: foreign)))
            }
            if let move = rules.move(of: end.claim, state) {
                do {
                    let lies = try await reach(end.claim.place) { try move.perform() }
                    if lies != nil { log.note(.moved, end.claim.job) }
                    if lies != record.source.movedToPath {
                        record.source = record.source.moved(to: lies)
                        try await rewrite(record, of: end.claim.job)
                    }
                } catch  where error is FolderAway || error is CancellationError {
                    // As after a crash before the move: intake makes it when it meets the photo again.
                } catch {
                    onEvent(.warning("\(error)"))
                    record.source = record.source.moved(to: nil)
                    try await rewrite(record, of: end.claim.job)
                }
            }
            onEvent(.ended(record))
        } else if state == .blocked || state == .ready, let failure = end.outcome.failure {
            onEvent(.postponed(path: records.printable(end.claim.place), why: failure.message))
        }
    }

    /// Corrects where a photo lies, in its file and in the queue.
    private func rewrite(_ record: Record, of id: JobID) async throws {
        guard let job = try await queue.job(id) else { return }
        let line = Array(record.line.utf8)
        do {
            try await disk.perform { [records] in try records.write(record, of: job) }
        } catch {
            onEvent(.warning("\(error)"))
        }
        try await queue.perform { try $0.jobs.saveResult(line, of: id) }
    }

    private static func sentence(about foreign: FilePath) -> String {
        "\(EscapedName.printable(foreign)) was not made by Quiver and stays as it is; "
            + "results of a photo whose name is taken get a number, as in a-2.jpg.json"
    }
}
