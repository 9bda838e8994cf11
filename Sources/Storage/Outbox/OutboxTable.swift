import SystemValues

/// Rows of messages and how to find them: a store that has these gets the verbs from the rules in this module.
///
/// All calls happen inside one transaction of the store. What a verb changes it has read by ``locked(_:)`` or ``next(_:of:at:)``
/// before, so that no other transaction has changed it since.
public protocol OutboxTable: OutboxTransaction {
    /// A photo's place as all processes that write the queue know it; nil where its job is gone.
    func place(of job: JobID) throws -> Place?

    /// Adds rows in order, each under a number of its own, which is higher than those of its line.
    func insert(_ rows: [OutboxRow]) throws

    /// Adds rows under the numbers that they have; numbers that are given later are higher.
    func restoreRows(_ rows: [OutboxRow]) throws

    /// As ``OutboxReading/page(_:)``, for a change of what is returned.
    func locked(_ request: OutboxPage) throws -> [OutboxMessage]

    /// The first messages of a hook that are due, that no process is delivering, and before which no other one of their
    /// line waits; by time and number. What another transaction is changing may be missing.
    func next(_ limit: Int, of hook: String, at now: UnixMillis) throws -> [OutboxMessage]

    /// Writes progress and last answer of rows.
    func update(_ messages: [OutboxMessage]) throws

    /// Removes rows.
    func remove(_ ids: [MessageID]) throws

    /// The messages that an owner is delivering, by number, for a change of them.
    func deliveries(of owner: Owner) throws -> [OutboxMessage]

    /// Whether a process may be given messages: not where its lease is over.
    func mayDeliver(_ owner: Owner) throws -> Bool
}

/// A message with the line that it stands in: the messages of a hook in one line are delivered in their order.
public struct OutboxRow: Hashable, Sendable {
    /// The message.
    public var message: OutboxMessage
    /// The name of its line.
    public var line: String

    /// A row, as a store has it.
    public init(message: OutboxMessage, line: String) {
        self.message = message
        self.line = line
    }
}

extension OutboxTable {
    /// Most stores have one writer, whose claims hold as long as it lives.
    public func mayDeliver(_ owner: Owner) throws -> Bool { true }

    /// See `OutboxReading`; a default implementation for stores that conform to `OutboxTable`.
    public func message(_ id: MessageID) throws -> OutboxMessage? {
        try page(OutboxPage(OutboxFilter(ids: [id]), limit: 1)).first
    }

    /// See `OutboxTransaction`; a default implementation for stores that conform to `OutboxTable`.
    public func add(_ messages: [NewMessage], at now: UnixMillis) throws {
        guard !messages.isEmpty else { return }
        try insert(
            messages.map { new in
                guard String(validating: new.body, as: UTF8.self) != nil, !new.body.contains(0) else {
                    throw JobQueueError(
                        .unusable, "A message for the hook \(new.hook) is no text in UTF-8. Report this.",
                        fault: .quiver)
                }
                let message = OutboxMessage(
                    id: MessageID(rawValue: 0), hook: new.hook, subject: new.subject, event: new.event,
                    body: new.body, made: now, progress: OutboxProgress(made: now, delay: new.delay))
                return OutboxRow(message: message, line: try line(of: new.subject))
            })
    }

    /// See `OutboxTransaction`; a default implementation for stores that conform to `OutboxTable`.
    public func claim(_ request: DeliveryRequest, at now: UnixMillis) throws -> [OutboxMessage] {
        let wanted = request.limits.filter { $0.value > 0 }.sorted { $0.key < $1.key }
        guard !wanted.isEmpty, try mayDeliver(request.owner) else { return [] }
        var claimed: [OutboxMessage] = []
        for (hook, limit) in wanted {
            claimed += try next(limit, of: hook, at: now).compactMap { $0.after(.claimed(request.owner), at: now) }
        }
        if !claimed.isEmpty { try update(claimed) }
        return claimed.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
    }

    /// See `OutboxTransaction`; a default implementation for stores that conform to `OutboxTable`.
    @discardableResult
    public func settle(
        _ endings: [DeliveryEnding], by owner: Owner, at now: UnixMillis
    ) throws -> [OutboxState?] {
        guard !endings.isEmpty else { return [] }
        let ids = Set(endings.map(\.message)).sorted()
        let held = try locked(OutboxPage(OutboxFilter(ids: ids), limit: ids.count))
        var messages = Dictionary(held.map { ($0.id, $0) }) { first, _ in first }
        var changed: Set<MessageID> = []
        let states: [OutboxState?] = endings.map { ending in
            guard let message = messages[ending.message], message.progress.owner == owner,
                message.attempts == ending.attempt, var next = message.after(.ended(ending.outcome), at: now)
            else { return nil }
            if let answer = ending.answer { next.lastAnswer = answer }
            messages[ending.message] = next
            changed.insert(ending.message)
            return next.state
        }
        if !changed.isEmpty { try update(changed.sorted().compactMap { messages[$0] }) }
        return states
    }

    /// See `OutboxTransaction`; a default implementation for stores that conform to `OutboxTable`.
    @discardableResult
    public func recover(at now: UnixMillis, where isDead: (Owner) -> Bool) throws -> Int {
        var count = 0
        for owner in try deliverers() where isDead(owner) { count += try giveBack(.freed, of: owner, at: now) }
        return count
    }

    /// See `OutboxTransaction`; a default implementation for stores that conform to `OutboxTable`.
    @discardableResult
    public func release(allOf owner: Owner, at now: UnixMillis) throws -> Int {
        try giveBack(.ended(.released), of: owner, at: now)
    }

    private func giveBack(_ event: OutboxEvent, of owner: Owner, at now: UnixMillis) throws -> Int {
        let freed = try deliveries(of: owner).compactMap { $0.after(event, at: now) }
        if !freed.isEmpty { try update(freed) }
        return freed.count
    }

    /// See `OutboxTransaction`; a default implementation for stores that conform to `OutboxTable`.
    public func retry(_ filter: OutboxFilter, limit: Int, at now: UnixMillis) throws -> [MessageID] {
        let changed = try locked(OutboxPage(filter, limit: limit)).compactMap { $0.after(.retried, at: now) }
        if !changed.isEmpty { try update(changed) }
        return changed.map(\.id)
    }

    /// See `OutboxTransaction`; a default implementation for stores that conform to `OutboxTable`.
    public func forget(_ filter: OutboxFilter, limit: Int) throws -> [MessageID] {
        let ids = try locked(OutboxPage(filter, limit: limit)).filter { $0.progress.owner == nil }.map(\.id)
        if !ids.isEmpty { try remove(ids) }
        return ids
    }

    /// See `OutboxTransaction`; a default implementation for stores that conform to `OutboxTable`.
    public func restore(_ messages: [OutboxMessage]) throws {
        guard !messages.isEmpty else { return }
        try restoreRows(try messages.map { OutboxRow(message: $0, line: try line(of: $0.subject)) })
    }

    /// The name of the line that messages about something stand in.
    private func line(of subject: OutboxSubject) throws -> String {
        guard let job = subject.job else { return subject.description }
        guard let place = try place(of: job) else { return "job \(job)" }
        var bytes = DigestBytes([])
        bytes.add(place.root)
        bytes.add(place.path)
        return "photo " + SHA256.hash(bytes.bytes).prefix(16).hexadecimal
    }
}

extension OutboxMessage {
    /// The message after an event, or nil where that means nothing to it.
    func after(_ event: OutboxEvent, at now: UnixMillis) -> OutboxMessage? {
        guard let next = progress.after(event, at: now) else { return nil }
        var message = self
        message.progress = next
        return message
    }

    /// The message as a queue has it of which no process delivers any.
    var atRest: OutboxMessage { after(.freed, at: due) ?? self }
}
