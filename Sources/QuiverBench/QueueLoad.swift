import Storage
import SystemValues

/// Rows a second.
struct QueueFigures: Codable {
    var enqueue: Double
    var claimFinishGrouped: Double
    var claimFinishSingly: Double
    var finishAndClaimNext: Double
    var recognize: Double

    var lines: [(name: String, rate: Double)] {
        [
            ("enqueue, in batches", enqueue), ("claim + finish, in groups", claimFinishGrouped),
            ("claim + finish, one by one", claimFinishSingly),
            ("finish one and claim next", finishAndClaimNext), ("recognize, in batches", recognize),
        ]
    }
}

/// One client of a queue and the photos that it puts through: paths as cameras make them, every content another one.
struct QueueLoad {
    private let store: any QueueStore
    private let client: Int
    private let owner: Owner
    private let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
    private let root = Array("/srv/photos/drop".utf8)
    private let record = [UInt8](repeating: UInt8(ascii: "x"), count: 600)
    private var random: SplitMix
    private var made = 0
    private(set) var finished = 0
    private var batches: [[NewJob]] = []

    init(_ store: any QueueStore, client: Int) {
        self.store = store
        self.client = client
        owner = BenchQueue.owner(client)
        random = SplitMix(seed: UInt64(client) + 1)
        // The lease begins with it.
        store.shared?.observe { _ in }
    }

    /// Makes photos for the next measurement, which does not take part in it.
    mutating func prepare(rows: Int, batch: Int) {
        batches = stride(from: 0, to: rows, by: batch).map { photos(min(batch, rows - $0)) }
    }

    func enqueue() throws {
        for batch in batches { _ = try store.transaction { try $0.jobs.enqueue(batch, at: BenchQueue.now()) } }
    }

    /// What a scan asks about files that it has seen before.
    func recognize() throws {
        for batch in batches { _ = try store.transaction { try $0.jobs.knownFiles(at: batch.map(\.place)) } }
    }

    mutating func singly(_ count: Int) throws {
        for _ in 0..<count { try work(1) }
    }

    mutating func drain(_ group: Int) throws {
        while try work(group) > 0 {}
    }

    /// Ends each job in the commit that claims the next, as a supervisor does whose worker has just answered.
    mutating func chain(_ count: Int) throws {
        var held: [Claim] = []
        for step in 0...count {
            let request = ClaimRequest(limit: step < count ? 1 : 0, owner: owner, pipelines: [pipeline])
            let endings = held.map { (claim: $0.id, outcome: Outcome.done(record)) }
            held = try store.transaction {
                try $0.jobs.complete(endings, claiming: request, at: BenchQueue.now())
            }.claims
            finished += endings.count
        }
    }

    /// Claims so many and ends them, in two commits.
    @discardableResult
    private mutating func work(_ limit: Int) throws -> Int {
        let request = ClaimRequest(limit: limit, owner: owner, pipelines: [pipeline])
        let claims = try store.transaction { try $0.jobs.claim(request, at: BenchQueue.now()) }
        if claims.isEmpty { return 0 }
        let endings = claims.map { (claim: $0.id, outcome: Outcome.done(record)) }
        _ = try store.transaction { try $0.jobs.complete(endings, at: BenchQueue.now()) }
        finished += claims.count
        return claims.count
    }

    private mutating func photos(_ count: Int) -> [NewJob] {
        (0..<count).map { _ in
            made += 1
            let name = "session-\(made / 1000)/end-\(made / 100 % 10)/IMG_20250714_\(client)_\(made).jpg"
            let path = Array("2025/summer/\(name)".utf8)
            return NewJob(
                place: Place(root: root, path: path), output: path + Array(".json".utf8),
                stamp: FileIdentity(
                    device: 2049, inode: UInt64(made) + 13_000_000, size: 4_812_331, mtimeNanoseconds: 1_752_480_000),
                content: Fingerprint(head: random.next(), tail: (random.next(), random.next(), random.next())),
                pipeline: pipeline)
        }
    }
}
