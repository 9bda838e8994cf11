import Storage
import SystemValues

/// An empty store and short words for what happens to it; time stands still until it is moved.
final class Scene {
    let store: any QueueStore
    var now: UnixMillis = 1_000_000

    let me: Owner
    let other = Owner(host: "here", boot: "b1", pid: 101, started: 9)
    let pipeline = Scene.fingerprint(1_000_001)
    let broken = JobFailure(code: "truncated", message: "The photo ends in the middle.", fault: .input)
    let full = JobFailure(code: "full", message: "The disk is full.", fault: .environment)

    init(_ store: any QueueStore, me: Owner = Owner(host: "here", boot: "b1", pid: 100, started: 7)) {
        self.store = store
        self.me = me
    }

    /// A fingerprint that differs for different numbers, also where only its tail is looked at.
    static func fingerprint(_ number: UInt64) -> Fingerprint {
        Fingerprint(head: number &* 0x9E37_79B9_7F4A_7C15, tail: (number, ~number, number &* 31))
    }

    func photo(
        _ path: String, _ content: UInt64?, pipeline: Fingerprint? = nil, priority: Int = 0, modified: Int64 = 1
    ) -> NewJob {
        NewJob(
            place: Self.place(path), output: Array((path + ".json").utf8),
            stamp: FileIdentity(device: 1, inode: .max, size: 10, mtimeNanoseconds: modified),
            content: content.map(Self.fingerprint), pipeline: pipeline ?? self.pipeline, priority: priority)
    }

    static func place(_ path: String) -> Place {
        Place(root: Array("/drop".utf8), path: Array(path.utf8))
    }

    /// The jobs' part of one transaction.
    func transaction<T>(_ body: (any JobTransaction) throws -> T) throws -> T {
        try store.transaction { try body($0.jobs) }
    }

    @discardableResult
    func enqueue(_ photos: NewJob...) throws -> [EnqueueResult] {
        try transaction { try $0.enqueue(photos, at: now) }
    }

    @discardableResult
    func add(_ path: String, _ content: UInt64?) throws -> JobID {
        try enqueue(photo(path, content))[0].job
    }

    func claim(
        _ limit: Int = 100, by owner: Owner? = nil, pipelines: [Fingerprint]? = nil, outside: Set<FolderPlace> = [],
        among: [JobID]? = nil
    ) throws -> [Claim] {
        let request = ClaimRequest(
            limit: limit, owner: owner ?? me, pipelines: pipelines ?? [pipeline], outside: outside, among: among)
        return try transaction { try $0.claim(request, at: now) }
    }

    /// Claims exactly one job.
    func claimOne(_ line: Int = #line) throws -> Claim {
        let claims = try claim(1)
        guard let claim = claims.first else { throw CheckFailure(description: "line \(line): nothing to claim") }
        return claim
    }

    @discardableResult
    func complete(_ claim: ClaimID, _ outcome: Outcome) throws -> CompletionResult {
        try transaction { try $0.complete([(claim, outcome)], at: now) }[0]
    }

    @discardableResult
    func complete(_ claim: Claim, _ outcome: Outcome) throws -> CompletionResult {
        try complete(claim.id, outcome)
    }

    /// Ends claims and asks for so many jobs in one change; nil asks for none.
    func turnOver(_ endings: [(claim: ClaimID, outcome: Outcome)], claiming limit: Int?) throws -> Turnover {
        let request = limit.map { ClaimRequest(limit: $0, owner: me, pipelines: [pipeline]) }
        return try transaction { try $0.complete(endings, claiming: request, at: now) }
    }

    @discardableResult
    func change(_ command: JobCommand, limit: Int = 1000) throws -> [JobID] {
        try transaction { try $0.change(command, limit: limit, at: now) }
    }

    func job(_ id: JobID, _ line: Int = #line) throws -> Job {
        guard let job = try transaction({ try $0.job(id) }) else {
            throw CheckFailure(description: "line \(line): job \(id) is not there")
        }
        return job
    }

    func result(_ id: JobID) throws -> [UInt8]? {
        try transaction { try $0.result(of: id) }
    }

    func overview() throws -> Overview {
        try transaction { try $0.overview() }
    }

    func page(_ request: PageRequest) throws -> [Job] {
        try transaction { try $0.page(request) }
    }

    func equal<T: Equatable>(_ value: T, _ expected: T, _ what: String, _ line: Int = #line) throws {
        guard value != expected else { return }
        throw CheckFailure(description: "line \(line): \(what): expected \(expected), got \(value)")
    }

    func require(_ condition: Bool, _ what: String, _ line: Int = #line) throws {
        guard !condition else { return }
        throw CheckFailure(description: "line \(line): \(what)")
    }

    func state(_ id: JobID, _ expected: JobState, _ line: Int = #line) throws {
        try equal(job(id, line).state, expected, "state of job \(id)", line)
    }
}
