import Findings
import Foundation
import Query
import Results
import Storage
import StorageSQLite
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// What a queue keeps of photos for queries: with their ends, after reviews, and in queues of the time before.
@Suite struct KeptFactsTests {
    private static let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))
    private static let box = Box(x: 10, y: 10, width: 40, height: 30)
    private let folder: TemporaryFolder
    private let store: SQLiteQueueStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteQueueStore(path: folder["queue.sqlite"].path, owner: .current(), at: 0)
    }

    private static func record(_ number: UInt64, likeness: Likeness? = nil) -> Record {
        let cats = (0..<number).map { _ in Detection(label: "cat", classId: 0, confidence: 0.5, box: box) }
        let photo = PhotoResult(
            image: .init(width: 400, height: 300, orientation: 1, format: "png", likeness: likeness),
            results: [
                DetectorResult(detector: "cats", task: .detect, model: 0, threshold: 0.25, found: .detections(cats))
            ])
        return Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 1_780_000_000)),
            source: .init(path: FilePath("/drop/\(number).png"), bytes: 77, sha256: content(number).description),
            state: .done, attempts: 1, photo: photo)
    }

    private static func content(_ number: UInt64) -> Fingerprint { Fingerprint(head: number, tail: (1, 2, 3)) }

    /// Ends photos with none, one, two … cats.
    private func end(
        _ count: UInt64, keepsFacts: Bool = true, likenesses: [Likeness?] = [], failing failure: JobFailure? = nil
    ) throws {
        let new = (0..<count).map { number in
            NewJob(
                place: Place(root: Array("/drop".utf8), path: Array("\(number).png".utf8)),
                output: Array("\(number).json".utf8),
                stamp: FileIdentity(device: 1, inode: number, size: 77, mtimeNanoseconds: 1),
                content: Self.content(number), pipeline: Self.pipeline)
        }
        try store.transaction { transaction in
            _ = try transaction.jobs.enqueue(new, at: 1)
            let request = ClaimRequest(limit: 99, owner: .current(), pipelines: [Self.pipeline])
            for (number, claim) in try transaction.jobs.claim(request, at: 2).enumerated() {
                let record = Self.record(UInt64(number), likeness: likenesses.isEmpty ? nil : likenesses[number])
                let line = Array(record.line.utf8)
                let outcome = (failure.map { Outcome.failed($0, result: line) } ?? .done(line))
                    .of(record.photo.image?.likeness?.bytes)
                _ = try transaction.jobs.complete(
                    [(claim.id, keepsFacts ? outcome.telling(PhotoFacts(record)) : outcome)], at: 3)
            }
        }
    }

    /// The numbers of the jobs that fit a query, up to the first whose record is one more than may be read.
    private func found(_ text: String, records: Int = .max) throws -> [Int64] {
        try store.transaction { transaction in
            try JobQuery(try Query.parse(text), in: transaction.snapshot)
                .page(PageRequest(limit: 99), records: records).jobs.map(\.id.rawValue)
        }
    }

    @Test(
        arguments: [
            ("label:cat", [2, 3, 4]), ("label:cat count>=2", [3, 4]), ("label:cat confidence>=0.5 count:3", [4]),
            ("-label:cat", [1]), ("label:dog", []), ("is:open", [1, 2, 3, 4]), ("is:reviewed", []),
            ("format:png count:0", [1]), ("name:1* label:cat", [2]), ("name:0* OR label:cat count>=3", [1, 4]),
            ("folder:drop -label:cat", [1]), ("-(name:3* label:cat) count>=1", [2, 3]),
            ("margin>=20%", [1, 2, 3, 4]), ("", [1, 2, 3, 4]),
        ] as [(String, [Int64])])
    func noRecordIsRead(text: String, expected: [Int64]) throws {
        try end(4)
        #expect(try found(text, records: 0) == expected)
        #expect(try found(text) == expected)
    }

    @Test func howNearFindingsAreToAnotherAnswerIsKept() throws {
        try end(2)
        let ids = [1, 2, 3].map { JobID(rawValue: $0) }
        let kept = try store.transaction { try $0.jobs.keptMargins(of: ids) }
        #expect(kept == [ids[0]: PhotoFacts.steps(of: 0.25), ids[1]: PhotoFacts.steps(of: 0.25)])
        try store.transaction { _ = try $0.reviews.accept(findingsOf: [Self.content(1).description: [:]]) }
        #expect(try store.transaction { try $0.jobs.keptMargins(of: ids) }.keys.sorted() == [ids[0]])
    }

    @Test func aReviewCountsAtOnceAndAnewWithoutARecord() throws {
        try end(3)
        try store.transaction { transaction in
            _ = try transaction.reviews.review(
                findingsOf: Self.content(2).description,
                as: FindingReview(
                    isAccepted: false, detections: ["cats": [ReviewedBox(label: "lynx", box: Self.box)]],
                    basis: Self.record(2).reviewBasis))
        }
        let answers: [(String, [Int64])] = [
            ("label:cat", [2]), ("label:lynx", [3]), ("is:corrected", [3]), ("-label:cat", [1, 3]),
            ("label:lynx confidence:1", [3]),
        ]
        for (text, expected) in answers { #expect(try found(text) == expected, "\(text)") }
        #expect(try found("label:lynx", records: 0).isEmpty)
        #expect(try store.transaction { try FactRenewal.renew(9, in: $0).photos } == 1)
        for (text, expected) in answers { #expect(try found(text, records: 0) == expected, "\(text)") }
        #expect(try store.transaction { try FactRenewal.renew(9, in: $0).photos } == 0)
    }

    @Test func aQueueOfTheTimeBeforeIsBroughtUpToDateBitByBit() throws {
        try end(3, keepsFacts: false)
        #expect(try found("label:cat count>=2") == [3])
        #expect(try found("label:cat count>=2", records: 0).isEmpty)
        for _ in 1...3 { #expect(try store.transaction { try FactRenewal.renew(1, in: $0).photos } == 1) }
        #expect(try store.transaction { try FactRenewal.renew(1, in: $0).photos } == 0)
        #expect(try found("label:cat count>=2", records: 0) == [3])
    }

    @Test func anotherEndHasFactsOfItsOwn() throws {
        try end(2, failing: JobFailure(code: "a", message: "b", fault: .environment))
        #expect(try found("label:cat", records: 0) == [2])
        try store.transaction { transaction in
            let id = JobID(rawValue: 2)
            _ = try transaction.jobs.change(.retry(JobFilter(ids: [id]), pipeline: nil), limit: 9, at: 4)
            let request = ClaimRequest(limit: 9, owner: .current(), pipelines: [Self.pipeline])
            let claim = try #require(try transaction.jobs.claim(request, at: 5).first)
            let record = Self.record(0)
            _ = try transaction.jobs.complete(
                [(claim.id, Outcome.done(Array(record.line.utf8)).telling(PhotoFacts(record)))], at: 6)
        }
        #expect(try found("label:cat", records: 0) == [])
        _ = try store.transaction { try $0.jobs.change(.prune(JobFilter()), limit: 9, at: 7) }
        #expect(try found("count:0", records: 0) == [])
    }

    @Test func nearDuplicatesAreThoseOfTheGroups() throws {
        let (first, second) = (Self.likeness(false), Self.likeness(true))
        try end(4, likenesses: [first, second, first, nil])
        #expect(try found("is:near-duplicate") == [1, 3])
        #expect(try found("-is:near-duplicate") == [2, 4])
        #expect(try found("is:near-duplicate label:cat") == [3])
        #expect(try found("is:near-duplicate,duplicate -label:cat") == [1])
    }

    /// A photo whose bits are all the same.
    private static func likeness(_ bit: Bool) -> Likeness {
        Likeness(views: Likeness.parts.map { _ in LikenessBits { _, _ in bit } })
    }
}
