import Synchronization

/// Answers that are worked out once a second at most, however many pages ask for them.
///
/// A page that asks while one is being worked out gets that one. What this server has changed is never answered from before.
actor AnswerCache {
    private struct Kept {
        let answer: Task<Answer, any Error>
        let begun: ContinuousClock.Instant
        let generation: Int
    }

    /// How old an answer may be.
    private static let life = Duration.seconds(1)
    /// More addresses than pages ask for; a client that asks for others clears what was kept.
    private static let most = 256

    private let now: @Sendable () -> ContinuousClock.Instant
    private var kept: [String: Kept] = [:]
    private var generation = 0
    private var queue: String?

    /// - Parameter now: The time that answers grow old by.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// An answer for an address, from before where it is young enough.
    func answer(_ address: String, _ make: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        let now = now()
        if let known = kept[address], known.generation == generation, now - known.begun < Self.life {
            return try await known.answer.value
        }
        if kept.count >= Self.most { kept = [:] }
        let task = Task { try await make() }
        kept[address] = Kept(answer: task, begun: now, generation: generation)
        return try await task.value
    }

    /// Whether answers were kept of another queue than this one, which is noted.
    func isOf(another queue: String) -> Bool {
        defer { self.queue = queue }
        return self.queue != nil && self.queue != queue
    }

    /// Something has changed: nothing from before holds.
    func forget() { generation += 1 }
}
