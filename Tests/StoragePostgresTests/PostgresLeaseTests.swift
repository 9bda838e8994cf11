import Storage
import Synchronization
import SystemValues
import TestSupport
import Testing

@testable import StoragePostgres

@Suite(.enabled(if: PostgresCluster.isAvailable)) struct PostgresLeaseTests {
    private let stage: PostgresStage
    private let owner = Owner(host: "here", boot: "b1", pid: 100, started: 7, life: 5)

    init() throws { stage = try PostgresStage() }

    private let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))

    private func photo(_ number: UInt64) -> NewJob {
        NewJob(
            place: Place(root: Array("/drop".utf8), path: Array("\(number).jpg".utf8)), output: [],
            stamp: FileIdentity(device: 1, inode: number, size: 10, mtimeNanoseconds: 1),
            content: Fingerprint(head: number, tail: (1, 2, 3)), pipeline: pipeline)
    }

    /// Leases that no slow machine ends, renewed as often as a test needs.
    private func times(beat: Duration, pause: Duration = .milliseconds(20)) -> PostgresLease.Times {
        var times = PostgresLease.Times.patient
        (times.beat, times.pause) = (beat, pause)
        return times
    }

    /// News as a sequence that a test can wait for.
    private func news(of store: any QueueStore) -> AsyncStream<SharedQueueNews> {
        AsyncStream { continuation in store.shared?.observe { continuation.yield($0) } }
    }

    @Test(.timeLimit(.minutes(30))) func aLeaseThatTheDatabaseHasEndedIsToldWithTheNextBeat() async throws {
        let store = try PostgresQueueStore(stage.address, owner: owner, times: times(beat: .milliseconds(50)))
        let news = news(of: store)
        #expect(store.shared?.isHolding == true)
        try stage.endLease(of: owner)
        #expect(await news.first { $0 == .lapsed } == .lapsed)
        #expect(store.shared?.isHolding == false)
        try store.shared?.rejoin()
        #expect(store.shared?.isHolding == true)
        #expect(!store.isDead(owner))
    }

    @Test(.timeLimit(.minutes(30))) func changesElsewhereAreTold() async throws {
        let store = try PostgresQueueStore(stage.address, owner: owner, times: times(beat: .seconds(10)))
        store.shared?.report(QueueMember.Work(workers: 7))
        let news = news(of: store)
        let other = try stage.open(Owner(host: "there", boot: "b", pid: 1, started: 1))
        // The thread listens before its first renewal, which shows in what it does.
        while try other.transaction({ try $0.jobs.members() }).first?.work.workers != 7 { await Task.yield() }
        try other.transaction { try $0.jobs.pause(true) }
        #expect(await news.first { $0 == .changed } == .changed)
    }

    /// Else every change of one host would be a commit of each of the others.
    @Test(.timeLimit(.minutes(30))) func newsRenewNoLease() async throws {
        let store = try PostgresQueueStore(stage.address, owner: owner, times: times(beat: .seconds(1200)))
        store.shared?.report(QueueMember.Work(workers: 7))
        let news = news(of: store)
        let other = try stage.open(Owner(host: "there", boot: "b", pid: 1, started: 1))
        while try other.transaction({ try $0.jobs.members() }).first?.work.workers != 7 { await Task.yield() }
        store.shared?.report(QueueMember.Work(workers: 9))
        for isPaused in [true, false] {
            try other.transaction { try $0.jobs.pause(isPaused) }
            #expect(await news.first { $0 == .changed } == .changed)
        }
        #expect(try other.transaction { try $0.jobs.members() }.first?.work.workers == 7)
    }

    @Test(.timeLimit(.minutes(30))) func aServerThatComesBackIsTold() async throws {
        let store = try PostgresQueueStore(stage.address, owner: owner, times: times(beat: .milliseconds(50)))
        store.shared?.report(QueueMember.Work(workers: 7))
        let news = news(of: store)
        // What the thread has not connected to yet could not break.
        let look = try PostgresConnection(stage.address.connection)
        var isReported = false
        for _ in 0..<3000 where !isReported {
            isReported = try look.run("SELECT FROM owner WHERE workers = 7").count == 1
            if !isReported { try await Task.sleep(for: .milliseconds(100)) }
        }
        try #require(isReported)
        try stage.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        #expect(await news.first { $0 == .back } == .back)
        #expect(store.shared?.isHolding == true)
    }

    @Test func whoLeavesIsNoMemberAnyMore() throws {
        let store = try stage.open(owner)
        store.shared?.observe { _ in }
        store.shared?.report(QueueMember.Work(workers: 3, ended: 4, takesIn: true, version: "1.2"))
        #expect(try store.transaction { try $0.jobs.members() }.map(\.owner) == [owner])
        try store.shared?.leave()
        #expect(try store.transaction { try $0.jobs.members() }.isEmpty)
    }

    /// A claim whose commit broke can appear when its process has left: it must not stay with an owner that nobody knows.
    @Test func aClaimBehindTheLeaveIsRecovered() throws {
        let store = try stage.open(owner)
        store.shared?.observe { _ in }
        _ = try store.transaction { try $0.jobs.enqueue([photo(1)], at: 1) }
        // Of another connection, which has not heard of the commit yet.
        let late = try PostgresConnection(stage.address.connection)
        let claim = "UPDATE job SET state = 2, attempts = 1, turn = 1, owner = (SELECT min(id) FROM owner), claimed = 2"
        _ = try late.run([PostgresStatement(sql: "BEGIN"), PostgresStatement(sql: claim)])
        try store.shared?.leave()
        _ = try late.run("COMMIT")
        let other = try stage.open(Owner(host: "there", boot: "b", pid: 1, started: 1))
        let freed = try other.transaction { try $0.jobs.reclaim(limit: 10, at: 3) { other.isDead($0) } }
        #expect(freed.map(\.state) == [.ready])
    }

    @Test func whoHasLeftMayBeginAnew() throws {
        let store = try stage.open(owner)
        store.shared?.observe { _ in }
        _ = try store.transaction { try $0.jobs.enqueue([photo(1), photo(2)], at: 1) }
        let request = ClaimRequest(limit: 1, owner: owner, pipelines: [pipeline])
        let claim = try store.transaction { try $0.jobs.claim(request, at: 1) }[0]
        _ = try store.transaction { try $0.jobs.complete([(claim.id, .done([1]))], at: 2) }
        try store.shared?.leave()
        #expect(store.shared?.isHolding == false)
        #expect(try store.transaction { try $0.jobs.claim(request, at: 3) }.isEmpty)
        try store.shared?.rejoin()
        #expect(store.shared?.isHolding == true)
        #expect(try store.transaction { try $0.jobs.claim(request, at: 4) }.count == 1)
    }

    @Test func theCountsOfWhoLeavesStay() throws {
        let other = try stage.open(Owner(host: "there", boot: "b", pid: 1, started: 1))
        _ = try other.transaction { try $0.jobs.enqueue([photo(1)], at: 1) }
        for number in 2...3 as ClosedRange<UInt64> {
            let store = try stage.open(owner)
            store.shared?.observe { _ in }
            _ = try store.transaction { try $0.jobs.enqueue([photo(number)], at: 1) }
            try store.shared?.leave()
        }
        #expect(try other.transaction { try $0.jobs.overview() }.counts == [.ready: 3])
        let writers = try PostgresConnection(stage.address.connection).run(
            "SELECT writer FROM writer_counts WHERE ready <> 0")
        #expect(writers.count == 2)
    }

    @Test func theServersClockIsTheQueues() throws {
        let store = try stage.open(owner)
        let now = try #require(try store.shared?.now())
        #expect(try store.transaction { try $0.jobs.clock() }.map { abs($0 - now) < 60_000 } == true)
    }
}
