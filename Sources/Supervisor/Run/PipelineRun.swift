import Control
import Foundation
import Geometry
import Results
import ServiceLifecycle
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// How a run ended.
public struct RunSummary: Sendable {
    /// Photos that got a result in this run.
    public var done = 0
    /// Photos that ended in this run without a result.
    public var failed = 0
    /// Photos that had ended well before this run; 0 for a watch, which meets the same files again and again.
    public var known = 0
    /// Photos that had ended otherwise before this run.
    public var previouslyFailed = 0
    /// Photos whose earlier result was replaced: the model or the settings changed, or the photo was not whole.
    public var replaced = 0
    /// Known photos whose records were written again, because their files were not there.
    public var restored = 0
    /// Files that ended in this run and have more pages or frames than were read.
    public var multipage = 0
    /// The most photos that the run was to take, nil for all.
    public var limit: Int?
    /// How many photos were found beyond the limit.
    public var leftOut = 0
    /// Folders and photos that were named and not there, neither at the start nor at the end.
    public var missing = 0
    /// Photos that still wait, because the run was stopped.
    public var unfinished = 0
    /// Photos of the queue that wait and lie elsewhere than the run was told of.
    public var elsewhere = 0
    /// What was met and not worked; empty for a watch, which meets the same files again and again.
    public var skipped = SkippedFiles()
    /// What asked for the end before all work was done; nil where nothing did.
    public var stoppedBy: StopRequest.Cause?
    /// The settings that the program is to go on with where it ended for other ones.
    public var reloaded: EffectiveSettings?
    /// Whether it would have gone on until told to stop.
    public var watched = false
    /// Whether a table could not be written; why was told as a warning.
    public var lacksTables = false
    /// From the start to the end of the run, idle times included.
    public var elapsed = Duration.zero
    /// How long and how fast photos were processed; nil where none was.
    public var working: WorkingTime?
    /// How many worker processes ran side by side.
    public var workers = 0
    /// The folder of the results for people; what a terminal cannot show is percent-escaped.
    public var outputFolder = ""
    /// The processor time and memory that the run took.
    public var usage = ResourceUsage()
}

extension RunSummary {
    /// What is said of photos that lie elsewhere than a run was told of.
    public static func sentence(elsewhere count: Int) -> String {
        (count == 1 ? "1 photo of other folders waits" : "\(count) photos of other folders wait")
            + ": name those folders to work them"
    }
}

/// One run of the pipeline over the queue, from opening it to the last record: `quiver run`, `quiver watch` and `quiver work`.
public struct PipelineRun: Sendable {
    /// When the run ends.
    public enum Mode: Sendable {
        /// Take in what is there, work it off, end.
        case once
        /// Go on until told to stop.
        case watch
        /// The same without taking anything in: other hosts do that, and share the queue.
        case work

        /// Whether it ends only where it is told to.
        public var goesOn: Bool { self != .once }
    }

    private let settings: Settings
    private let source: SettingsSource?
    private let mode: Mode
    private let limit: Int?
    private let beside: (@Sendable (Settings) throws -> [any Service])?
    private let writesSheets: Bool
    private let version: String
    private let actions: (@Sendable (Settings.SequenceQuery) throws -> ActionTrack.Events)?
    private let stop: StopRequest
    private let listeners: RunListeners

    /// - Parameters:
    ///   - source: What the settings were read from; a watch says when the file is changed, and reads it again where it is
    ///     asked to. Nil where they hold to the end. Where the run ended for that (``StopRequest/Cause/reload``), its caller
    ///     starts the program again with ``RunSummary/reloaded`` (``ProgramRestart``).
    ///   - limit: Takes only the first photos that are found; nil for all.
    ///   - beside: Makes the services that run beside the work, such as a page; asked once the queue is there.
    ///   - writesSheets: Whether the sheets of scored sessions are written; else they stay due, for a caller that does it.
    ///   - version: The program's version, for the other hosts of a queue that several share.
    ///   - actions: Loads the model of a question about actions (`sequences[].actions`); nil where none can be.
    ///   - stop: Asks for an end in good order, at any time.
    public init(
        settings: Settings, source: SettingsSource? = nil, mode: Mode, limit: Int? = nil,
        beside: (@Sendable (Settings) throws -> [any Service])? = nil, writesSheets: Bool = true, version: String = "",
        actions: (@Sendable (Settings.SequenceQuery) throws -> ActionTrack.Events)? = nil,
        stop: StopRequest = StopRequest(), listeners: RunListeners
    ) {
        self.settings = settings
        self.source = source
        self.beside = beside
        self.limit = limit
        self.writesSheets = writesSheets
        self.version = version
        self.actions = actions
        self.mode = mode
        self.stop = stop
        self.listeners = listeners
    }

    /// Runs to the end.
    ///
    /// - Throws: ``PipelineError``, `JobQueueError`, `ResultsError`: Quiver could not work.
    public func execute() async throws -> RunSummary {
        let events = EventHub()
        events.attach(listeners.tell)
        if let keep = listeners.keep { events.attach(limit: .max, keep) }
        let result: Result<RunSummary, any Error>
        do { result = .success(try await execute(events)) } catch { result = .failure(error) }
        // What has happened is told before the run's end is, but a stop waits for no reader.
        await stop.wait(for: { events.finish() })
        return try result.get()
    }

    private func execute(_ events: EventHub) async throws -> RunSummary {
        let start = ContinuousClock.now
        let tally = RunTally()
        let photoLimit = limit.map { PhotoLimit($0) }
        let services = try await Heartbeat.covering { try await begin(events, tally, photoLimit) }
        do {
            try await services.supervisor.run(until: stop)
        } catch {
            await services.abandon()
            throw error
        }
        let hasTables = try await Heartbeat.covering { try await services.finish(until: stop) }

        var summary = tally.summary
        let met = services.bridge?.tally ?? IntakeBridge.Tally()
        // A watch meets the same files again and again, its own photos too.
        if mode == .once { (summary.known, summary.previouslyFailed) = (met.knownDone, met.previouslyFailed) }
        summary.replaced = met.replaced
        summary.restored = met.restored
        summary.limit = limit
        summary.leftOut = photoLimit?.leftOut ?? 0
        summary.stoppedBy = stop.cause
        summary.reloaded = services.reload?.taken
        summary.lacksTables = !hasTables
        summary.watched = mode.goesOn
        if mode == .once { summary.skipped = SkippedFiles(met.met) }
        let elsewhere = try await services.others.count()
        // Where several hosts work the queue, they are other hosts' work.
        summary.elsewhere = services.context.lease.isShared ? 0 : elsewhere
        summary.unfinished = try await services.queue.overview().unfinished - elsewhere + summary.skipped.restless
        summary.elapsed = ContinuousClock.now - start
        summary.workers = services.workers
        summary.outputFolder = EscapedName.printable(services.context.output)
        summary.usage = ResourceUsage(queue: services.queue.processorTime)
        await services.queue.close()
        return summary
    }

    /// What the run consists of, once it may begin its work.
    private func begin(_ events: EventHub, _ tally: RunTally, _ photoLimit: PhotoLimit?) async throws -> RunServices {
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        try ProcessLimits.current(workers: workers).check(workers: workers)
        // Hashing models, opening the queue and sweeping folders block.
        let lane = BlockingLane("quiver.start")
        var services = try await reachingQueue(events) {
            try await lane.perform {
                [settings, source, mode, writesSheets, version, actions, stop, listeners] in
                try RunServices(
                    settings, settingsFile: mode.goesOn ? source.flatMap { SettingsFileCheck($0.present) } : nil,
                    source: mode.goesOn ? source : nil, mode: mode, limit: photoLimit, writesSheets: writesSheets,
                    version: version, stop: stop, tally: tally, events: events, actions: actions,
                    note: listeners.note)
            }
        }
        try await services.begin(until: stop)
        if let beside { services.supervisor.others += try beside(settings) }
        return services
    }
}

extension PipelineRun {
    /// Begins as soon as the queue can be reached, where several hosts share it and the run has no end of its own.
    ///
    /// After a power cut hosts start before their database does. That they wait is said once.
    private func reachingQueue<T: Sendable>(
        _ events: EventHub, _ body: @Sendable () async throws -> T
    ) async throws -> T {
        var isTold = false
        while true {
            do {
                let answer = try await body()
                if isTold { events.publish(.warning("the queue's database answers: the work begins")) }
                return answer
            } catch let error as JobQueueError
                where error.isPassing && mode.goesOn && settings.queue.address != nil && stop.cause == nil
            {
                if !isTold { events.publish(.warning(error.message + " This host waits for it.")) }
                isTold = true
                await stop.pause(for: .seconds(2))
                guard stop.cause == nil else { throw error }
            }
        }
    }
}

/// Counts how photos ended.
final class RunTally: Sendable {
    private let counts: Mutex<RunSummary>

    init() {
        var start = RunSummary()
        start.working = WorkingTime(from: .now)
        counts = Mutex(start)
    }

    /// Counts; returns what is to be said of the first file of which not all pages are read, for a watch, which has no end soon.
    func take(_ event: RunEvent) -> String? {
        guard case .ended(let record) = event else { return nil }
        let unread = record.photo.unreadPages
        let isFirst = counts.withLock { counts in
            if record.state == .done { counts.done += 1 } else { counts.failed += 1 }
            counts.working?.ended(record, at: .now)
            if unread > 0 { counts.multipage += 1 }
            return counts.multipage == 1
        }
        guard isFirst, unread > 0, let pages = record.photo.image?.pages else { return nil }
        return "\(record.source.path.forTerminal) has \(pages) pages or frames, of which \(pages - unread) "
            + "\(pages - unread == 1 ? "is" : "are") read ('limits.pages'); "
            + "'image.pages' says so in the record of each such file"
    }

    /// So many paths were not there.
    func lack(_ paths: Int) { counts.withLock { $0.missing = paths } }

    var summary: RunSummary { counts.withLock { $0 } }

    var ended: Int { counts.withLock { $0.done + $0.failed } }
}

/// Who hears of a run's events, each in its own way; none of them can hold the run up.
public struct RunListeners: Sendable {
    /// Counts: is called with every event at once, on the thread that caused it, and must not block.
    public var note: @Sendable (RunEvent) -> Void
    /// Talks: where it is too slow, events are left out, and ``RunEvent/missed(_:)`` says how many.
    public var tell: @Sendable (RunEvent) -> Void
    /// Hands on data: gets every event however slow it is; nil where they are not all needed.
    public var keep: (@Sendable (RunEvent) -> Void)?

    /// Listeners from their parts.
    public init(
        note: @escaping @Sendable (RunEvent) -> Void = { _ in }, tell: @escaping @Sendable (RunEvent) -> Void,
        keep: (@Sendable (RunEvent) -> Void)? = nil
    ) {
        (self.note, self.tell, self.keep) = (note, tell, keep)
    }
}
