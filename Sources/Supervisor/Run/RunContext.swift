import Findings
import Foundation
import Glibc
import Intake
import Results
import Settings
import Storage
import StorageSQLite
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// What a run needs before it can begin: folders, the queue with its writer's lock, names, and the plan for workers.
struct RunContext: Sendable {
    /// Supervisors that may die over the same photo before it is put aside.
    ///
    /// More than a worker's three: most deaths
    /// of a supervisor have nothing to do with the photos that happened to be in work.
    static let suspiciousDeaths = 20

    let output: FilePath
    let staging: StagingPlace
    /// Whether this process may work; always where it alone writes the queue.
    let lease: Lease
    let originals: FilePath?
    let queue: QueueLocation
    let named: NamedRoots
    /// Keeps a second run from working a queue in a database on this host; nil for a queue in a file, whose store has it.
    private let lock: WriterLock?
    let store: any QueueStore
    let owner: Owner
    let layout: OutputLayout
    /// What is written for photos.
    let formats: [OutputFormat]
    /// What photos of each folder are processed with.
    let pipelines: FolderPipelines
    /// The folder of the results, held for this queue while the run lasts.
    let results: ResultsOwner
    /// What is worth a warning before the first photo.
    let warnings: [String]

    /// - Parameter mustShare: Refuses a queue that one process alone may write (`quiver work`).
    init(_ settings: Settings, mustShare: Bool = false) throws {
        let omissions = try settings.ofFolders(settings.watch).flatMap { try Self.omissions(of: $0) }
        var pipelines = try FolderPipelines(settings)
        let output = try Self.folder(settings.output.path)
        self.output = output
        if mustShare, !QueueBackends.isShared(settings.queue) { throw PipelineError(notShared: settings.queue) }
        named = NamedRoots(asking: settings.watch)
        pipelines.place(settings, at: named.roots.map(\.watch))
        if settings.queue.address == nil {
            queue = settings.queue.told(from: try Self.folder(settings.queue.folder, option: "--queue"))
        } else {
            let watched = zip(settings.watch, named.roots).map { ($0.path, $1.watch.path) }
            queue = try settings.queue.withStateFolder().namingRoots(Dictionary(watched) { first, _ in first })
        }
        originals = try settings.output.originals.map { try Self.folder($0) }
        layout = try OutputLayout(
            output: output,
            roots: named.roots.map { OutputLayout.Root($0.watch.path, isFolder: $0.isFolder) },
            originals: originals,
            isPlain: ([output] + [originals].compactMap { $0 }).contains(where: AtomicFile.refusesNames))
        owner = Owner.current()
        lock = queue.address == nil ? nil : try WriterLock(of: queue, owner: owner, at: Clock.wall())
        let opened = try QueueBackends.open(queue, owner: owner)
        store = opened
        var isReady = false
        // Other hosts would take a run that was refused for one that works until its lease is over.
        defer { if !isReady { try? opened.shared?.leave() } }
        lease = Lease(store.shared)
        if let shared = store.shared { Clock.begin(at: try shared.now()) }
        staging = StagingPlace(of: store.shared == nil ? nil : owner, in: output)
        // Behind the queue's own lock, so that a second run over one queue is told of the queue.
        results = try ResultsOwner(
            of: output, queue: queue,
            as: ResultsOwner.Queue(
                identity: try store.transaction { try $0.jobs.identity() }.description, isShared: lease.isShared))
        let models = ResultsOwner.Mark.Model.of(pipelines)
        let hasResults = try store.transaction { try $0.jobs.overview() }[.done] > 0
        let change = try results.former.flatMap { former -> String? in
            // Where folders differ, a further model is a further folder's.
            guard hasResults, !(pipelines.differ && former.areAll(among: models)) else { return nil }
            return try former.change(to: models, in: output, replaces: settings.output.replace)
        }
        results.write(queue: queue, models: models, in: output)
        formats = settings.ofFolders(settings.watch + settings.others).formats
        let tables = formats.compactMap(\.table).compactMap { Self.sentence(about: $0, in: output) }
        let made = named.made.map {
            "the folder \(EscapedName.printable($0)) was missing and has been made, as the settings file names it: "
                + "put photos into it"
        }
        warnings =
            made + [change].compactMap { $0 } + tables
            + omissions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.pipelines = pipelines
        // Behind the lock of the results' folder: whatever lies there was left by a run that died, or is another host's.
        sweep()
        try staging.prepare()
        isReady = true
    }

    /// Refuses a data set that nothing of the detectors goes into, and says what is left out of one.
    static func omissions(of settings: Settings) throws -> [String] {
        let tasks = Set(settings.detectors.map(\.task))
        return try settings.output.writes.compactMap { format in
            guard let table = format.table else { return nil }
            if let refusal = table.refusal(of: tasks) {
                throw PipelineError(
                    .setting,
                    "output.formats has \(format.name), and the detectors give \(refusal). Leave out \(format.name)",
                    fault: .input)
            }
            let others = table.omitted(of: tasks).map(\.rawValue)
            guard !others.isEmpty else { return nil }
            return "\(table.name) has no place for what these tasks find, so it is left out there: "
                + others.joined(separator: ", ")
        }
    }

    /// Says where a table goes whose usual name is a foreign file's; nil where its name is free.
    private static func sentence(about table: TableFormat, in output: FilePath) -> String? {
        let (usual, place) = (output.appending(table.name), OwnTable.place(table, in: output))
        guard place != usual else { return nil }
        return "\(EscapedName.printable(usual)) was not made by Quiver and stays as it is; the table is "
            + EscapedName.printable(place)
    }

    /// The photos and folders that photos are taken from.
    var roots: [Settings.Watch] { named.roots.map(\.watch) }

    /// The folders that photos are taken from, for people.
    var watched: [String] {
        roots.map { EscapedName.printable($0.path) + ($0.recursive ? " and the folders inside it" : "") }
    }

    /// Removes temp files; only while no worker of this run runs.
    ///
    /// `ResultsOwner` lets no other run into the folder, whatever queue it works from, but for those of other hosts that work the
    /// same one: what they use stays.
    func sweep() {
        guard let abandoned = try? abandonedFiles() else { return }
        AtomicFile.sweep(output, abandoned)
        if let originals { AtomicFile.sweep(originals, abandoned) }
        if lease.isShared { StagingPlace.sweep(output, abandoned) }
    }

    private func abandonedFiles() throws -> AbandonedFiles {
        guard lease.isShared else { return .all }
        let others = try store.transaction { try $0.jobs.members() }.filter { $0.owner != owner }
        return AbandonedFiles(
            alive: others.filter(\.isAlive).map(\.owner.life),
            dead: others.filter { !$0.isAlive }.map(\.owner.life) + [owner.life])
    }

    /// A folder that exists and whose name leads to it without links.
    ///
    /// - Parameter makes: Whether it is made where it is missing; else it is only seen that it could be.
    static func folder(_ path: FilePath, option: String = "--output", makes: Bool = true) throws -> FilePath {
        let path = path.isEmpty ? FilePath(".") : path
        do {
            let made = path.resolvedPath
            if makes { try AtomicFile.make(made) }
            var there = made
            while !makes, !there.exists, there.removeLastComponent() {}
            guard there.isFolder else { throw Errno.notDirectory }
            guard there.withPlatformString({ access($0, W_OK) }) == 0 else { throw Errno(rawValue: errno) }
            return made
        } catch {
            throw PipelineError(
                .output,
                "the folder \(EscapedName.printable(path)) cannot be made or written to; name another one with \(option)",
                fault: .environment, cause: error)
        }
    }
}

extension [Settings] {
    /// All formats that something is written in.
    var formats: [OutputFormat] {
        let written = Set(flatMap(\.output.formats))
        return Settings.Format.allCases.filter(written.contains).compactMap { OutputFormat.named($0.rawValue) }
    }
}

extension Settings.Output {
    /// The formats of the settings as what writes them; a test sees that there is one for each word.
    var writes: [OutputFormat] { formats.compactMap { OutputFormat.named($0.rawValue) } }
}

/// Time for the queue and for records.
enum Clock {
    /// Milliseconds since 1970 that never jump while this process lives: the wall's time at its start, and what has
    /// passed since, sleep included.
    ///
    /// A clock that is set back must not leave photos waiting for a time that lies a day ahead.
    static func now() -> UnixMillis {
        steady.withLock { $0.now(wall: milliseconds(CLOCK_REALTIME), boot: milliseconds(CLOCK_BOOTTIME)) }
    }

    /// What the wall's clock says, in milliseconds since 1970.
    static func wall() -> UnixMillis { milliseconds(CLOCK_REALTIME) }

    /// Counts from another clock's time on: that of a database, which all its hosts have.
    static func begin(at time: UnixMillis) {
        steady.withLock { $0 = SteadyTime(wall: time, boot: milliseconds(CLOCK_BOOTTIME)) }
    }

    private static let steady = Mutex(
        SteadyTime(wall: milliseconds(CLOCK_REALTIME), boot: milliseconds(CLOCK_BOOTTIME)))

    private static func milliseconds(_ clock: clockid_t) -> UnixMillis {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// The wall's time at a start, and what has passed since by a clock that is never set.
struct SteadyTime: Sendable {
    /// The beginning of 2020, in milliseconds since 1970: a clock that says less was not set yet.
    static let credible: UnixMillis = 1_577_836_800_000

    private var start: (wall: UnixMillis, boot: UnixMillis)

    init(wall: UnixMillis, boot: UnixMillis) { start = (wall, boot) }

    /// Milliseconds since 1970.
    ///
    /// A machine without a battery begins in 1970 and learns the time from the network: from then on it counts from that.
    mutating func now(wall: UnixMillis, boot: UnixMillis) -> UnixMillis {
        if start.wall < Self.credible, wall >= Self.credible { start = (wall, boot) }
        return start.wall + boot - start.boot
    }
}
