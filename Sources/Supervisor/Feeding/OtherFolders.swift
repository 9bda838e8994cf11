import Storage
import SystemPackage
import SystemValues

/// The photos and folders that a run was told of.
///
/// A queue may be a stranger's and name any file of this user's: what lies elsewhere is not opened, moved or copied.
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

/// Photos in the queue that lie elsewhere than this run was told of: they wait until a run names their folder.
struct OtherFolders: Sendable {
    let queue: QueueService
    let roots: RunRoots
    let pipeline: Fingerprint
    let now: @Sendable () -> UnixMillis

    private static let atOnce = 1000

    /// Lets those wait that workers could be given; to be called before any worker is given one.
    ///
    /// A stranger's queue may count its jobs wrongly, and have history that can be claimed: every row is looked at.
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
