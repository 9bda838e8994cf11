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
        /// What becomes of photos, where their folder says nothing else.
        var after: Settings.After
        /// Where photos go that are moved.
        var moving = Settings.Move()
        /// What holds for a photo's path in place of these two; nil for nothing else.
        var ofFolder: (@Sendable (FilePath) -> (after: Settings.After, moving: Settings.Move))?
        /// Whether links below the photos' folder are followed.
        var followsLinks = false
        /// The photos and folders that this run was given; nil for any.
        var roots: RunRoots?

        /// What is to become of a photo that ended so; nil where it stays.
        ///
        /// - Parameter photo: What was found out about it, with the time at which it was taken.
        func move(of claim: Claim, _ state: JobState, showing photo: PhotoResult? = nil) -> InputMove? {
            let (after, moving) = rules(at: claim.place)
            guard after == .move, state == .done || state == .failed || state == .quarantined else { return nil }
            guard holds(claim.place) else { return nil }
            return InputMove(
                place: claim.place, isDone: state == .done, stamp: claim.stamp, followsLinks: followsLinks,
                below: moving.below(captured: photo?.imageMetadata?.captured, stamp: claim.stamp))
        }

        /// What becomes of a photo, and where it goes if it is moved.
        func rules(at place: Place) -> (after: Settings.After, moving: Settings.Move) {
            ofFolder?(place.file) ?? (after, moving)
        }

        /// Whether a photo is one that this run was given.
        func holds(_ place: Place) -> Bool { roots?.holds(place) ?? true }
    }

    let queue: QueueService
    let dispatcher: JobDispatcher
    let records: RecordBuilder
    let rules: Rules
    let output: OutputCheck
    let roots: RootCheck
    /// Nil where nothing is scored.
    let scores: FolderScores?
    private let now: @Sendable () -> UnixMillis
    private let changes: TableChanges
    /// Is notified of what was stored in the score book; nil where its sheets are written at the end.
    let sheets: ChangeSignal?
    /// What hooks are told of a photo that has ended, and what is notified of it; nil where there is no hook.
    let telling: Telling?
    private let log: PhotoLog
    /// Photos whose files were placed for claims that were another process's by then.
    nonisolated let lost = LostOutputs()
    let onEvent: @Sendable (RunEvent) -> Void
    /// Is told of photos that changed after they were taken.
    private let lookAgain: @Sendable (FilePath) -> Void
    /// File system calls block, so they have a thread of their own.
    let disk = BlockingLane("quiver.publisher")

    /// When photos were first found to be gone on this host, where others share the queue.
    var missingSince: [JobID: UnixMillis] = [:]
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
    /// So long others may come along where each commit is a trip to a database; the slots have their next photos by then.
    private static let gathering = Duration.milliseconds(40)
    /// Reported once: a folder may hold thousands.
    private var hasToldOfForeign = false

    init(
        queue: QueueService, dispatcher: JobDispatcher, records: RecordBuilder, rules: Rules, output: OutputCheck,
        roots: RootCheck, scores: FolderScores?, changes: TableChanges = TableChanges(), sheets: ChangeSignal? = nil,
        telling: Telling? = nil, log: PhotoLog = .silent,
        now: @escaping @Sendable () -> UnixMillis,
        lookAgain: @escaping @Sendable (FilePath) -> Void = { _ in },
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
        self.telling = telling
        self.log = log
        self.lookAgain = lookAgain
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

    /// Returns once it can do something: it waits for disks and queues aside, and for nothing else.
    func answers() {}

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
            if dispatcher.lease.isShared, !closed { try? await Task.sleep(for: Self.gathering) }
            let batch = waiting
            waiting = []
            release()
            try await publish(batch)
            dispatcher.wake()
        }
    }

    private func publish(_ batch: [Completion]) async throws {
        // Where the queue is shared the lease answers for them, and what was cancelled meanwhile is withdrawn.
        let claims = batch.map(\.claim.id)
        let holding = try await dispatcher.lease.isShared ? Set(claims) : queue.validClaims(among: claims)
        for lost in batch where !holding.contains(lost.claim.id) {
            log.note(.lost, lost.claim.job, ["turn": "\(lost.claim.id.claimNumber)"])
            lost.discardAnswer()
        }
        let now = now()
        var ends: [Completion] = []
        for finished in batch where holding.contains(finished.claim.id) {
            guard dispatcher.lease.holds else {
                finished.discardAnswer()
                ends.append(finished.givenBack)
                continue
            }
            let photo = try await end(of: finished, at: now)
            guard photo.claim.duplicate != nil else {
                ends.append(photo)
                continue
            }
            ends.append(try await disk.perform { [records] in records.withOwnPicture(photo) })
        }
        let placed = try await told(place(ends, at: now))
        telling?.news?.begin()
        defer { telling?.news?.end() }
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
            // No event may have told of the change: where a file's time alone is set, none comes.
            if state == .waiting { lookAgain(end.claim.place.file) }
            try await tell(end, state)
        }
        records.choice.forget()
        await dispatcher.end(claims)
        if placed.contains(where: { $0.record != nil }) { await dispatcher.breaker.reset() }
    }

    /// Takes back what was placed for a claim that was lost after that: the job was cancelled, or its photo replaced.
    private func withdraw(_ end: Completion) async throws {
        guard end.record != nil else { return }
        let job = try await queue.job(end.claim.job)
        if dispatcher.lease.isShared {
            lost.note(end.claim.job, mode: end.placing.mode)
            // Another host may have ended it with other settings since: that record is to lie there.
            if let newer = try await replacement(of: end.claim), newer.job != job?.counterpart {
                lost.note(newer.job, mode: end.placing.mode)
                if newer.state.isFinal { return try await lost.mend(by: backfill) }
            }
        }
        // Put back meanwhile: the next worker writes the same places.
        if let job, job.isCurrent, !job.state.isFinal { return }
        // What is done is never taken away here.
        if let job, job.state == .done { return try await lost.mend(by: backfill) }
        if let id = job?.counterpart, try await restore(id) { return }
        let files = end.photo?.places ?? []
        try await disk.perform { for file in files { AtomicFile.discard(file) } }
        // One that ended in another process has its record in the queue; one that was cancelled has none yet.
        if dispatcher.lease.isShared, try await queue.result(of: end.claim.job) != nil {
            return try await lost.mend(by: backfill)
        }
        if let job { try await backfill.write(job) }
    }

    /// The job that has taken the place of a claim's own, with its record in the same place; nil where none has.
    private func replacement(of claim: Claim) async throws -> KnownFile? {
        guard let known = try await queue.knownFiles(at: [claim.place])[0] else { return nil }
        return known.job != claim.job && known.output == claim.output ? known : nil
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
        var backfill = RecordBackfill(
            queue: queue, records: records, within: .init(output: output, breaker: dispatcher.breaker),
            warn: { [onEvent] in onEvent(.warning($0)) })
        backfill.telling = telling
        return backfill
    }

    /// Gives back jobs that were claimed for slots which have something else to do by now.
    private func giveBack(_ claims: [Claim]) async throws {
        guard !claims.isEmpty else { return }
        let endings = claims.map { (claim: $0.id, outcome: Outcome.released) }
        _ = try await queue.complete(endings, at: now())
        dispatcher.wake()
    }

    private func tell(_ end: Completion, _ state: JobState) async throws {
        if var record = end.record {
            if let foreign = end.foreign, !hasToldOfForeign {
                hasToldOfForeign = true
                onEvent(.warning(Self.sentence(about: foreign)))
            }
            if let move = rules.move(of: end.claim, state, showing: record.photo) {
                do {
                    let lies = try await reach(end.claim.place) { try move.perform() }
                    if let lies {
                        log.note(.moved, end.claim.job)
                        if rules.rules(at: move.place).moving.reasons, !move.isDone, let failure = record.error {
                            try await reach(end.claim.place) {
                                try MoveReason.write(failure, beside: lies, below: FilePath(rawBytes: move.place.root))
                            }
                        }
                    }
                    let planned = record.source.movedToPath
                    if lies == nil, let planned, try await reach(end.claim.place, { move.lies(at: planned) }) {
                        // Another host has met the photo meanwhile, and has moved it.
                    } else if lies != record.source.movedToPath {
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
        try await queue.perform { transaction in
            // It may have been forgotten meanwhile.
            guard try transaction.jobs.job(id) != nil else { return }
            try transaction.jobs.saveResult(line, of: id)
        }
    }

    private static func sentence(about foreign: FilePath) -> String {
        "\(EscapedName.printable(foreign)) was not made by Quiver and stays as it is; "
            + "results of a photo whose name is taken get a number, as in a-2.jpg.json"
    }
}
