import Foundation
import Storage
import Synchronization

extension SharedStoreCheck {
    /// The order of ends that many processes make at one time.
    static let concurrentEnds = SharedStoreCheck(
        "who follows or copies what many end at one time misses no end, sees none twice, and has the numbers of all"
    ) { scene in
        try ConcurrentEnds(scene.stage, by: scene.here).run()
    }
}

/// Processes that end photos at one time; meanwhile others follow the ends and copy the queue.
private final class ConcurrentEnds: Sendable {
    private static let (processes, photos) = (8, 240)

    private let stage: any SharedQueueStage
    private let stores: [(store: any QueueStore, owner: Owner)]
    private let reader: any QueueReader
    private let working = Atomic(processes)
    private let told = Mutex<[[JobEnding]]>([])
    private let copies = Mutex<[[JobEnding]]>([])
    private let failures = Mutex<[any Error]>([])

    init(_ stage: any SharedQueueStage, by scene: Scene) throws {
        self.stage = stage
        for number in 1...Self.photos { try scene.add("\(number).jpg", UInt64(number)) }
        stores = try (0...Self.processes).map { number in
            let owner = Owner(host: "ender", boot: "b", pid: 7, started: 7, life: Int64(number))
            let store = try stage.open(owner)
            store.shared?.observe { _ in }
            return (store, owner)
        }
        reader = try stage.reader()
    }

    func run() throws {
        let follower = Scene(stores[Self.processes].store)
        let all = DispatchGroup()
        for number in 0..<Self.processes {
            begin(all) { try $0.end(as: number) }
        }
        begin(all) { [reader] in
            try $0.follow { cursor in try reader.read { try $0.jobs.endings(behind: cursor, limit: 7) } }
        }
        begin(all) { [store = follower.store] in
            try $0.follow { cursor in try store.transaction { try $0.jobs.endings(behind: cursor, limit: 7) } }
        }
        begin(all) { try $0.copy() }
        all.wait()
        if let failure = failures.withLock({ $0.first }) { throw failure }
        let ends = try follower.endings()
        try follower.equal(ends.map(\.number), Array(1...Int64(Self.photos)), "numbers")
        try follower.equal(Set(ends.map(\.job)).count, Self.photos, "jobs")
        for seen in told.withLock({ $0 }) { try follower.equal(seen, ends, "what was followed") }
        for copy in copies.withLock({ $0 }) {
            try follower.require(Set(copy).isSubset(of: ends), "a copy has other numbers: \(copy)")
        }
    }

    /// Runs a body on a thread of its own: a pool has only as many as the machine has cores.
    private func begin(_ group: DispatchGroup, _ body: @escaping @Sendable (ConcurrentEnds) throws -> Void) {
        group.enter()
        Thread { [self] in
            do { try body(self) } catch { failures.withLock { $0.append(error) } }
            group.leave()
        }.start()
    }

    /// Ends photos until none is left.
    private func end(as number: Int) throws {
        defer { working.subtract(1, ordering: .sequentiallyConsistent) }
        let scene = Scene(stores[number].store, me: stores[number].owner)
        while case let claims = try scene.claim(1 + number % 3), !claims.isEmpty {
            try scene.transaction { _ = try $0.complete(claims.map { ($0.id, .done([1])) }, at: scene.now) }
        }
    }

    /// Follows from the first end until no process works and nothing more comes.
    private func follow(_ look: (EndingCursor) throws -> [FollowedEnding]) throws {
        var cursor = try reader.read { try $0.jobs.cursor(at: .first) }
        var seen: [JobEnding] = []
        while true {
            let isLast = working.load(ordering: .sequentiallyConsistent) == 0
            let found = try look(cursor)
            seen += found.map { JobEnding(job: $0.job.id, number: $0.cursor.number) }
            cursor = found.last?.cursor ?? cursor
            if isLast, found.isEmpty { break }
        }
        told.withLock { [seen] in $0.append(seen) }
    }

    /// Copies the queue until no process works; each record of a copy has its end there.
    private func copy() throws {
        while working.load(ordering: .sequentiallyConsistent) > 0 {
            var ends: [JobEnding] = []
            var kept: Set<JobID> = []
            var last: Int64 = 0
            try reader.read { snapshot in
                (ends, kept) = ([], [])
                try snapshot.readOut { part in
                    switch part {
                    case .head(let head): last = head.endings.last
                    case .jobs(let jobs): kept.formUnion(jobs.filter { $0.result != nil }.map(\.job.id))
                    case .endings(let part): ends += part
                    default: break
                    }
                }
            }
            guard Set(ends.map(\.job)) == kept, ends.allSatisfy({ $0.number <= last }) else {
                throw CheckFailure(description: "a copy of \(kept.count) records has \(ends.count) ends up to \(last)")
            }
            copies.withLock { [ends] in $0.append(ends) }
        }
    }
}
