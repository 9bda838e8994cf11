import Control
import Dispatch
import Intake
import Results
import Storage
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// Between intake's thread, which blocks, and the queue, which is asynchronous.
///
/// Intake asks for one thing at a time and waits for the answer: the queue's pace is intake's back-pressure.
final class IntakeBridge: Sendable {
    /// What the photos that intake has met were like.
    struct Tally: Sendable {
        var new = 0
        /// In the queue already, and done.
        var knownDone = 0
        /// In the queue already, and ended otherwise.
        var previouslyFailed = 0
        /// New in place of an earlier result: the model or the settings changed, or the photo was not whole.
        var replaced = 0
        /// Known photos whose records were written again.
        var restored = 0
        /// What the search met, pictures and other things alike.
        var met = ScanTally()
    }

    private let queue: QueueService
    private let pipeline: @Sendable (Place) -> Fingerprint
    private let names: @Sendable (FilePath) -> [UInt8]
    private let now: @Sendable () -> UnixMillis
    private let onEvent: @Sendable (RunEvent) -> Void
    private let dispatcher: JobDispatcher
    private let moves: @Sendable (Place) -> Bool
    private let followsLinks: Bool
    private let moved: MovedPhotos
    private let backfill: RecordBackfill
    /// The roots of earlier runs, once the queue was asked; this run's own are no others for its photos.
    private let formerRoots = Mutex<[[UInt8]]?>(nil)
    private let log: PhotoLog
    private let roots: RootCheck
    private let limit: PhotoLimit?
    private let priority: ArrivalPriority
    /// Takes the jobs whose rows in the tables are out of date.
    private let changes: TableChanges
    private let counts = Mutex(Tally())
    /// Why photos of a root could not be moved, reported once until one could.
    private let unmoved = Mutex<[[UInt8]: String]>([:])

    /// - Parameters:
    ///   - names: The record's path below the output folder for a photo's path.
    ///   - pipeline: What photos in a place are processed with.
    ///   - moves: Finished inputs in a place are to be moved away; one that is still there was left by a crash.
    ///   - limit: Lets only some photos in; nil for all.
    ///   - priority: Which turn each photo takes.
    init(
        queue: QueueService, pipeline: @escaping @Sendable (Place) -> Fingerprint, dispatcher: JobDispatcher,
        moves: @escaping @Sendable (Place) -> Bool, followsLinks: Bool = false, roots: RootCheck, log: PhotoLog,
        moved: MovedPhotos, backfill: RecordBackfill, changes: TableChanges,
        names: @escaping @Sendable (FilePath) -> [UInt8], now: @escaping @Sendable () -> UnixMillis,
        limit: PhotoLimit? = nil, priority: ArrivalPriority = .none, onEvent: @escaping @Sendable (RunEvent) -> Void
    ) {
        self.limit = limit
        self.priority = priority
        self.queue = queue
        self.pipeline = pipeline
        self.dispatcher = dispatcher
        self.moves = moves
        self.followsLinks = followsLinks
        self.moved = moved
        self.backfill = backfill
        self.log = log
        self.roots = roots
        self.changes = changes
        self.names = names
        self.now = now
        self.onEvent = onEvent
    }

    var tally: Tally { counts.withLock { $0 } }

    /// The functions that intake calls.
    var ports: IntakeHandlers {
        IntakeHandlers(
            isKnown: { try self.areKnown($0) },
            take: { try self.register($0) },
            block: { try self.register($0.map(\.file)) },
            notice: { notice in
                switch notice {
                case .warning(let warning) where warning.cause == .silent:
                    guard let root = warning.path else { break }
                    self.dispatcher.folders.rest(silent: root.rawBytes)
                case .warning(let warning): self.onEvent(.warning(warning.text))
                case .progress(let met): self.counts.withLock { $0.met = met }
                case .mended, .departed: break
                }
            })
    }

    private func areKnown(_ files: [Arrival]) throws -> [Bool] {
        let numbers = InodeNumbers.current()
        let seen = files.map { file in
            let place = Place(file)
            return (place: place, stamp: numbers.lasting(file.identity), pipeline: pipeline(place))
        }
        let known = formerRoots.withLock { $0 }
        let (roots, sightings) = try wait { [queue] in
            try await queue.look { transaction in
                let roots = try known ?? transaction.jobs.roots()
                return (roots, try transaction.jobs.sightings(of: seen, below: roots))
            }
        }
        formerRoots.withLock { $0 = $0 ?? roots }
        var ended: [(file: KnownFile, photo: FilePath)] = []
        var met: [(place: Place, state: JobState, stamp: FileIdentity)] = []
        var waiting: [(job: JobID, root: [UInt8])] = []
        let answers = zip(files, sightings).map { file, sighting in
            // What is left out is passed over like a photo that needs no work.
            if let limit, !limit.admits(file.path.rawBytes) { return true }
            guard case .known(let state) = sighting.verdict, let former = sighting.former else { return false }
            if state.isFinal {
                ended.append((former, file.path))
                met.append((sighting.place, state, former.stamp))
            } else {
                waiting.append((former.job, sighting.place.root))
            }
            return true
        }
        if !waiting.isEmpty { try wait { [dispatcher, waiting] in await dispatcher.take(met: waiting) } }
        // Before a photo is moved: its record is open to those who may read the photo.
        try restore(ended)
        for one in met { meet(one.place, one.state, one.stamp) }
        return answers
    }

    /// Writes the records again that known photos lack.
    private func restore(_ known: [(file: KnownFile, photo: FilePath)]) throws {
        // The photo was met a moment ago on this thread: its share answers.
        let lacking = backfill.records.lacking(among: known.filter { !$0.file.isForgotten }).map {
            (job: $0.file.job, mode: $0.photo.mode)
        }
        guard !lacking.isEmpty else { return }
        let count = try wait { try await self.backfill.writeAgain(lacking) }
        counts.withLock { $0.restored += count }
    }

    private func register(_ files: [Arrival]) throws {
        roots.note()
        let numbers = InodeNumbers.current()
        let arrivals = files.map { file in
            let place = Place(file)
            return NewJob(
                place: place, output: names(file.path), stamp: numbers.lasting(file.identity),
                content: Fingerprint(file.sha256 ?? []) ?? Fingerprint(UnreadContent.standIn(for: file)),
                pipeline: pipeline(place), priority: priority.rank(of: file))
        }
        let (known, now) = (formerRoots.withLock { $0 }, now())
        let (roots, registered, claims) = try wait { [queue, dispatcher] in
            let request = await dispatcher.requestForRestingSlots()
            return try await queue.perform { transaction in
                let roots = try known ?? transaction.jobs.roots()
                let registered = try transaction.jobs.register(arrivals, below: roots, at: now)
                return (roots, registered, try request.map { try transaction.jobs.claim($0, at: now) } ?? [])
            }
        }
        formerRoots.withLock { $0 = $0 ?? roots }
        for one in registered where one.receipt.verdict != .known {
            log.note(.taken, one.receipt.job, details(of: one.arrival, one.receipt))
        }
        changes.outdate(registered.count { $0.receipt.verdict == .replaced })
        let new = registered.count { $0.receipt.verdict != .known }
        // Another photo of the name has a result of its own, and the earlier one keeps its.
        let replaced = registered.count { one in
            let former = one.sighting.former
            return one.receipt.verdict == .replaced
                && (former?.state != .done || former?.content == one.arrival.content)
        }
        counts.withLock {
            $0.new += new
            $0.replaced += replaced
        }
        onEvent(.taken(new: new, known: registered.count - new))
        // Behind the event, as a photo ends after it was taken, and before anything that may fail: a claim that no slot has
        // would wait for the next run.
        let waiting = registered.filter { !$0.receipt.state.isFinal }.map {
            (job: $0.receipt.job, root: $0.arrival.place.root)
        }
        try wait { [dispatcher] in
            await dispatcher.take(met: waiting)
            if !claims.isEmpty { try await dispatcher.take(claims) }
        }
        try restore(
            zip(registered, files).compactMap { one, file in
                guard one.receipt.verdict == .known, one.receipt.state.isFinal, let former = one.sighting.former
                else { return nil }
                return (former, file.path)
            })
        for one in registered where one.receipt.verdict == .known {
            meet(one.arrival.place, one.receipt.state, one.arrival.stamp)
        }
        dispatcher.wake()
    }

    /// Counts a photo that has ended before, and moves it where a crash came before its move.
    private func meet(_ place: Place, _ state: JobState, _ stamp: FileIdentity) {
        guard state.isFinal, state != .gone else { return }
        let isDone = state == .done
        counts.withLock { if isDone { $0.knownDone += 1 } else { $0.previouslyFailed += 1 } }
        guard moves(place), state != .cancelled else { return }
        do {
            var move = InputMove(place: place, isDone: isDone, stamp: stamp, followsLinks: followsLinks)
            // As its record names it already.
            if let planned = try wait({ try await self.moved.planned(place) }) {
                move.below = InputMove.below(planned, of: place)
            }
            let lies = try move.perform()
            unmoved.withLock { $0[place.root] = nil }
            guard let lies else { return }
            try wait { try await self.moved.note(place, at: lies) }
        } catch {
            // Every known photo of a folder that refuses is met again at every scan.
            let isNew = unmoved.withLock { $0.updateValue("\(error)", forKey: place.root) == nil }
            if isNew {
                onEvent(
                    .warning("\(error); the same of other photos there is not said again until one could be moved"))
            }
        }
    }

    private func details(of arrival: NewJob, _ receipt: EnqueueResult) -> [String: String] {
        var details = ["path": EscapedName.printable(arrival.place.file), "state": receipt.state.description]
        details["sha256"] = arrival.content?.description
        details["original"] = receipt.original.map { "\($0)" }
        return details
    }

    /// Blocks intake's own thread, never one of the cooperative pool, until the asynchronous body has answered.
    private func wait<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
        let answer = Mutex<Result<T, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task {
            let result: Result<T, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            answer.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = answer.withLock({ $0 }) else {
            throw PipelineError(.protocolBroken, "the queue gave no answer")
        }
        return try result.get()
    }
}

/// Stands in for the content of a file that cannot be read yet, so that it takes its turn like any other: a worker
/// tries to open it, the queue's rules repeat and finally fail it, and it gets its record.
enum UnreadContent {
    /// Eight zero bytes, which no real hash begins with in practice, and then what tells this file from others.
    static func standIn(for file: Arrival) -> [UInt8] {
        [UInt8](repeating: 0, count: 8) + SHA256.hash(file.path.rawBytes + "\(file.identity)".utf8).suffix(24)
    }

    static func isStandIn(_ content: Fingerprint) -> Bool { content.head == 0 }
}

extension Place {
    /// The place of a file: its path is its root and its way below it, also for a file that was named itself.
    init(_ file: Arrival) {
        let path = file.path.rawBytes
        let root = path.dropLast(file.relative.count)
        self.init(
            root: root.count > 1 && root.last == UInt8(ascii: "/") ? Array(root.dropLast()) : Array(root),
            path: file.relative)
    }

    /// The whole path.
    var file: FilePath { FilePath(rawBytes: root).pushing(FilePath(rawBytes: path)) }
}
