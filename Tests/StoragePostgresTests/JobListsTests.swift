import Storage
import StorageTesting
import SystemValues
import TestSupport
import Testing

@testable import StoragePostgres

/// What the server reads for a verb, whatever it thinks of the table of jobs.
@Suite(.enabled(if: PostgresCluster.isAvailable)) struct JobListsTests {
    /// What the server's statistics say of a queue with 3,000 ready jobs.
    enum Statistics: CaseIterable {
        case nothing, hardlyAnyJobIsReady, allOfThem
    }

    /// Something that looks at few jobs.
    enum Verb: CaseIterable {
        case claimAndEnd, firstPage, lastPage, page, overview
    }

    private let stage: PostgresStage
    private let owner = Owner(host: "here", boot: "b1", pid: 100, started: 7)
    private let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))
    private static let ready = 3000

    init() throws { stage = try PostgresStage() }

    /// Where the server has no statistics at all, as in the first minute, it reads a list in the order of numbers.
    @Test(arguments: Statistics.allCases, Verb.allCases)
    func fewRowsAreReadForFewJobs(_ statistics: Statistics, _ verb: Verb) throws {
        guard statistics != .nothing || verb == .claimAndEnd || verb == .overview else { return }
        try fill(statistics)
        let before = try rowsRead()
        do {
            let store = try stage.open(owner)
            for time in Int64(10)..<20 { try run(verb, on: store, at: time) }
        }
        let read = try rowsRead() - before
        #expect(read > 0 || verb == .page || verb == .overview)
        // Ten times: less than a tenth of the jobs that wait each time.
        #expect(read < Self.ready, "\(read) rows of the jobs' table and its indexes")
    }

    private func run(_ verb: Verb, on store: any QueueStore, at time: UnixMillis) throws {
        try store.transaction { transaction in
            switch verb {
            case .claimAndEnd:
                let claims = try transaction.jobs.claim(
                    ClaimRequest(limit: 1, owner: owner, pipelines: [pipeline]), at: time)
                try #require(claims.count == 1)
                _ = try transaction.jobs.complete([(claims[0].id, .done([1]))], at: time)
            case .firstPage: try page(of: transaction, [.ready], newestFirst: false)
            case .lastPage: try page(of: transaction, [.running, .ready], newestFirst: true)
            case .page:
                let filter = JobFilter(states: [.failed])
                #expect(try transaction.jobs.page(PageRequest(filter, limit: 5)).isEmpty)
            case .overview: #expect(try transaction.jobs.overview().counts[.ready] == Self.ready)
            }
        }
    }

    private func page(of transaction: QueueTransaction, _ states: Set<JobState>, newestFirst: Bool) throws {
        let request = PageRequest(JobFilter(states: states), limit: 5, newestFirst: newestFirst)
        #expect(try transaction.jobs.page(request).count == 5)
    }

    /// A queue with some done jobs and many ready ones.
    private func fill(_ statistics: Statistics) throws {
        let store = try stage.open(owner)
        try enqueue(1...300, in: store)
        _ = try store.transaction { transaction in
            let claims = try transaction.jobs.claim(
                ClaimRequest(limit: 300, owner: owner, pipelines: [pipeline]), at: 2)
            _ = try transaction.jobs.complete(claims.map { ($0.id, .done([1])) }, at: 3)
        }
        if statistics == .hardlyAnyJobIsReady { try stage.run("VACUUM ANALYZE job") }
        try enqueue(301...UInt64(300 + Self.ready), in: store)
        if statistics == .allOfThem { try stage.run("VACUUM ANALYZE job") }
    }

    private func enqueue(_ numbers: ClosedRange<UInt64>, in store: any QueueStore) throws {
        let photos = numbers.map { number in
            NewJob(
                place: Place(root: Array("/drop".utf8), path: Array("\(number).jpg".utf8)),
                output: Array("\(number).json".utf8),
                stamp: FileIdentity(device: 1, inode: number, size: 10, mtimeNanoseconds: 1),
                content: Fingerprint(head: number, tail: (1, 2, 3)), pipeline: pipeline)
        }
        _ = try store.transaction { try $0.jobs.enqueue(photos, at: 1) }
    }

    /// Rows and entries of the jobs' table and its indexes that were read so far.
    ///
    /// What a connection has read is known for certain once it has ended.
    private func rowsRead() throws -> Int {
        let connection = try PostgresConnection(stage.address.connection)
        let others = "SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        while try connection.run(others + " AND backend_type = 'client backend'").count > 0 {
            _ = try connection.run("SELECT pg_sleep(0.01)")
        }
        return Int(
            try connection.run(
                """
                SELECT (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes WHERE relname = 'job')::bigint
                    + (SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables WHERE relname = 'job')::bigint
                """)[0].integer(0))
    }
}
