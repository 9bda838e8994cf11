import Storage
import Synchronization
import SystemValues

/// One process's way to a ``SharedMemoryQueue``, which a test can freeze, cut off and kill.
public final class SharedMemoryQueueStore: QueueStore, SharedQueue {
    private let queue: SharedMemoryQueue
    private let owner: Owner
    private let commit = Mutex<Int64?>(nil)

    init(_ queue: SharedMemoryQueue, _ owner: Owner) { (self.queue, self.owner) = (queue, owner) }

    /// Runs `body` as one transaction: when it throws, nothing has happened.
    ///
    /// Where this process's lease is over, its claims end before that: whatever it does with them is lost.
    public func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
        let (isLapsed, members) = try look()
        let (answer, isChanged) = try queue.rows.withLock { rows in
            // Each process numbers its own commits.
            rows.commit = commit.withLock { $0 }
            defer { commit.withLock { $0 = rows.commit } }
            let open = OpenRows(
                isLapsed ? Self.withoutClaims(of: owner, rows) : rows, processes: members, mayClaim: !isLapsed)
            let answer = try body(open.transaction)
            rows = open.rows
            return (answer, open.isChanged)
        }
        if isChanged { queue.tellOthers(than: owner) }
        return answer
    }

    /// Whether an owner's lease is over.
    public func isDead(_ owner: Owner) -> Bool { queue.state.withLock { $0.isDead(owner) } }

    /// This process's part of the queue's lease, duties and news.
    public var shared: (any SharedQueue)? { self }

    private func look() throws -> (isLapsed: Bool, members: [QueueMember]) {
        try queue.state.withLock { state in
            guard state.members[owner]?.reaches == true else { throw Self.unreachable }
            let members = state.members.map { owner, member in
                QueueMember(
                    owner: owner, work: member.work, running: 0, since: member.since,
                    silence: .milliseconds(state.now - member.renewed), isAlive: !state.isDead(owner))
            }
            return (state.isDead(owner), members.sorted { ($0.since, $0.owner.life) < ($1.since, $1.owner.life) })
        }
    }

    /// The rows where no claim of an owner counts any more; its jobs wait until they are freed.
    private static func withoutClaims(of owner: Owner, _ rows: MemoryRows) -> MemoryRows {
        var rows = rows
        for position in rows.jobs.indices where rows.jobs[position].owner == owner {
            rows.jobs[position].claimNumber += 1
        }
        return rows
    }

    private static var unreachable: JobQueueError {
        JobQueueError(.unusable, "The database cannot be reached.", fault: .environment)
    }
}

extension SharedMemoryQueueStore {
    /// How long a lease lasts.
    public var lease: Duration { queue.lease }

    /// How often it is renewed.
    public var beat: Duration { queue.beat }

    /// What the queue's clock says.
    public func now() throws -> UnixMillis {
        try queue.state.withLock { state in
            guard state.members[owner]?.reaches == true else { throw Self.unreachable }
            return state.now
        }
    }

    /// Whether the last renewal is younger than a lease.
    public var isHolding: Bool {
        queue.state.withLock { state in
            guard let member = state.members[owner], !member.hasLeft else { return false }
            return state.now - member.renewed < lease.milliseconds
        }
    }

    /// Has the body told all later news.
    public func observe(_ take: @escaping @Sendable (SharedQueueNews) -> Void) {
        queue.state.withLock { $0.members[owner]?.take = take }
    }

    /// Says what this process does.
    public func report(_ work: QueueMember.Work) { queue.state.withLock { $0.members[owner]?.work = work } }

    /// Begins a new lease; what this process had claimed is ready again, at no cost.
    public func rejoin() throws {
        _ = try look()
        queue.rows.withLock { rows in
            let open = OpenRows(rows)
            _ = try? open.release(allOf: owner, at: queue.now)
            rows = open.rows
        }
        queue.state.withLock { state in
            state.members[owner]?.expires = state.now + lease.milliseconds
            state.members[owner]?.renewed = state.now
            state.members[owner]?.isToldOfEnd = false
            state.members[owner]?.hasLeft = false
        }
        queue.tellOthers(than: owner)
    }

    /// Whether a duty is this process's; one that is free becomes so.
    public func holds(duty: String) throws -> Bool {
        try queue.state.withLock { state in
            guard state.members[owner]?.reaches == true else { throw Self.unreachable }
            guard !state.isDead(owner) else { return false }
            if let holder = state.duties[duty], holder != owner, !state.isDead(holder) { return false }
            state.duties[duty] = owner
            return true
        }
    }

    /// Leaves a duty to the next process that asks for it.
    public func resign(duty: String) throws {
        try queue.state.withLock { state in
            guard state.members[owner]?.reaches == true else { throw Self.unreachable }
            if state.duties[duty] == owner { state.duties[duty] = nil }
        }
    }

    /// Leaves all duties and the lease.
    public func leave() throws {
        try queue.state.withLock { state in
            guard state.members[owner]?.reaches == true else { throw Self.unreachable }
            state.members[owner]?.hasLeft = true
            state.duties = state.duties.filter { $0.value != owner }
        }
    }
}

/// What happens to processes and their networks.
extension SharedMemoryQueueStore {
    /// The process stands still, as by SIGSTOP: nothing renews its lease.
    public func freeze() { queue.state.withLock { $0.members[owner]?.beats = false } }

    /// It goes on, and tries to renew its lease at once.
    public func thaw() {
        queue.state.withLock { $0.members[owner]?.beats = true }
        queue.beatAtOnce(owner)
    }

    /// Nothing that it asks for reaches the queue any more.
    public func cutOff() { queue.state.withLock { $0.members[owner]?.reaches = false } }

    /// It reaches the queue again, and is told so.
    public func reconnect() {
        let take = queue.state.withLock { state in
            state.members[owner]?.reaches = true
            return state.members[owner]?.take
        }
        queue.beatAtOnce(owner)
        take?(.back)
    }
}
