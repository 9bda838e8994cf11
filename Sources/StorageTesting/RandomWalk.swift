import Storage

/// A random walk: the store and the in-memory store are told the same and must answer the same, and what must always
/// hold holds after each step.
///
/// Few places and contents make every kind of meeting likely. A failure names seed and step.
public struct RandomWalk {
    var dice: WalkDice
    private let seed: UInt64
    let scene: Scene
    let reference: MemoryQueueStore
    private var claims: [ClaimID] = []
    var outbox = WalkOutbox()
    private let pipelines = WalkDice.pipelines

    /// A walk through an empty store.
    public init(seed: UInt64, on store: any QueueStore) {
        self.seed = seed
        dice = WalkDice(seed: seed)
        scene = Scene(store)
        reference = MemoryQueueStore()
    }

    /// Takes so many steps.
    public mutating func run(steps: Int) throws {
        for step in 1...steps {
            scene.now += Int64.random(in: -2...20, using: &dice.random)
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
        switch Int.random(in: 0..<115, using: &dice.random) {
        case ..<40:
            let photos = (0..<Int.random(in: 1...4, using: &dice.random)).map { _ in dice.photo(scene) }
            try both { try $0.enqueue(photos, at: now) }
        case ..<60:
            let request = request()
            claims += try both { try $0.claim(request, at: now) }.map(\.id)
        case ..<88:
            guard !claims.isEmpty else { return }
            let claim = claims.remove(at: .random(in: claims.indices, using: &dice.random))
            let outcome = dice.outcome(scene)
            if Int.random(in: 0..<8, using: &dice.random) == 0 { claims.append(claim) }
            let request = Bool.random(using: &dice.random) ? request() : nil
            let messages = WalkOutbox.messages(claim, &dice)
            claims += try bothWhole { transaction in
                let turnover = try transaction.jobs.complete([(claim, outcome)], claiming: request, at: now)
                if case .completed(let state) = turnover.results[0], state.isFinal {
                    try transaction.outbox.add(messages, at: now)
                }
                return turnover
            }.claims.map(\.id)
        case ..<90:
            let dead = scene.other
            try both { try $0.recover(limit: 3, at: now) { $0 == dead } }
        case ..<100:
            let command = dice.command()
            let limit = Int.random(in: 1...5, using: &dice.random)
            try both { try $0.change(command, limit: limit, at: now) }
        default:
            try takeOutboxStep()
        }
    }

    private mutating func request() -> ClaimRequest {
        ClaimRequest(
            limit: .random(in: 0...4, using: &dice.random),
            owner: Bool.random(using: &dice.random) ? scene.me : scene.other,
            pipelines: pipelines.shuffled(using: &dice.random))
    }

    /// Tells both stores the same and wants the same answer.
    @discardableResult
    private func both<T: Equatable>(_ body: (any JobTransaction) throws -> T) throws -> T {
        try bothWhole { try body($0.jobs) }
    }

    /// The same for a body that changes more than jobs.
    @discardableResult
    func bothWhole<T: Equatable>(_ body: (QueueTransaction) throws -> T) throws -> T {
        let (answer, expected) = try each(body)
        try scene.equal(answer, expected, "the answer")
        return answer
    }

    /// Tells both stores the same; returns the store's answer, and the one that it should be.
    func each<T>(_ body: (QueueTransaction) throws -> T) throws -> (T, T) {
        (try scene.store.transaction(body), try reference.transaction(body))
    }

    private func compare() throws {
        let jobs = try both { try $0.page(PageRequest(.everything, limit: 10_000)) }
        for job in jobs { try both { try $0.result(of: job.id) } }
        try both { try $0.overview() }
        try both { try $0.forgotten(after: nil, limit: 10_000) }
        try both { try $0.endings(after: 0, limit: 10_000) }
        try both { try $0.endingSpan() }
        try compareOutbox()
    }

    private func holdsTogether() throws {
        let jobs = try reference.transaction { try $0.jobs.page(PageRequest(.everything, limit: 10_000)) }
        try scene.holdTogether(jobs)
        try scene.factsHoldTogether(jobs)
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
