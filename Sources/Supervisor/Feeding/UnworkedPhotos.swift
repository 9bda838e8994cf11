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
    let pipeline: Fingerprint
    let now: @Sendable () -> UnixMillis

    private static let atOnce = 1000

    /// Lets those wait that workers could be given; to be called before any worker is given one.
    ///
    /// Another user's queue may count its jobs wrongly, and have history that can be claimed: every row is looked at.
    func setAside() async throws {
        var filter = JobFilter(states: [.ready, .blocked], age: .any)
        filter.pipeline = pipeline
        try await each(filter) { ids in
            let these = JobFilter(ids: ids, age: .any)
            _ = try await queue.change(.setAside(these), limit: ids.count, at: now())
        }
    }

    /// How many have not ended.
    func count() async throws -> Int {
        // Most queues hold nothing unfinished when a run ends.
        guard try await queue.overview().unfinished > 0 else { return 0 }
        var count = 0
        try await each(JobFilter(states: [.waiting, .ready, .running, .blocked])) { count += $0.count }
        return count
    }

    private func each(_ filter: JobFilter, _ body: ([JobID]) async throws -> Void) async throws {
        // Most queues hold one folder's photos: their jobs are not read.
        guard try await queue.roots().contains(where: { !roots.holds(FilePath(rawBytes: $0)) }) else { return }
        var last: JobID?
        while true {
            let page = try await queue.page(PageRequest(filter, after: last, limit: Self.atOnce))
            guard let end = page.last?.id else { return }
            last = end
            let others = page.filter { !roots.holds($0.place) }.map(\.id)
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
    let pipeline: Fingerprint
    let backfill: RecordBackfill
    let now: @Sendable () -> UnixMillis

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
        filter.pipeline = pipeline
        var waiting: [Job] = []
        var last: JobID?
        while true {
            let page = try await queue.page(PageRequest(filter, after: last, limit: 10_000))
            guard let end = page.last?.id else { return waiting }
            last = end
            waiting += page.filter { named.holds($0.place) }
        }
    }

    /// The jobs whose file is not there any more, a part of a folder at a time; nothing is known of folders that rest.
    private func gone(among waiting: [Job]) async throws -> [Job] {
        var vanished: [Job] = []
        for (_, jobs) in Dictionary(grouping: waiting, by: \.place.root) {
            for start in stride(from: 0, to: jobs.count, by: 64) {
                let part = jobs[start..<min(start + 64, jobs.count)]
                let asked = part.filter { !folders.isResting($0.place) }
                guard let first = asked.first else { continue }
                do {
                    vanished += try await folders.perform(at: first.place) {
                        asked.filter { folders.roots.isGone($0.place) }
                    }
                } catch let away as FolderAway {
                    folders.rest(away, sample: first.place)
                }
            }
        }
        return vanished.sorted { $0.id < $1.id }
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
