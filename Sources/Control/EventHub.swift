import Synchronization
import SystemValues

/// Hands the events of a run to all that listen; no listener can hold the run up.
///
/// Each listener has a buffer of its own. Where a bounded one is full, events are left out and counted: a terminal that
/// is stopped, a pipe that is not read. A listener that may miss nothing is attached without a limit, and keeps what waits.
public final class EventHub: Sendable {
    /// One attached listener, which takes its events on a thread of its own.
    private final class Listener: Sendable {
        private struct Buffer {
            var waiting = 0
            var missed = 0
        }

        private let lane = BlockingLane("quiver.events")
        private let limit: Int
        private let take: @Sendable (RunEvent) -> Void
        private let buffer = Mutex(Buffer())

        init(limit: Int, take: @escaping @Sendable (RunEvent) -> Void) {
            (self.limit, self.take) = (limit, take)
        }

        func offer(_ event: RunEvent) {
            buffer.withLock { buffer in
                guard buffer.waiting < limit else {
                    buffer.missed += 1
                    return
                }
                let missed = buffer.missed
                buffer.waiting += 1
                buffer.missed = 0
                // Under the lock, so that the order of all who publish is the order of all that is taken.
                lane.add { [self] in
                    if missed > 0 { take(.missed(missed)) }
                    take(event)
                    self.buffer.withLock { $0.waiting -= 1 }
                }
            }
        }

        /// Returns when every event that waits has been taken, and says how many were left out at the end; blocks.
        func finish() {
            lane.finish {
                let missed = buffer.withLock { buffer in
                    defer { buffer.missed = 0 }
                    return buffer.missed
                }
                if missed > 0 { take(.missed(missed)) }
            }
        }
    }

    private struct State {
        var listeners: [Listener] = []
        var subscriptions: [Int: EventSubscription] = [:]
        var last = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    /// A hub without listeners.
    public init() {}

    /// Calls `take` with each event from now on, in order, one at a time, on a thread of its own.
    ///
    /// - Parameter limit: How many events may wait for it; more are left out, and ``RunEvent/missed(_:)`` says how many.
    ///   `Int.max` leaves out none.
    public func attach(limit: Int = 1000, _ take: @escaping @Sendable (RunEvent) -> Void) {
        let listener = Listener(limit: limit, take: take)
        state.withLock { $0.listeners.append(listener) }
    }

    /// The events from now on, for a listener that may be slow or go away; it ends with the run.
    ///
    /// - Parameter limit: How many events are kept for it; where more come, the oldest are left out and counted.
    public func subscribe(limit: Int = 1000) -> EventSubscription {
        let subscription = state.withLock { state in
            state.last += 1
            let made = EventSubscription(number: state.last, limit: limit, hub: self)
            if state.isFinished { made.finish() } else { state.subscriptions[state.last] = made }
            return made
        }
        return subscription
    }

    /// Hands an event to all listeners; waits for none of them.
    public func publish(_ event: RunEvent) {
        let (listeners, subscriptions) = state.withLock { ($0.listeners, $0.subscriptions.values) }
        for listener in listeners { listener.offer(event) }
        for subscription in subscriptions { subscription.offer(event) }
    }

    /// Ends all subscriptions, those too that begin later.
    public func endSubscriptions() {
        let subscriptions = state.withLock { state in
            state.isFinished = true
            defer { state.subscriptions = [:] }
            return state.subscriptions.values
        }
        for subscription in subscriptions { subscription.finish() }
    }

    /// Ends all subscriptions, and returns when attached listeners have taken what waits for them; blocks as long as
    /// the slowest does.
    public func finish() {
        endSubscriptions()
        for listener in state.withLock({ $0.listeners }) { listener.finish() }
    }

    fileprivate func remove(_ number: Int) { state.withLock { _ = $0.subscriptions.removeValue(forKey: number) } }
}

/// One listener's share of the events; it ends when the run does, when its task is cancelled, or by ``cancel()``.
public final class EventSubscription: Sendable, AsyncSequence {
    /// What the sequence gives: the events of a run.
    public typealias Element = RunEvent

    private let number: Int
    private let hub: EventHub
    private let events: AsyncStream<RunEvent>
    private let feed: AsyncStream<RunEvent>.Continuation
    private let missed = Atomic(0)

    fileprivate init(number: Int, limit: Int, hub: EventHub) {
        self.number = number
        self.hub = hub
        (events, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(limit))
    }

    fileprivate func offer(_ event: RunEvent) {
        if case .dropped = feed.yield(event) { missed.add(1, ordering: .relaxed) }
    }

    fileprivate func finish() { feed.finish() }

    /// Nothing more is wanted.
    public func cancel() {
        hub.remove(number)
        feed.finish()
    }

    /// Hands over the events in order; ``RunEvent/missed(_:)`` says how many were left out before the one that follows it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let subscription: EventSubscription
        fileprivate var events: AsyncStream<RunEvent>.Iterator
        private var held: RunEvent?

        fileprivate init(_ subscription: EventSubscription) {
            self.subscription = subscription
            events = subscription.events.makeAsyncIterator()
        }

        /// The next event; nil at the end.
        public mutating func next() async -> RunEvent? {
            if let event = held {
                held = nil
                return event
            }
            guard let event = await events.next() else { return nil }
            let missed = subscription.missed.exchange(0, ordering: .relaxed)
            guard missed > 0 else { return event }
            held = event
            return .missed(missed)
        }
    }

    /// Begins with the oldest event that is kept.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
