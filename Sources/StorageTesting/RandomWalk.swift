import Storage

/// A random walk: the store and the in-memory store are told the same and must answer the same, and what must always
/// hold holds after each step.
///
/// Few places and contents make every kind of meeting likely. A failure names seed and step.
public struct RandomWalk {
    private var random: SeededGenerator
    private let seed: UInt64
    private let scene: Scene
    private let reference: MemoryQueueStore
    private var claims: [ClaimID] = []
    private let pipelines = [Scene.fingerprint(1_000_001), Scene.fingerprint(1_000_002)]

    /// A walk through an empty store.
    public init(seed: UInt64, on store: any QueueStore) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        scene = Scene(store)
        reference = MemoryQueueStore()
    }

    /// Takes so many steps.
    public mutating func run(steps: Int) throws {
        for step in 1...steps {
            scene.now += Int64.random(in: -2...20, using: &random)
            do {
                try takeStep()
                if step % 5 == 0 { try compare() }
                try holdsTogether()
            } catch let failure as CheckFailure {
                throw CheckFailure(description: "seed \(seed), step \(step): \(failure.description)")
            }
        }
    }

    private mutating func takeStep() throws {
        let now = scene.now
        switch Int.random(in: 0..<100, using: &random) {
        case ..<40:
            let photos = (0..<Int.random(in: 1...4, using: &random)).map { _ in photo() }
            try both { try $0.enqueue(photos, at: now) }
        case ..<60:
            let request = request()
            claims += try both { try $0.claim(request, at: now) }.map(\.id)
        case ..<88:
            guard !claims.isEmpty else { return }
            let claim = claims.remove(at: .random(in: claims.indices, using: &random))
            let outcome = outcome()
            if Int.random(in: 0..<8, using: &random) == 0 { claims.append(claim) }
            let request = Bool.random(using: &random) ? request() : nil
            claims += try both { try $0.complete([(claim, outcome)], claiming: request, at: now) }.claims.map(\.id)
        case ..<90:
            let dead = scene.other
            try both { try $0.recover(limit: 3, at: now) { $0 == dead } }
        default:
            let command = command()
            let limit = Int.random(in: 1...5, using: &random)
            try both { try $0.change(command, limit: limit, at: now) }
        }
    }

    private mutating func request() -> ClaimRequest {
        ClaimRequest(
            limit: .random(in: 0...4, using: &random), owner: Bool.random(using: &random) ? scene.me : scene.other,
            pipelines: pipelines.shuffled(using: &random))
    }

    private mutating func photo() -> NewJob {
        scene.photo(
            ["a", "b", "c/d", "c/e", "c/f/g", "h"].randomElement(using: &random).map { "\($0).jpg" } ?? "",
            UInt64.random(in: 0...4, using: &random) == 0 ? nil : .random(in: 1...3, using: &random),
            pipeline: pipelines[Int.random(in: 0..<6, using: &random) / 5],
            priority: .random(in: 0...1, using: &random), modified: .random(in: 1...2, using: &random))
    }

    private mutating func outcome() -> Outcome {
        let mark = [UInt8.random(in: 0...255, using: &random)]
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return .done(mark)
        case 2: return .failed(scene.broken, result: mark)
        case 3: return .failed(scene.full)
        case 4: return .retry(at: scene.now + 30, scene.full, budget: 1, result: mark)
        case 5: return .released
        case 6: return .crashed(scene.broken, limit: 2)
        case 7: return .gone(result: mark)
        case 8: return .postponed(until: scene.now + 20, scene.full)
        default: return .changed
        }
    }

    private mutating func command() -> JobCommand {
        var filter = JobFilter()
        if Bool.random(using: &random) { filter.folder = Array("c".utf8) }
        if Bool.random(using: &random) {
            filter.ids = (0..<3).map { _ in JobID(rawValue: .random(in: 1...30, using: &random)) }
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .retry(filter, pipeline: nil)
        case 1: return .retry(filter, pipeline: pipelines.randomElement(using: &random))
        case 2: return .cancel(filter)
        case 3: return .vanish(filter)
        case 4: return .setAside(filter)
        default:
            filter.age = .any
            return .prune(filter)
        }
    }

    /// Tells both stores the same and wants the same answer.
    @discardableResult
    private func both<T: Equatable>(_ body: (any JobTransaction) throws -> T) throws -> T {
        let answer = try scene.transaction(body)
        try scene.equal(answer, reference.transaction { try body($0.jobs) }, "the answer")
        return answer
    }

    private func compare() throws {
        var everything = JobFilter()
        everything.age = .any
        let jobs = try both { try $0.page(PageRequest(everything, limit: 10_000)) }
        for job in jobs { try both { try $0.result(of: job.id) } }
        try both { try $0.overview() }
    }

    /// What must hold at any time, whatever has happened.
    private func holdsTogether() throws {
        var everything = JobFilter()
        everything.age = .any
        let jobs = try reference.transaction { try $0.jobs.page(PageRequest(everything, limit: 10_000)) }
        let byID = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
        var places: Set<Place> = []
        var leaders: [[Fingerprint]: JobID] = [:]
        for job in jobs {
            if job.isCurrent {
                try scene.require(places.insert(job.place).inserted, "\(job.place.path) has two current jobs")
            } else {
                try scene.require(job.state.isFinal, "job \(job.id) is history and \(job.state)")
            }
            try scene.require((job.state == .running) == (job.owner != nil), "job \(job.id): owner and state")
            try scene.require(job.state.isFinal == (job.finished != nil), "job \(job.id): finished and \(job.state)")
            try scene.require(job.progress.attempts >= 0, "job \(job.id): attempts")
            if job.state == .ready || job.state == .blocked, let original = job.original {
                let isLive = byID[original].map { !$0.state.isFinal } ?? false
                try scene.equal(job.waitsForOriginal, isLive, "job \(job.id) waits for job \(original)")
                try scene.equal(byID[original]?.content, job.content, "content of job \(job.id) and its original")
            } else {
                try scene.require(!job.waitsForOriginal, "job \(job.id) waits for nothing")
            }
            let leads = job.original == nil && [.ready, .running, .blocked, .done].contains(job.state)
            if leads, let content = job.content {
                let key = [content, job.pipeline]
                try scene.equal(leaders[key], nil, "another leader beside job \(job.id)")
                leaders[key] = job.id
            }
        }
    }
}

extension StoreCheck {
    static let randomWalk = StoreCheck("a random walk through the verbs agrees with the in-memory store") { scene in
        var walk = RandomWalk(seed: 2, on: scene.store)
        try walk.run(steps: 400)
    }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The sequence of a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
