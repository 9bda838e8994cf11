import Control
import Results
import Storage
import StorageTesting
import SystemValues
import Testing

@testable import Supervisor

/// What a client is told that follows, over the store in memory.
@Suite struct FollowedEventsTests {
    private struct Reader: QueueReader {
        let store: MemoryQueueStore

        func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
            try store.transaction { try body($0.snapshot) }
        }
    }

    private let store = MemoryQueueStore()
    private let owner = Owner(host: "here", boot: "b", pid: 1, started: 1)
    private let pipeline = Fingerprint(head: 1, tail: (0, 0, 0))

    private var endings: EndedPhotos {
        EndedPhotos(output: "/results", hasFiles: true) { [store] in Reader(store: store) }
    }

    /// Works photos off, each with a record of its own.
    private func end(_ numbers: ClosedRange<UInt64>) throws {
        let photos = numbers.map { number in
            NewJob(
                place: Place(root: Array("/p".utf8), path: Array("\(number).jpg".utf8)),
                output: Array("\(number).jpg.json".utf8),
                stamp: FileIdentity(device: 1, inode: number, size: 1, mtimeNanoseconds: 1),
                content: Fingerprint(head: number, tail: (0, 0, 0)), pipeline: pipeline)
        }
        try store.transaction { transaction in
            _ = try transaction.jobs.enqueue(photos, at: 1)
            let request = ClaimRequest(limit: photos.count, owner: owner, pipelines: [pipeline])
            let claims = try transaction.jobs.claim(request, at: 1)
            _ = try transaction.jobs.complete(
                claims.map { ($0.id, Outcome.done(Array(Self.record($0.place).line.utf8))) }, at: 2)
        }
    }

    private static func record(_ place: Place) -> Record {
        Record(
            timestamp: Timestamp(milliseconds: 2),
            source: Record.Source(path: place.file, bytes: 1, sha256: nil), state: .done, attempts: 1)
    }

    private func followed(_ start: EndingStart = .first) async throws -> FollowedEvents {
        let endings = endings
        return FollowedEvents(endings, from: try await endings.cursor(at: start))
    }

    /// The jobs that are told, and the other lines.
    private func hear(_ events: FollowedEvents) async -> (jobs: [Int64], others: [String]) {
        var heard: (jobs: [Int64], others: [String]) = ([], [])
        for await event in events {
            if case .ended(let photo) = event {
                heard.jobs.append(photo.job.rawValue)
            } else {
                heard.others.append(event.json.line)
            }
        }
        return heard
    }

    @Test func allThatIsKeptIsToldInItsOrderHoweverMuchItIs() async throws {
        try end(1...250)
        let events = try await followed()
        events.finish()
        var iterator = events.makeAsyncIterator()
        guard case .following(let cursor) = await iterator.next() else { throw CheckFailed() }
        #expect(cursor.number == 0)
        guard case .ended(let first) = await iterator.next() else { throw CheckFailed() }
        #expect(first.job.rawValue == 1 && first.path == "/p/1.jpg" && first.file == "/results/1.jpg.json")
        #expect(first.record.state == .done && first.record.source.path == first.path)
        var jobs: [Int64] = [1]
        var last = await iterator.next()
        while case .ended(let photo) = last {
            jobs.append(photo.job.rawValue)
            last = await iterator.next()
        }
        #expect(jobs == Array(1...250))
        guard case .runEnded = last else { throw CheckFailed() }
        if case .some = await iterator.next() { Issue.record("something more is told") }
    }

    private struct CheckFailed: Error {}

    @Test func aSlowClientMissesOtherEventsAndNoEnd() async throws {
        let events = try await followed(.now)
        for number in UInt64(1)...300 {
            try end(number...number)
            events.take(.ended(Self.record(Place(root: Array("/p".utf8), path: Array("\(number).jpg".utf8)))))
            for _ in 0..<10 { events.take(.warning("\(number)")) }
        }
        events.finish()
        let heard = await hear(events)
        #expect(heard.jobs == Array(1...300))
        let told = heard.others.count { $0.contains(#""event":"warning""#) }
        let missed = heard.others.compactMap {
            $0.firstMatch(of: /"event":"missed","count":(\d+)/).flatMap { Int($0.1) }
        }
        #expect(told <= 1000 && told + missed.reduce(0, +) == 3000)
    }

    @Test func whatOthersHaveEndedIsToldOnceItIsLookedFor() async throws {
        let events = try await followed(.now)
        var iterator = events.makeAsyncIterator()
        _ = await iterator.next()
        try end(1...2)
        events.look()
        for job in [1, 2] as [Int64] {
            guard case .ended(let photo) = await iterator.next() else { throw CheckFailed() }
            #expect(photo.job.rawValue == job)
        }
        events.finish()
        guard case .runEnded = await iterator.next() else { throw CheckFailed() }
    }

    @Test func whoWouldMissAnEndIsToldSoAndNoMore() async throws {
        try end(1...3)
        let events = try await followed(.now)
        try end(4...5)
        try prune(4)
        events.finish()
        let heard = await hear(events)
        #expect(heard.jobs.isEmpty && heard.others.count == 2)
        #expect(heard.others.last?.contains(#""code":"cursorTooOld""#) == true, "\(heard.others)")
    }

    /// Between two looks of one that reads all there is.
    @Test func whatIsForgottenOnTheWayIsToldThoughMoreWasForgottenBefore() async throws {
        try end(1...300)
        try prune(300)
        let endings = endings
        let first = try await endings.next(behind: endings.cursor(at: .first))
        let cursor = try #require(first.last?.cursor)
        #expect(first.map(\.job.rawValue) == Array(1...100) && cursor.description.hasSuffix("-100-1"))
        #expect(try await endings.next(behind: cursor).first?.job.rawValue == 101)
        try prune(150)
        let error = await #expect(throws: JobQueueError.self) { try await endings.next(behind: cursor) }
        #expect(error?.code == .cursorTooOld)
    }

    private func prune(_ job: Int64) throws {
        _ = try store.transaction {
            try $0.jobs.change(.prune(JobFilter(ids: [JobID(rawValue: job)])), limit: 9, at: 3)
        }
    }

    @Test func aRecordThatCannotBeReadSaysSoAndHoldsUpNobody() async throws {
        try end(1...2)
        try store.transaction { try $0.jobs.saveResult(Array("?".utf8), of: JobID(rawValue: 1)) }
        let events = try await followed()
        events.finish()
        var states: [String] = []
        for await event in events {
            if case .ended(let photo) = event { states.append(photo.record.error?.code ?? "") }
        }
        #expect(states == ["", "record-unreadable"])
    }
}
