import Dispatch
import JobQueue
import Results
import ScoreBook
import ScoreBookSQLite
import Settings
import SystemPackage

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
    }

    private let queue: QueueService
    private let source: WorkSource
    private let records: RecordMaker
    private let rules: Rules
    private let output: OutputCheck
    private let roots: RootCheck
    /// Nil where nothing is scored.
    private let scores: ScoreDesk?
    private let now: @Sendable () -> Instant
    private let log: PhotoLog
    private let onEvent: @Sendable (RunEvent) -> Void
    /// File system calls block, so they have a thread of their own.
    private let disk = DispatchQueue(label: "quiver.publisher")

    private var waiting: [Finished] = []
    private var idle: CheckedContinuation<Void, Never>?
    private var closed = false

    init(
        queue: QueueService, source: WorkSource, records: RecordMaker, rules: Rules, output: OutputCheck,
        roots: RootCheck, scores: ScoreDesk?, log: PhotoLog = .silent, now: @escaping @Sendable () -> Instant,
        onEvent: @escaping @Sendable (RunEvent) -> Void
    ) {
        self.queue = queue
        self.source = source
        self.records = records
        self.rules = rules
        self.output = output
        self.roots = roots
        self.scores = scores
        self.now = now
        self.log = log
        self.onEvent = onEvent
    }

    /// Takes a finished claim; at most one a worker slot is ever on its way, so nothing piles up here.
    func submit(_ finished: Finished) {
        waiting.append(finished)
        idle?.resume()
        idle = nil
    }

    /// Lets ``run()`` return when everything submitted has been published.
    func close() {
        closed = true
        idle?.resume()
        idle = nil
    }

    /// Publishes until closed.
    func run() async throws {
        while true {
            while waiting.isEmpty {
                if closed { return }
                await withCheckedContinuation { idle = $0 }
            }
            let batch = waiting
            waiting = []
            try await publish(batch)
            await source.wake()
        }
    }

    private func publish(_ batch: [Finished]) async throws {
        let outage = source.outage
        let holding = try await outage.riding { [queue] in try await queue.holding(batch.map(\.claim.id)) }
        for lost in batch where !holding.contains(lost.claim.id) {
            log.note(.lost, lost.claim.job, ["turn": "\(lost.claim.id.turn)"])
            records.discardFiles(of: lost)
        }
        let now = now()
        var ends: [PhotoEnd] = []
        for finished in batch where holding.contains(finished.claim.id) {
            ends.append(try await end(of: finished, at: now))
        }
        let placed = try await place(ends, at: now)
        let states = try await outage.riding { [self] in try await settle(placed, at: now) }
        for (end, settlement) in zip(placed, states) {
            guard case .settled(let state) = settlement else { continue }
            log.noteSettlement(end, state)
            try await tell(end, state)
        }
        if placed.contains(where: { $0.record != nil }) { await outage.passed() }
    }

    /// A claim's end by the queue's rules, once it is known that its photo and not its surroundings is to blame.
    private func end(of finished: Finished, at now: Instant) async throws -> PhotoEnd {
        guard case .answered(var answer) = finished.ending else {
            return records.end(of: finished, rules: rules, at: now)
        }
        if answer.ending == .done, !UnreadContent.isStandIn(finished.claim.content),
            let place = records.names(finished.claim.place, finished.claim.output).original
        {
            let (copy, worked) = (OriginalCopy(claim: finished.claim, place: place), answer)
            answer = try await disk.perform { copy.added(to: worked) }
        }
        switch answer.ending {
        case .obstructed:
            let failure =
                answer.error ?? Record.Failure(code: "unknown", message: "no reason was given", fault: .quiver)
            if let trouble = try await disk.perform({ [output] in output.trouble(behind: failure) }) {
                await source.outage.report(trouble)
                return PhotoEnd(givingBack: finished.claim)
            }
            // The folder is in order again: whatever it was has passed, and no photo is to blame for it.
            guard failure.isOfFolder else { answer.ending = .blocked; break }
            return PhotoEnd(postponing: finished.claim, until: now + Self.folderPatience, JobFailure(failure))
        case .gone:
            let place = finished.claim.place
            let (isGone, trouble) = try await disk.perform { [roots] in (roots.isGone(place), roots.trouble(at: place))
            }
            if isGone { break }
            // The folder was out of reach for a moment, or still is.
            guard let trouble else { return PhotoEnd(givingBack: finished.claim) }
            return PhotoEnd(postponing: finished.claim, until: now + Self.rootPatience, trouble)
        case .done, .failed, .blocked, .changed, .misplaced: break
        }
        return records.end(of: Finished(claim: finished.claim, ending: .answered(answer)), rules: rules, at: now)
    }

    /// How long photos wait before a lost folder of photos is looked for again.
    private static let rootPatience: Instant = 5000
    /// How long a photo waits after a results' folder that was out of order for a moment.
    private static let folderPatience: Instant = 1000

    /// Tells the queue how photos ended and the score book what was read, in one transaction.
    private func settle(_ ends: [PhotoEnd], at now: Instant) async throws -> [Settlement] {
        let endings = ends.map { (claim: $0.claim.id, outcome: $0.outcome) }
        guard let scores else { return try await queue.settle(endings, at: now) }
        let readings = ends.map(scores.reading)
        return try await queue.perform { verbs in
            let states = try verbs.settle(endings, at: now)
            for case (.settled, let reading?) in zip(states, readings) {
                try SQLiteScoreStore.verbs(with: verbs)?.store(reading)
            }
            return states
        }
    }

    /// Writes records and renames temp files; where no result can be kept at all, the claims go back untouched.
    private func place(_ ends: [PhotoEnd], at now: Instant) async throws -> [PhotoEnd] {
        do {
            switch try await disk.perform({ [output] in output.beforePlacing() }) {
            case .well: break
            case .madeAnew(let sentence): onEvent(.warning(sentence))
            case .trouble(let trouble):
                await source.outage.report(trouble)
                try await disk.perform { PhotoEnd.discard(ends) }
                return ends.map { PhotoEnd(givingBack: $0.claim) }
            }
            try await disk.perform { try PhotoEnd.publish(ends) }
            return ends
        } catch  where ends.count > 1 {
            // One photo's folder may be at fault: find out which, and let the others pass.
            var placed: [PhotoEnd] = []
            for end in ends { placed += try await place([end], at: now) }
            return placed
        } catch let error as ResultsError where error.fault == .environment {
            try await disk.perform { PhotoEnd.discard(ends) }
            var placed: [PhotoEnd] = []
            for end in ends { placed.append(try await self.end(of: end, unplaced: error, at: now)) }
            return placed
        }
    }

    /// The end of a photo whose files found no place: everybody's trouble, or its own and then a matter of its retries.
    private func end(of end: PhotoEnd, unplaced error: ResultsError, at now: Instant) async throws -> PhotoEnd {
        let failure = Record.Failure(error)
        if let trouble = try await disk.perform({ [output] in output.trouble(behind: error) }) {
            await source.outage.report(trouble)
            return PhotoEnd(givingBack: end.claim)
        }
        // Its temp files went with a folder that was taken away, and that is in order again.
        guard error.code != .missing else { return PhotoEnd(givingBack: end.claim) }
        let blocked = Finished(claim: end.claim, ending: .answered(AnswerLine(ending: .blocked, error: failure)))
        return records.end(of: blocked, rules: rules, at: now).withoutFiles()
    }

    private func tell(_ end: PhotoEnd, _ state: JobState) async throws {
        if let record = end.record {
            if rules.after == .move, state == .done || state == .failed || state == .quarantined {
                let move = InputMove(place: end.claim.place, isDone: state == .done)
                do {
                    try await disk.perform { try move.perform() }
                    log.note(.moved, end.claim.job)
                } catch {
                    onEvent(.warning("\(error)"))
                }
            }
            onEvent(.ended(record))
        } else if state == .blocked || state == .ready, let failure = end.outcome.failure {
            onEvent(.postponed(path: records.printable(end.claim.place), why: failure.message))
        }
    }
}

extension DispatchQueue {
    /// Runs a blocking body on this queue's thread and waits without blocking the caller's.
    func perform<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            async { continuation.resume(with: Result(catching: body)) }
        }
    }
}

extension Record.Failure {
    /// Whether a folder stood in the way, and not the file itself.
    fileprivate var isOfFolder: Bool {
        let codes: [ResultsError.Code] = [.missing, .denied, .readOnly]
        return codes.map(\.rawValue).contains(code)
    }
}
