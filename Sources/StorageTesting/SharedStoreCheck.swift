import Storage

/// A queue that several stores have open at once, and whose leases a test can end.
public protocol SharedQueueStage: Sendable {
    /// Opens the queue for a process, with a lease of its own.
    func open(_ owner: Owner) throws -> any QueueStore

    /// Ends the lease of a process, as if it had stood still for as long; the process itself is told nothing yet.
    func endLease(of owner: Owner) throws

    /// Opens the queue for reading.
    func reader() throws -> any QueueReader
}

extension SharedQueueStage {
    /// Most stages have no other way to read than a process's.
    public func reader() throws -> any QueueReader {
        StoreReader(store: try open(Owner(host: "reader", boot: "b", pid: 1, started: 1)))
    }
}

/// Reads through a store.
private struct StoreReader: QueueReader {
    let store: any QueueStore

    func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T { try store.transaction { try body($0.snapshot) } }
}

/// One thing that a store must do which several processes write, checked on an empty queue.
public struct SharedStoreCheck: Sendable, CustomStringConvertible {
    /// What is checked, as a sentence.
    public let description: String
    private let body: @Sendable (SharedScene) throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (SharedScene) throws -> Void) {
        self.description = description
        self.body = body
    }

    /// Runs the check on an empty queue.
    ///
    /// - Throws: `CheckFailure` where the store does something else, or the store's own error.
    public func run(on stage: any SharedQueueStage) throws { try body(SharedScene(stage)) }

    /// Everything that a store must do which several processes write.
    public static let all = claims + leases + duties + following + [concurrentEnds] + outbox
}

/// Two processes at one queue.
final class SharedScene {
    let stage: any SharedQueueStage
    let here: Scene
    let there: Scene

    init(_ stage: any SharedQueueStage) throws {
        self.stage = stage
        let owners = (1...2).map { Owner(host: "host\($0)", boot: "b\($0)", pid: 100, started: 7, life: Int64($0)) }
        here = Scene(try stage.open(owners[0]), me: owners[0])
        there = Scene(try stage.open(owners[1]), me: owners[1])
        for scene in [here, there] { scene.store.shared?.observe { _ in } }
    }
}

extension SharedStoreCheck {
    static let claims = [
        SharedStoreCheck("two processes never hold the same job") { scene in
            for number in 1...10 { try scene.here.add("\(number).jpg", UInt64(number)) }
            let first = try scene.here.claim(6).map(\.job)
            let second = try scene.there.claim(6).map(\.job)
            try scene.here.equal(first.count + second.count, 10, "claims")
            try scene.here.equal(Set(first + second).count, 10, "jobs")
            try scene.here.equal(try scene.here.claim(1).count, 0, "more claims")
        },
        SharedStoreCheck("a job that is cancelled at one host is lost at the other") { scene in
            let id = try scene.here.add("a.jpg", 1)
            let claim = try scene.here.claimOne()
            try scene.there.change(.cancel(JobFilter(ids: [id])))
            let valid = try scene.here.transaction { try $0.validClaims(among: [claim.id]) }
            try scene.here.equal(valid, [], "valid claims")
            try scene.here.equal(scene.here.complete(claim, .done([1])), .lost, "the end")
            try scene.there.state(id, .cancelled)
        },
        SharedStoreCheck("a copy that one host registers is claimed with the result of the other host's photo") {
            scene in
            try scene.here.add("a.jpg", 1)
            let claim = try scene.here.claimOne()
            let copy = try scene.there.add("b.jpg", 1)
            try scene.there.equal(try scene.there.claim().count, 0, "claims of a waiting copy")
            try scene.here.complete(claim, .done([7]))
            let found = try scene.there.claim()
            try scene.there.equal(found.map(\.job), [copy], "claims")
            try scene.there.equal(found.first?.duplicate?.result, [7], "the result")
        },
        SharedStoreCheck("a pause of one host holds at the other") { scene in
            try scene.here.transaction { try $0.pause(true) }
            try scene.there.require(try scene.there.transaction { try $0.isPaused() }, "paused")
        },
        SharedStoreCheck("each process finds its own last commit") { scene in
            try scene.here.transaction { try $0.note(commit: 11) }
            try scene.there.transaction { try $0.note(commit: 22) }
            try scene.here.equal(try scene.here.transaction { try $0.lastCommit() }, 11, "here")
            try scene.there.equal(try scene.there.transaction { try $0.lastCommit() }, 22, "there")
        },
    ]

    static let leases = [
        SharedStoreCheck("what a dead process held is recovered, and its late end is lost") { scene in
            let id = try scene.here.add("a.jpg", 1)
            let old = try scene.here.claimOne()
            try scene.there.require(!scene.there.store.isDead(scene.here.me), "its lease holds")
            try scene.there.equal(try scene.recover(), 0, "recovered while it lives")
            try scene.stage.endLease(of: scene.here.me)
            try scene.there.require(scene.there.store.isDead(scene.here.me), "its lease is over")
            try scene.there.equal(try scene.recover(), 1, "recovered")
            let new = try scene.there.claimOne()
            try scene.there.equal(new.id, ClaimID(job: id, claimNumber: 2), "the new claim")
            try scene.here.equal(scene.here.complete(old, .done([1])), .lost, "the late end")
            try scene.there.equal(scene.there.complete(new, .done([2])), .completed(.done), "the end")
            try scene.here.equal(try scene.here.result(id), [2], "the result")
        },
        SharedStoreCheck("an end behind the lease is lost, though no other process has taken the job") { scene in
            let id = try scene.here.add("a.jpg", 1)
            let claim = try scene.here.claimOne()
            try scene.stage.endLease(of: scene.here.me)
            try scene.here.equal(
                try scene.here.transaction { try $0.validClaims(among: [claim.id]) }, [], "valid claims")
            try scene.here.equal(scene.here.complete(claim, .done([1])), .lost, "the end")
            try scene.here.equal(try scene.here.claim().count, 0, "claims without a lease")
            try scene.there.state(id, .running)
        },
        SharedStoreCheck("who begins a new lease gives back what the former one held, at no cost") { scene in
            let id = try scene.here.add("a.jpg", 1)
            let old = try scene.here.claimOne()
            try scene.stage.endLease(of: scene.here.me)
            try scene.here.store.shared?.rejoin()
            try scene.here.state(id, .ready)
            try scene.here.equal(try scene.here.job(id).progress.attempts, 0, "attempts")
            try scene.here.equal(scene.here.complete(old, .done([1])), .lost, "the old claim")
            try scene.here.equal(try scene.here.claimOne().id.claimNumber, 2, "the new claim")
        },
        SharedStoreCheck("who begins a new lease while the dead are looked for keeps what it has claimed since") {
            scene in
            let id = try scene.here.add("a.jpg", 1)
            try scene.stage.endLease(of: scene.here.me)
            try scene.here.store.shared?.rejoin()
            let claim = try scene.here.claimOne()
            let freed = try scene.there.transaction { jobs in
                var asked = 0
                return try jobs.reclaim(limit: 10, at: scene.there.now) { _ in
                    asked += 1
                    return asked == 1
                }
            }
            try scene.there.equal(freed.count, 0, "freed")
            try scene.here.equal(scene.here.complete(claim, .done([1])), .completed(.done), "the end")
            try scene.there.state(id, .done)
        },
        SharedStoreCheck("processes are listed with what they hold, and whether they live") { scene in
            try scene.here.add("a.jpg", 1)
            _ = try scene.here.claimOne()
            try scene.stage.endLease(of: scene.there.me)
            let members = try scene.here.transaction { try $0.members() }
            try scene.here.equal(Set(members.map(\.owner)), [scene.here.me, scene.there.me], "owners")
            for member in members {
                try scene.here.equal(member.isAlive, member.owner == scene.here.me, "\(member.owner.host) lives")
            }
        },
    ]

    static let duties = [
        SharedStoreCheck("a duty is one process's until its lease is over or it leaves") { scene in
            guard let here = scene.here.store.shared, let there = scene.there.store.shared else {
                throw CheckFailure(description: "the store is not shared")
            }
            try scene.here.require(try here.holds(duty: "tables"), "takes a free one")
            try scene.there.require(try !there.holds(duty: "tables"), "is refused")
            try scene.there.require(try there.holds(duty: "sheets"), "another duty")
            try scene.here.require(try here.holds(duty: "tables"), "keeps it")
            try scene.stage.endLease(of: scene.here.me)
            try scene.there.require(try there.holds(duty: "tables"), "takes it from a dead one")
            try here.rejoin()
            try scene.here.require(try !here.holds(duty: "tables"), "has lost it")
            try there.leave()
            try scene.here.require(try here.holds(duty: "tables"), "takes it from one that left")
        },
        SharedStoreCheck("a duty that was resigned is free, and another's is not to be resigned") { scene in
            guard let here = scene.here.store.shared, let there = scene.there.store.shared else {
                throw CheckFailure(description: "the store is not shared")
            }
            try scene.here.require(try here.holds(duty: "tables") && here.holds(duty: "sheets"), "takes both")
            try there.resign(duty: "tables")
            try scene.there.require(try !there.holds(duty: "tables"), "is refused")
            try here.resign(duty: "tables")
            try scene.there.require(try there.holds(duty: "tables"), "takes it from one that resigned")
            try scene.there.require(try !there.holds(duty: "sheets"), "the other duty stays")
            try here.resign(duty: "tables")
            try scene.there.require(try there.holds(duty: "tables"), "keeps it")
        },
    ]
}

extension SharedScene {
    /// Recovers at the second process what the dead held.
    fileprivate func recover() throws -> Int {
        try there.transaction { [there] in
            try $0.recover(limit: 10, at: there.now) { there.store.isDead($0) }
        }
    }
}
