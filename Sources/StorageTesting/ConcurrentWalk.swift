import Foundation
import Storage
import Synchronization

/// Random verbs of several processes at one time over few places and contents.
///
/// Meanwhile each process follows the ends by a cursor, and misses none. At the end everything is worked off: no job may be left
/// behind, none may have ended twice under one claim, and what must always hold holds. Each end for good has its message, and
/// each message was delivered by one process.
public struct ConcurrentWalk: Sendable {
    private let seed: UInt64
    private let processes: Int

    /// A walk of so many processes.
    public init(seed: UInt64, processes: Int) {
        self.seed = seed
        self.processes = processes
    }

    fileprivate struct Log: Sendable {
        /// Claims that were handed out.
        var claims: Set<ClaimID> = []
        /// Claims whose end counted.
        var ends: Set<ClaimID> = []
        /// Claims that ended a job for good.
        var last: Set<ClaimID> = []
        /// Attempts to deliver a message.
        var deliveries: Set<Delivery> = []
        /// What each process has followed.
        var followers: [Int: Follower] = [:]
        var failures: [String] = []
    }

    /// Takes so many steps with each process, through an empty queue.
    ///
    /// - Throws: `CheckFailure`, or the store's own error.
    public func run(on stage: any SharedQueueStage, steps: Int) throws {
        let log = Mutex(Log())
        let owners = (1...processes).map { Owner(host: "host\($0)", boot: "b", pid: 1, started: 1, life: Int64($0)) }
        let stores = try owners.map { owner in
            let store = try stage.open(owner)
            store.shared?.observe { _ in }
            return store
        }
        DispatchQueue.concurrentPerform(iterations: processes) { number in
            do {
                var walker = Walker(
                    scene: Scene(stores[number], me: owners[number]), seed: seed &+ UInt64(number) &* 977)
                for _ in 1...steps {
                    try walker.takeStep()
                    try log.withLock { try $0.note(walker.lastStep) }
                }
                log.withLock { [follower = walker.follower] in $0.followers[number] = follower }
            } catch {
                log.withLock { $0.failures.append("process \(number): \(error)") }
            }
        }
        if let failure = log.withLock({ $0.failures.first }) {
            throw CheckFailure(description: "seed \(seed): \(failure)")
        }
        try workOff(Scene(stores[0], me: owners[0]), log)
        for (number, var follower) in log.withLock({ $0.followers }) {
            let scene = Scene(stores[number], me: owners[number])
            while try follower.follow(scene, limit: 100) {}
            let missed = Set(try scene.endings()).subtracting(follower.seen)
            try scene.require(missed.isEmpty, "seed \(seed): process \(number) has missed \(missed)")
        }
    }

    /// Gives back what is held, works all that is left, and looks at the whole.
    private func workOff(_ scene: Scene, _ log: borrowing Mutex<Log>) throws {
        scene.now += 1_000_000
        let pipelines = WalkDice.pipelines
        try scene.transaction { _ = try $0.recover(limit: 1_000_000, at: scene.now) { _ in true } }
        while case let claims = try scene.claim(50, pipelines: pipelines), !claims.isEmpty {
            for claim in claims {
                let end = try scene.endAndSay([(claim.id, .done([1]))])[0]
                try log.withLock { try $0.note(Walker.Step(claims: [claim.id], ends: [(claim.id, end)])) }
            }
        }
        try deliver(scene, log)
        let jobs = try scene.page(PageRequest(.everything, limit: 100_000))
        try scene.holdTogether(jobs)
        try scene.factsHoldTogether(jobs)
        let left = jobs.filter { [.ready, .running, .blocked].contains($0.state) }
        try scene.require(left.isEmpty, "seed \(seed): left behind: \(left)")
        let overview = try scene.overview()
        let counts = Dictionary(grouping: jobs.filter(\.isCurrent), by: \.state).mapValues(\.count)
        try scene.equal(overview.counts, counts, "seed \(seed): counts")
        try scene.equal(overview.history, jobs.count { !$0.isCurrent }, "seed \(seed): history")
        for job in jobs where job.state == .done {
            try scene.require(try scene.result(job.id) != nil, "seed \(seed): job \(job.id) is done without a result")
        }
    }

    /// Delivers all that is left, and looks at the outbox.
    private func deliver(_ scene: Scene, _ log: borrowing Mutex<Log>) throws {
        try scene.outbox { _ = try $0.recover(at: scene.now) { _ in true } }
        while case let messages = try scene.deliver(Walker.hooks), !messages.isEmpty {
            try log.withLock { try $0.note(Walker.Step(deliveries: messages.map(Delivery.init))) }
            for message in messages { try scene.settle(message, .delivered) }
        }
        let messages = try scene.messages()
        try scene.require(messages.allSatisfy { $0.state != .waiting }, "seed \(seed): a message is left")
        for hook in Walker.hooks {
            let said = messages.filter { $0.hook == hook }.map(\.subject)
            try scene.equal(said.count, Set(said).count, "seed \(seed): said twice")
            try scene.equal(Set(said), Set(log.withLock { $0.last }.map(OutboxSubject.photo)), "seed \(seed): said")
        }
    }
}

/// Who follows the ends of jobs by a cursor.
private struct Follower {
    private(set) var seen: Set<JobEnding> = []
    private var cursor: EndingCursor?

    /// Takes what is next; false where there is nothing more.
    mutating func follow(_ scene: Scene, limit: Int) throws -> Bool {
        do {
            let start = try cursor ?? scene.cursor(.first)
            let found = try scene.follow(start, limit: limit)
            seen.formUnion(found.map { JobEnding(job: $0.job.id, number: $0.cursor.number) })
            cursor = found.last?.cursor ?? start
            return !found.isEmpty
        } catch let error as JobQueueError where error.code == .cursorTooOld {
            // Jobs were forgotten that it has not seen.
            cursor = nil
            return true
        }
    }
}

/// One attempt to deliver a message.
private struct Delivery: Hashable {
    let message: MessageID
    let attempt: Int

    init(_ message: OutboxMessage) { (self.message, attempt) = (message.id, message.attempts) }
}

extension Scene {
    /// Ends claims, with a message for each hook about each end for good, in one transaction.
    fileprivate func endAndSay(_ endings: [(claim: ClaimID, outcome: Outcome)]) throws -> [CompletionResult] {
        try store.transaction { transaction in
            let results = try transaction.jobs.complete(endings, at: now)
            for (ending, result) in zip(endings, results) where result.isLast {
                try transaction.outbox.add(
                    Walker.hooks.map {
                        NewMessage(hook: $0, subject: .photo(ending.claim), event: "photo", body: Array("{}".utf8))
                    }, at: now)
            }
            return results
        }
    }
}

extension CompletionResult {
    /// Whether the job has ended for good.
    fileprivate var isLast: Bool {
        guard case .completed(let state) = self else { return false }
        return state.isFinal
    }
}

extension ConcurrentWalk.Log {
    fileprivate mutating func note(_ step: Walker.Step) throws {
        for claim in step.claims where !claims.insert(claim).inserted {
            throw CheckFailure(description: "claim \(claim) was handed out twice")
        }
        for (claim, end) in step.ends where end != .lost {
            guard ends.insert(claim).inserted else { throw CheckFailure(description: "claim \(claim) has ended twice") }
            if end.isLast { last.insert(claim) }
        }
        for delivery in step.deliveries where !deliveries.insert(delivery).inserted {
            throw CheckFailure(description: "message \(delivery.message) was handed out twice")
        }
    }
}

/// One process of the walk.
private struct Walker {
    static let hooks = ["x", "y"]

    /// What the last step handed out and ended.
    struct Step {
        var claims: [ClaimID] = []
        var ends: [(claim: ClaimID, end: CompletionResult)] = []
        var deliveries: [Delivery] = []
    }

    let scene: Scene
    var dice: WalkDice
    var claims: [ClaimID] = []
    var messages: [OutboxMessage] = []
    var lastStep = Step()
    var follower = Follower()

    init(scene: Scene, seed: UInt64) {
        self.scene = scene
        dice = WalkDice(seed: seed)
    }

    mutating func takeStep() throws {
        lastStep = Step()
        scene.now += 1
        _ = try follower.follow(scene, limit: 5)
        switch dice.number(130) {
        case ..<35:
            let photos = (0...dice.number(4)).map { _ in dice.photo(scene) }
            _ = try scene.transaction { try $0.enqueue(photos, at: scene.now) }
        case ..<60:
            lastStep.claims = try scene.claim(1 + dice.number(4), pipelines: WalkDice.pipelines).map(\.id)
        case ..<92:
            guard !claims.isEmpty else { return }
            let ended = (0...dice.number(2)).compactMap { _ in
                claims.isEmpty ? nil : claims.remove(at: dice.number(claims.count))
            }
            let endings = ended.map { ($0, dice.outcome(scene)) }
            let results = try scene.endAndSay(endings)
            lastStep.ends = Array(zip(ended, results)).map { ($0, $1) }
        case ..<115: try deliver()
        case ..<122:
            guard !messages.isEmpty else { return }
            let message = messages.remove(at: dice.number(messages.count))
            let outcome = dice.number(3) == 0 ? DeliveryOutcome.retry(at: scene.now + 3) : .delivered
            guard try scene.settle(message, outcome) != nil else {
                throw CheckFailure(description: "message \(message.id) was taken away")
            }
        default:
            let (command, limit) = (dice.command(), 1 + dice.number(5))
            _ = try scene.transaction { try $0.change(command, limit: limit, at: scene.now) }
        }
        claims += lastStep.claims
    }

    /// Takes messages, and sees in the same transaction that no earlier one of their photos waits.
    private mutating func deliver() throws {
        let limits = ["x": dice.number(4), "y": dice.number(3)]
        let out = try scene.outbox { outbox in
            let out = try outbox.claim(DeliveryRequest(owner: scene.me, limits: limits), at: scene.now)
            for message in out {
                var line = OutboxFilter(hooks: [message.hook], states: [.waiting])
                line.jobs = message.subject.job.map { [$0] }
                let first = try outbox.page(OutboxPage(line, limit: 1)).first?.id
                try scene.equal(first, message.id, "the first of the line")
            }
            return out
        }
        lastStep.deliveries = out.map(Delivery.init)
        messages += out
    }
}
