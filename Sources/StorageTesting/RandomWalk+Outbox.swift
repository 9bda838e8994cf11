import Storage

/// The walk's messages.
///
/// A store may leave numbers out, so those of both stores are kept side by side.
struct WalkOutbox {
    /// A message that was handed out.
    struct Delivery {
        let inStore: OutboxMessage
        let inReference: OutboxMessage
    }

    static let hooks = ["x", "y"]

    var deliveries: [Delivery] = []

    /// Messages of a photo's end for some of the hooks.
    static func messages(_ claim: ClaimID, _ dice: inout WalkDice) -> [NewMessage] {
        hooks.filter { _ in dice.number(2) == 0 }.map {
            NewMessage(hook: $0, subject: .photo(claim), event: "photo", body: Array("{}".utf8))
        }
    }
}

extension WalkDice {
    /// How a delivery ends.
    mutating func ending(_ scene: Scene) -> DeliveryOutcome {
        switch number(5) {
        case 0: .retry(at: scene.now + 25)
        case 1: .givenUp
        case 2: .released
        default: .delivered
        }
    }

    /// Some of the messages.
    mutating func messages() -> OutboxFilter {
        var filter = OutboxFilter()
        if number(2) == 0 { filter.hooks = [WalkOutbox.hooks[number(2)]] }
        if number(2) == 0 { filter.states = [OutboxState.allCases[number(3)], .delivered] }
        if number(3) == 0 { filter.jobs = [JobID(rawValue: Int64(1 + number(30))), JobID(rawValue: 2)] }
        if number(4) == 0 { filter.endedBefore = 1_000_000 + Int64(number(2000)) }
        return filter
    }
}

extension RandomWalk {
    mutating func takeOutboxStep() throws {
        let now = scene.now
        switch dice.number(10) {
        case ..<2:
            let claim = ClaimID(job: JobID(rawValue: Int64(1 + dice.number(30))), claimNumber: 1)
            let messages = WalkOutbox.messages(claim, &dice)
            try bothWhole { try $0.outbox.add(messages, at: now) == () }
        case ..<5: try deliver(now)
        case ..<8: try settle(now)
        case 8:
            let dead = dice.number(2) == 0 ? scene.other : scene.me
            let isGivenBack = dice.number(2) == 0
            try bothWhole { transaction in
                isGivenBack
                    ? try transaction.outbox.release(allOf: dead, at: now)
                    : try transaction.outbox.recover(at: now) { $0 == dead }
            }
        default:
            let (filter, limit, forgets) = (dice.messages(), 1 + dice.number(4), dice.number(2) == 0)
            try bothWhole { transaction in
                forgets
                    ? try transaction.outbox.forget(filter, limit: limit).count
                    : try transaction.outbox.retry(filter, limit: limit, at: now).count
            }
        }
        try compareOutbox()
    }

    private mutating func deliver(_ now: UnixMillis) throws {
        let owner = dice.number(2) == 0 ? scene.me : scene.other
        let request = DeliveryRequest(owner: owner, limits: ["x": dice.number(3), "y": dice.number(3)])
        let (mine, theirs) = try each { try $0.outbox.claim(request, at: now) }
        try scene.equal(mine.map(\.unnumbered), theirs.map(\.unnumbered), "what was handed out")
        outbox.deliveries += zip(mine, theirs).map { WalkOutbox.Delivery(inStore: $0, inReference: $1) }
    }

    private mutating func settle(_ now: UnixMillis) throws {
        guard !outbox.deliveries.isEmpty else { return }
        let delivery = outbox.deliveries.remove(at: dice.number(outbox.deliveries.count))
        let outcome = dice.ending(scene)
        let (attempt, owner) = (delivery.inStore.attempts, delivery.inStore.progress.owner ?? scene.me)
        let answer = dice.number(2) == 0 ? OutboxAnswer(.exited(1), output: [65], attempt: attempt, at: now) : nil
        func settle(_ message: OutboxMessage) -> (QueueTransaction) throws -> [OutboxState?] {
            let ending = DeliveryEnding(message.id, attempt: attempt, outcome, answer: answer)
            return { try $0.outbox.settle([ending], by: owner, at: now) }
        }
        try scene.equal(
            scene.store.transaction(settle(delivery.inStore)), reference.transaction(settle(delivery.inReference)),
            "what became of an ending")
    }

    /// Both outboxes hold the same, but for the numbers.
    func compareOutbox() throws {
        let (mine, theirs) = try each { try $0.outbox.page(OutboxPage(limit: 10_000)) }
        try scene.equal(mine.map(\.unnumbered), theirs.map(\.unnumbered), "the outbox")
        try bothWhole { try $0.outbox.overview() }
        for hook in WalkOutbox.hooks { try bothWhole { try $0.outbox.nextDue(of: [hook, "none"]) } }
    }
}

extension OutboxMessage {
    /// The message without its number.
    fileprivate var unnumbered: OutboxMessage {
        var message = self
        message.id = MessageID(rawValue: 0)
        return message
    }
}
