import Storage
import Synchronization
import SystemValues

/// A queue in memory that several stores have open at once, each for an owner of its own, as processes of several hosts
/// have one database open.
///
/// Time is its own and passes only as a test lets it. While it does, every process that is well renews its lease.
public final class SharedMemoryQueue: Sendable {
    /// What is known of a process that has opened the queue.
    struct Member: Sendable {
        var work = QueueMember.Work()
        var since: UnixMillis
        /// When its lease ends, by the queue's clock.
        var expires: UnixMillis
        /// When the last renewal landed.
        var renewed: UnixMillis
        /// Whether it renews its lease: not while it is frozen, and never after its death.
        var beats = true
        /// Whether it reaches the queue.
        var reaches = true
        /// Whether it knows that its lease is over.
        var isToldOfEnd = false
        var hasLeft = false
        var take: (@Sendable (SharedQueueNews) -> Void)?
    }

    struct State: Sendable {
        var now: UnixMillis
        var members: [Owner: Member] = [:]
        var duties: [String: Owner] = [:]
    }

    /// How long a lease lasts.
    public let lease: Duration
    /// How often it is renewed.
    public let beat: Duration
    let rows = Mutex(MemoryRows())
    let state: Mutex<State>

    /// An empty queue whose clock says `now`.
    public init(lease: Duration = .seconds(30), beat: Duration = .seconds(10), now: UnixMillis = 1_000_000) {
        (self.lease, self.beat) = (lease, beat)
        state = Mutex(State(now: now))
    }

    /// Opens the queue for a process, with a lease that begins now.
    public func open(_ owner: Owner) -> SharedMemoryQueueStore {
        state.withLock { state in
            state.members[owner] = Member(since: state.now, expires: state.now + lease.milliseconds, renewed: state.now)
        }
        return SharedMemoryQueueStore(self, owner)
    }

    /// What the queue's clock says.
    public var now: UnixMillis { state.withLock { $0.now } }

    /// Lets time pass, beat by beat; who is well renews its lease, and who is not is told when it is over.
    public func advance(by duration: Duration) {
        var left = duration.milliseconds
        while left > 0 {
            let step = min(left, beat.milliseconds)
            left -= step
            let told = state.withLock { state in
                state.now += step
                return state.members.keys.compactMap { state.beat($0, lease.milliseconds) }
            }
            for (take, news) in told { take(news) }
        }
    }

    /// Ends the lease of a process, as if it had stood still for as long.
    public func endLease(of owner: Owner) {
        state.withLock { state in
            state.members[owner]?.expires = state.now
            state.members[owner]?.renewed = state.now - lease.milliseconds
        }
    }

    /// Lets one process try to renew its lease; returns whom to tell what.
    func beatAtOnce(_ owner: Owner) {
        let told = state.withLock { $0.beat(owner, lease.milliseconds) }
        if let (take, news) = told { take(news) }
    }

    /// Tells all others that jobs have changed.
    func tellOthers(than owner: Owner) {
        let others = state.withLock { state in
            state.members.filter { $0.key != owner && $0.value.beats && $0.value.reaches }.compactMap(\.value.take)
        }
        for take in others { take(.changed) }
    }
}

extension SharedMemoryQueue.State {
    /// Whether an owner's lease is over, or it never had one.
    func isDead(_ owner: Owner) -> Bool {
        guard let member = members[owner] else { return true }
        return member.hasLeft || member.expires <= now
    }

    /// A process's renewal at this moment; returns what it is to be told.
    mutating func beat(
        _ owner: Owner, _ lease: Int64
    ) -> (take: @Sendable (SharedQueueNews) -> Void, news: SharedQueueNews)? {
        guard var member = members[owner], member.beats, !member.hasLeft else { return nil }
        defer { members[owner] = member }
        if member.expires <= now {
            // It knows by its own clock, whether it reaches the queue or not.
            guard !member.isToldOfEnd else { return nil }
            member.isToldOfEnd = true
            return member.take.map { ($0, .lapsed) }
        }
        if member.reaches { (member.expires, member.renewed) = (now + lease, now) }
        return nil
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
