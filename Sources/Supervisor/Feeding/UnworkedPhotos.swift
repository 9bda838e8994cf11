import Control
import Storage
import SystemPackage
import SystemValues

/// The photos and folders that a run was given.
///
/// A queue may have been made by another user and name any file of this user's: what lies elsewhere is not opened, moved or copied.
struct RunRoots: Sendable {
    private let paths: Set<FilePath>

    /// - Parameter paths: Absolute and without links.
    init(_ paths: [FilePath]) { self.paths = Set(paths) }

    /// Whether a photo is one of them or lies in one of them.
    func holds(_ place: Place) -> Bool { holds(place.file) }

    /// Whether a root is one of them.
    func isRoot(_ root: [UInt8]) -> Bool { paths.contains(FilePath(rawBytes: root)) }

    /// Whether photos below a root may be among them.
    func reaches(_ root: [UInt8]) -> Bool {
        let root = FilePath(rawBytes: root)
        return holds(root) || paths.contains { $0.starts(with: root) }
    }

    func holds(_ file: FilePath) -> Bool {
        // Intake gives no path that leads upwards.
        guard file.isLexicallyNormal else { return false }
        var path = file
        while !paths.contains(path) {
            guard path.removeLastComponent() else { return false }
        }
        return true
    }
}

/// Photos in the queue that lie elsewhere than in what this run was given: they wait until a run names their folder.
struct OtherFolders: Sendable {
    let queue: QueueService
    let roots: RunRoots
    let pipelines: [Fingerprint]
    /// What photos in a place are processed with today; nil where all are processed alike.
    var pipeline: (@Sendable (Place) -> Fingerprint)?
    let now: @Sendable () -> UnixMillis

    private static let atOnce = 1000

    /// Lets those wait that workers could be given; to be called before any worker is given one.
    ///
    /// Another user's queue may count its jobs wrongly, and have history that can be claimed: every row is looked at.
    func setAside() async throws {
        var filter = JobFilter(states: [.ready, .blocked], age: .any)
        filter.pipelines = pipelines
        try await each(filter, isOther: { !roots.holds($0.place) || !isOfToday($0) }) { ids in
            let these = JobFilter(ids: ids, age: .any)
            _ = try await queue.change(.setAside(these), limit: ids.count, at: now())
        }
    }

    /// Whether a photo is processed as its folder is today: one whose folder has the settings of another folder by now waits until
    /// intake meets it.
    private func isOfToday(_ job: Job) -> Bool { pipeline.map { $0(job.place) == job.pipeline } ?? true }

    /// How many have not ended.
    func count() async throws -> Int {
        // Most queues hold nothing unfinished when a run ends.
        guard try await queue.overview().unfinished > 0 else { return 0 }
        var count = 0
        try await each(JobFilter(states: [.waiting, .ready, .running, .blocked])) { count += $0.count }
        return count
    }

    private func each(
        _ filter: JobFilter, isOther: ((Job) -> Bool)? = nil, _ body: ([JobID]) async throws -> Void
    ) async throws {
        // Most queues hold one folder's photos: their jobs are not read.
        let looksAtAll = isOther != nil && pipelines.count > 1
        guard try await queue.roots().contains(where: { looksAtAll || !roots.holds(FilePath(rawBytes: $0)) }) else {
            return
        }
        var last: JobID?
        while true {
            let page = try await queue.page(PageRequest(filter, after: last, limit: Self.atOnce))
            guard let end = page.last?.id else { return }
            last = end
            let others = page.filter(isOther ?? { !roots.holds($0.place) }).map(\.id)
            if !others.isEmpty { try await body(others) }
        }
    }
}

/// Photos that wait for their file to be whole, and whose file has gone meanwhile.
struct VanishedPhotos: Sendable {
    let queue: QueueService
    let folders: PhotoFolders
    /// What lies elsewhere waits for a run of its own, and is not looked at.
    let named: RunRoots
    let pipelines: [Fingerprint]
    let backfill: RecordBackfill
    let now: @Sendable () -> UnixMillis
    /// For how many milliseconds a photo that intake has just met may have no file here: other hosts put photos into a share, and
    /// its clients hear of that late.
    var patience: UnixMillis = 0

    /// Ends jobs whose file is not there any more; returns how many still wait for theirs.
    func end() async throws -> Int {
        guard try await queue.overview()[.waiting] > 0 else { return 0 }
        let waiting = try await waiting()
        let vanished = try await gone(among: waiting)
        guard !vanished.isEmpty else { return waiting.count }
        let ids = vanished.map(\.id)
        _ = try await queue.change(.vanish(JobFilter(ids: ids)), at: now())
        for id in ids {
            if let job = try await queue.job(id) { try await backfill.write(job) }
        }
        return waiting.count - vanished.count
    }

    private func waiting() async throws -> [Job] {
        var filter = JobFilter(states: [.waiting])
        filter.pipelines = pipelines
        var waiting: [Job] = []
        var last: JobID?
        while true {
            let page = try await queue.page(PageRequest(filter, after: last, limit: 10_000))
            guard let end = page.last?.id else { return waiting }
            last = end
            waiting += page.filter { named.holds($0.place) }
        }
    }

    /// The jobs whose file is not there any more.
    private func gone(among waiting: [Job]) async throws -> [Job] {
        let met = now() - patience
        let known = patience == 0 ? waiting : waiting.filter { max($0.arrived, $0.progress.due) <= met }
        let gone = try await folders.gone(among: known.map(\.place))
        return known.filter { gone.contains($0.place) }.sorted { $0.id < $1.id }
    }

    /// Repeats ``end()`` until cancelled: a run that watches has no end at which to call it.
    func endAgainAndAgain(every pause: Duration, _ onEvent: @Sendable (RunEvent) -> Void) async throws {
        while true {
            try await Task.sleep(for: pause)
            do {
                _ = try await end()
            } catch let error as CancellationError {
                throw error
            } catch {
                onEvent(.warning("photos that have gone cannot be noted: \(error); it is tried again later"))
            }
        }
    }
}

extension PhotoFolders {
    /// The places whose file is not there any more, a part of a folder at a time; nothing is known of folders that rest.
    func gone(among places: [Place]) async throws -> Set<Place> {
        var gone: Set<Place> = []
        for (_, places) in Dictionary(grouping: places, by: \.root) {
            for start in stride(from: 0, to: places.count, by: 64) {
                let part = places[start..<min(start + 64, places.count)]
                let asked = part.filter { !isResting($0) }
                guard let first = asked.first else { continue }
                do {
                    gone.formUnion(try await perform(at: first) { [roots] in asked.filter { roots.isGone($0) } })
                } catch let away as FolderAway {
                    rest(away, sample: first)
                }
            }
        }
        return gone
    }
}
