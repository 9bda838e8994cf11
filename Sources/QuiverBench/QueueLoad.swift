import Storage
import StorageSQLite
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

/// A queue and the photos that go through it: paths as cameras make them, every content another one.
struct QueueLoad {
    private let store: SQLiteQueueStore
    private let owner = Owner.current()
    private let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
    private let root = Array("/srv/photos/drop".utf8)
    private let record = [UInt8](repeating: UInt8(ascii: "x"), count: 600)
    private var random = SplitMix(seed: 1)
    private var made = 0
    private(set) var finished = 0

    init(path: String) throws {
        store = try SQLiteQueueStore(path: path, owner: owner, at: 0)
    }

    mutating func measure(rows: Int, batch: Int, group: Int, singles: Int) throws -> QueueFigures {
        let clock = ContinuousClock()
        let batches = stride(from: 0, to: rows, by: batch).map { photos(min(batch, rows - $0)) }
        let enqueue = try clock.measure { for batch in batches { try add(batch) } }
        let singly = try clock.measure { for _ in 0..<singles { try work(1) } }
        let chained = try clock.measure { try chain(singles) }
        let grouped = try clock.measure { try drain(group) }
        let recognize = try clock.measure { for batch in batches { try look(at: batch) } }
        return QueueFigures(
            enqueue: Double(rows) / enqueue.seconds, claimFinishGrouped: Double(rows - 2 * singles) / grouped.seconds,
            claimFinishSingly: Double(singles) / singly.seconds, finishAndClaimNext: Double(singles) / chained.seconds,
            recognize: Double(rows) / recognize.seconds)
    }

    /// Finishes photos until there are so many in all.
    mutating func fill(to count: Int, batch: Int) throws {
        while finished < count {
            try add(photos(min(batch, count - finished)))
            try drain(batch)
        }
    }

    private func add(_ photos: [NewJob]) throws {
        _ = try store.transaction { try $0.jobs.enqueue(photos, at: 1) }
    }

    private mutating func drain(_ group: Int) throws {
        while try work(group) > 0 {}
    }

    /// Claims so many and ends them, in two commits.
    @discardableResult
    private mutating func work(_ limit: Int) throws -> Int {
        let request = ClaimRequest(limit: limit, owner: owner, pipelines: [pipeline])
        let claims = try store.transaction { try $0.jobs.claim(request, at: 2) }
        if claims.isEmpty { return 0 }
        let endings = claims.map { (claim: $0.id, outcome: Outcome.done(record)) }
        _ = try store.transaction { try $0.jobs.complete(endings, at: 3) }
        finished += claims.count
        return claims.count
    }

    /// Ends each job in the commit that claims the next, as a supervisor does whose worker has just answered.
    private mutating func chain(_ count: Int) throws {
        var held: [Claim] = []
        for step in 0...count {
            let request = ClaimRequest(limit: step < count ? 1 : 0, owner: owner, pipelines: [pipeline])
            let endings = held.map { (claim: $0.id, outcome: Outcome.done(record)) }
            held = try store.transaction { try $0.jobs.complete(endings, claiming: request, at: 3) }.claims
            finished += endings.count
        }
    }

    /// What a scan asks about files that it has seen before.
    private func look(at photos: [NewJob]) throws {
        _ = try store.transaction { try $0.jobs.knownFiles(at: photos.map(\.place)) }
    }

    private mutating func photos(_ count: Int) -> [NewJob] {
        (0..<count).map { _ in
            made += 1
            let path = Array("2025/summer/session-\(made / 1000)/end-\(made / 100 % 10)/IMG_20250714_\(made).jpg".utf8)
            return NewJob(
                place: Place(root: root, path: path), output: path + Array(".json".utf8),
                stamp: FileIdentity(
                    device: 2049, inode: UInt64(made) + 13_000_000, size: 4_812_331, mtimeNanoseconds: 1_752_480_000),
                content: Fingerprint(head: random.next(), tail: (random.next(), random.next(), random.next())),
                pipeline: pipeline)
        }
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

/// A small generator without system calls, so that chance does not take part in the measurement.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
