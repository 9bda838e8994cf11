/// Where a message stands; stores keep the raw values.
public enum OutboxState: Int, CaseIterable, Sendable, CustomStringConvertible {
    /// It is to be delivered, or is being delivered.
    case waiting = 0
    /// Its receiver has taken it.
    case delivered = 1
    /// It was tried for long enough.
    case givenUp = 2

    /// The word for users.
    public var description: String {
        switch self {
        case .waiting: "waiting"
        case .delivered: "delivered"
        case .givenUp: "given up"
        }
    }
}

/// How far a message has come: all that a transition reads and changes.
public struct OutboxProgress: Hashable, Sendable {
    /// Where it stands.
    public var state = OutboxState.waiting
    /// The process that is delivering it; nil where none is.
    public var owner: Owner?
    /// How often it was handed out for delivery since its tries began; a delivery that was given back does not count.
    public var attempts = 0
    /// When it may be delivered next.
    public var due: UnixMillis
    /// When its tries began: when it was made, or when a user asked for it to be tried again, which begins anew.
    public var since: UnixMillis
    /// When it was delivered or given up; nil before.
    public var ended: UnixMillis?

    /// A message that is to be delivered at once, or after a while.
    public init(made now: UnixMillis, delay: UnixMillis = 0) { (due, since) = (now + delay, now + delay) }
}

/// How a delivery ends.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The receiver has taken the message.
    case delivered
    /// It is to be tried again, at this time or later.
    case retry(at: UnixMillis)
    /// It is not tried again until a user asks for it.
    case givenUp
    /// It was not sent: it is to be delivered at once, and the attempt does not count.
    case released
}

/// Everything that can happen to a message.
public enum OutboxEvent: Hashable, Sendable {
    /// A process took it to deliver it.
    case claimed(Owner)
    /// Its delivery came to an end.
    case ended(DeliveryOutcome)
    /// The process that was delivering it died: whether it was delivered is not known.
    case freed
    /// A user wants it tried at once.
    case retried
}

extension OutboxProgress {
    /// The progress after an event, or nil where the event means nothing to a message in this state.
    ///
    /// This is the only place that knows the transitions; every store applies it.
    public func after(_ event: OutboxEvent, at now: UnixMillis) -> OutboxProgress? {
        var next = self
        switch (state, event) {
        case (.waiting, .claimed(let claimer)) where owner == nil && due <= now:
            next.owner = claimer
            next.attempts += 1
        case (.waiting, .ended(let outcome)) where owner != nil:
            next.owner = nil
            next.end(outcome, at: now)
        case (.waiting, .freed) where owner != nil:
            next.owner = nil
        case (_, .retried) where owner == nil:
            next.state = .waiting
            (next.due, next.since, next.attempts) = (now, now, 0)
            next.ended = nil
        default:
            return nil
        }
        return next
    }

    private mutating func end(_ outcome: DeliveryOutcome, at now: UnixMillis) {
        switch outcome {
        case .delivered: (state, ended) = (.delivered, now)
        case .givenUp: (state, ended) = (.givenUp, now)
        case .retry(let time): due = time
        case .released: attempts -= 1
        }
    }
}
