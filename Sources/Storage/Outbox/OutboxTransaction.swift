/// Looking at the outbox without changing it.
public protocol OutboxReading {
    /// One message, or nil where there is none of that number.
    func message(_ id: MessageID) throws -> OutboxMessage?

    /// One page of messages, by number.
    func page(_ request: OutboxPage) throws -> [OutboxMessage]

    /// How many messages of each hook are in which state, by the hook's name; hooks without a message are not named.
    func overview() throws -> [String: OutboxOverview]

    /// When the next message of one of these hooks may be handed out; it may be past already, and is nil where none waits.
    ///
    /// Costs little however many messages there are.
    func nextDue(of hooks: Set<String>) throws -> UnixMillis?

    /// The processes that are delivering messages, in any order.
    func deliverers() throws -> [Owner]
}

/// The outbox's verbs: each is a whole change, and all in one transaction count together or not at all.
public protocol OutboxTransaction: OutboxReading {
    /// Adds messages, to be called in the transaction that changes what they tell of.
    ///
    /// Those of one hook about one photo, one session or one run stand in one line: a later one is handed out only when
    /// the earlier ones are delivered or given up. A photo's line is its place, also where it is worked under another number.
    ///
    /// - Throws: `JobQueueError` for a body that is no text in UTF-8.
    func add(_ messages: [NewMessage], at now: UnixMillis) throws

    /// Hands out messages that are due and first in their lines, by time and number, and counts the attempt of each.
    ///
    /// A process whose lease is over is given none.
    func claim(_ request: DeliveryRequest, at now: UnixMillis) throws -> [OutboxMessage]

    /// Ends deliveries, one state for each, in order: nil where the message was another process's by then, or is gone.
    @discardableResult
    func settle(_ endings: [DeliveryEnding], by owner: Owner, at now: UnixMillis) throws -> [OutboxState?]

    /// Gives back what dead owners were delivering, and says how many messages that were; each may have been delivered.
    @discardableResult
    func recover(at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> Int

    /// Gives back what an owner is still delivering, and says how many messages that were: it ends, and has sent none of them.
    @discardableResult
    func release(allOf owner: Owner, at now: UnixMillis) throws -> Int

    /// Has at most `limit` of the messages tried at once, oldest first, and returns which; those in delivery are left alone.
    ///
    /// Their tries begin anew, as if they had just been made.
    /// A message that was delivered is delivered once more: it stands in its line by its number, before all newer ones.
    func retry(_ filter: OutboxFilter, limit: Int, at now: UnixMillis) throws -> [MessageID]

    /// Removes at most `limit` of the messages, oldest first, and returns which; those in delivery are left alone.
    func forget(_ filter: OutboxFilter, limit: Int) throws -> [MessageID]

    /// Adds messages of another queue under their own numbers, which are free here; no process has them.
    ///
    /// Their jobs are here already.
    func restore(_ messages: [OutboxMessage]) throws
}

extension QueueTransaction {
    /// Frees every job and every message that a dead owner had, and says how many jobs they were; see the verbs of that name.
    public func recover(limit: Int, at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> Int {
        try outbox.recover(at: now, where: isDead)
        return try jobs.recover(limit: limit, at: now, where: isDead)
    }

    /// The same while others work: blocked jobs keep their times.
    ///
    /// Returns the jobs that were held, as they stand now.
    public func reclaim(limit: Int, at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> [Job] {
        try outbox.recover(at: now, where: isDead)
        return try jobs.reclaim(limit: limit, at: now, where: isDead)
    }

    /// Gives back every job and every message that an owner still has, and says how many jobs they were: it ends.
    @discardableResult
    public func release(allOf owner: Owner, at now: UnixMillis) throws -> Int {
        try outbox.release(allOf: owner, at: now)
        return try jobs.release(allOf: owner, at: now)
    }
}

extension OutboxTransaction {
    /// Removes what was delivered or given up about jobs that are forgotten; what waits is delivered all the same.
    public func forgetEnded(of jobs: [JobID]) throws {
        guard !jobs.isEmpty else { return }
        var filter = OutboxFilter(states: [.delivered, .givenUp])
        filter.jobs = jobs
        let atOnce = 1000
        while try forget(filter, limit: atOnce).count == atOnce {}
    }
}

/// Which messages: all conditions hold at once, and none means every message.
public struct OutboxFilter: Hashable, Sendable {
    /// These messages only.
    public var ids: [MessageID]?
    /// Of one of these hooks.
    public var hooks: Set<String>?
    /// In one of these states; empty means any.
    public var states: Set<OutboxState> = []
    /// About the photo of one of these jobs.
    public var jobs: [JobID]?
    /// Delivered or given up before this moment.
    public var endedBefore: UnixMillis?

    /// Every message; set what should be narrower.
    public init(ids: [MessageID]? = nil, hooks: Set<String>? = nil, states: Set<OutboxState> = []) {
        self.ids = ids
        self.hooks = hooks
        self.states = states
    }

    /// Whether a message is meant; what stores do in their own language must come to the same.
    public func matches(_ message: OutboxMessage) -> Bool {
        if let ids, !ids.contains(message.id) { return false }
        if let hooks, !hooks.contains(message.hook) { return false }
        if !states.isEmpty, !states.contains(message.state) { return false }
        if let jobs, !(message.subject.job.map(jobs.contains) ?? false) { return false }
        if let endedBefore, (message.progress.ended ?? .max) >= endedBefore { return false }
        return true
    }
}

/// A page of messages to read.
public struct OutboxPage: Hashable, Sendable {
    /// Which messages.
    public var filter: OutboxFilter
    /// Begin behind this message, the last one of the page before.
    public var after: MessageID?
    /// At most this many.
    public var limit: Int
    /// The newest first instead of the oldest.
    public var newestFirst: Bool

    /// A page of the oldest messages that the filter lets through.
    public init(
        _ filter: OutboxFilter = OutboxFilter(), after: MessageID? = nil, limit: Int = 100, newestFirst: Bool = false
    ) {
        self.filter = filter
        self.after = after
        self.limit = limit
        self.newestFirst = newestFirst
    }
}

/// What a process asks for that delivers messages.
public struct DeliveryRequest: Hashable, Sendable {
    /// Who takes them.
    public var owner: Owner
    /// At most so many of each hook: as many as can be sent now.
    ///
    /// Messages of other hooks stay.
    public var limits: [String: Int]

    /// A request for messages of these hooks.
    public init(owner: Owner, limits: [String: Int]) {
        self.owner = owner
        self.limits = limits
    }
}

/// How the delivery of one message ended.
public struct DeliveryEnding: Hashable, Sendable {
    /// The message.
    public var message: MessageID
    /// The number that the try was given when the message was handed out.
    public var attempt: Int
    /// How it ended.
    public var outcome: DeliveryOutcome
    /// What the receiver answered; nil keeps what came before.
    public var answer: OutboxAnswer?

    /// The end of a delivery.
    public init(_ message: MessageID, attempt: Int, _ outcome: DeliveryOutcome, answer: OutboxAnswer? = nil) {
        self.message = message
        self.attempt = attempt
        self.outcome = outcome
        self.answer = answer
    }
}

/// The messages of one hook at a glance.
public struct OutboxOverview: Hashable, Sendable {
    /// How many messages are in each state; states without one are not named.
    public var counts: [OutboxState: Int]
    /// When the eldest message that waits was made.
    public var eldestWaiting: UnixMillis?
    /// When the next message may be handed out; it may be past already.
    public var nextDue: UnixMillis?

    /// An overview, as a store makes it.
    public init(counts: [OutboxState: Int] = [:], eldestWaiting: UnixMillis? = nil, nextDue: UnixMillis? = nil) {
        self.counts = counts
        self.eldestWaiting = eldestWaiting
        self.nextDue = nextDue
    }

    /// How many messages are in a state.
    public subscript(_ state: OutboxState) -> Int { counts[state] ?? 0 }
}
