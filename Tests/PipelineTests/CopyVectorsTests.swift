import Findings
import Foundation
import Query
import Settings
import Storage
import StorageSQLite
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// Vectors of files with the same content, which stand with one of them alone.
@Suite struct CopyVectorsTests {
    private static let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))
    private let folder: TemporaryFolder
    private let store: SQLiteQueueStore
    private let queue: QueueControl

    /// Photos of three contents, the first of which has two copies in a folder of their own.
    init() throws {
        folder = try TemporaryFolder()
        let path = folder["queue.sqlite"].path
        store = try SQLiteQueueStore(path: path, owner: .current(), at: 0)
        var settings = Settings()
        settings.queue = .file(FilePath(path))
        queue = try QueueControl(settings)
        try work([("a/0", 0), ("a/1", 1), ("a/2", 2), ("b/3", 0), ("b/4", 0)])
    }

    /// Has photos done, by their paths and contents; a copy shares its original's end.
    private func work(_ photos: [(path: String, content: UInt64)]) throws {
        try store.transaction { transaction in
            let new = photos.map { photo in
                NewJob(
                    place: Place(root: Array("/drop".utf8), path: Array(photo.path.utf8)),
                    output: Array("\(photo.path).json".utf8),
                    stamp: FileIdentity(device: 1, inode: 1, size: 77, mtimeNanoseconds: 1),
                    content: Fingerprint(head: photo.content, tail: (1, 2, 3)), pipeline: Self.pipeline)
            }
            _ = try transaction.jobs.enqueue(new, at: 1)
            let request = ClaimRequest(limit: 99, owner: .current(), pipelines: [Self.pipeline])
            while case let claims = try transaction.jobs.claim(request, at: 2), !claims.isEmpty {
                for claim in claims {
                    var outcome = Outcome.done([1])
                    if claim.duplicate == nil {
                        let angle = Float(claim.content.head) * 0.3
                        let vector = try #require(Embedding([cos(angle), sin(angle)]))
                        let row = [PhotoEmbedding(detector: "look", model: [1], vector: vector)].bytes
                        outcome = outcome.of(nil, embeddings: row)
                    }
                    _ = try transaction.jobs.complete([(claim.id, outcome)], at: 3)
                }
            }
        }
    }

    private func prune(_ ids: Int64..., comingBack: Bool = false) throws {
        let jobs = ids.map { JobID(rawValue: $0) }
        try store.transaction {
            _ = try $0.jobs.change(
                .prune(JobFilter(ids: jobs), comingBack: comingBack ? Set(jobs) : []), limit: 9, at: 4)
        }
    }

    /// What is like a photo, the most alike first.
    private func alike(to photo: String, below folders: [FilePath] = []) throws -> [String] {
        let choice = Lookalikes.Choice(below: folders, results: FilePath(folder.url.path))
        let found = try Lookalikes(of: FilePath("/drop/\(photo)"), in: queue, choice: choice)
        return found.matches.map { String($0.photo.string.dropFirst("/drop/".count)) }
    }

    @Test func aCopyStandsForAnOriginalThatIsNotAskedFor() throws {
        #expect(try alike(to: "a/2") == ["a/1", "a/0"])
        #expect(try alike(to: "a/2", below: ["/drop/b"]) == ["b/3"])
        #expect(try alike(to: "b/4") == ["a/1", "a/2"])
    }

    /// As the page looks for them: a photo stands where its own number does, or that of its original.
    @Test(arguments: [[], [1], [1, 5]] as [[Int64]]) func copiesStayWhereTheirContentIs(gone: [Int64]) throws {
        for id in gone { try prune(id) }
        let done = try queue.read { try $0.page(PageRequest(JobFilter(states: [.done]))) }
        let map = try #require(try EmbeddingMap(of: queue))
        let order = try #require(try AlikeOrder(of: JobID(rawValue: gone.contains(5) ? 4 : 5), in: queue))
        let (onMap, inOrder) = (Set(map.points.map(\.job)), Set(order.jobs))
        for job in done {
            let numbers = Set([job.id, job.original].compactMap { $0 })
            #expect(!onMap.isDisjoint(with: numbers) && !inOrder.isDisjoint(with: numbers), "\(job.id)")
        }
        #expect(map.points.count == 3 && order.jobs.count == 3)
        #expect(try QueueEmbeddings(in: queue).items.count == done.count)
        #expect(try alike(to: "a/2", below: ["/drop/b"]) == [gone == [1] ? "b/4" : "b/3"])
    }

    /// Its vectors of then are with a copy, and it has vectors of its own again.
    @Test func aContentThatComesBackIsShownOnce() throws {
        try prune(1, comingBack: true)
        try work([("a/0", 0)])
        #expect(try alike(to: "a/2").filter { $0 != "a/1" }.count == 1)
        #expect(try alike(to: "a/0") == ["a/1", "a/2"])
        #expect(try QueueEmbeddings(in: queue).items.count == 5)
    }

    /// Its file has another content by now.
    @Test func copiesOfAnOriginalThatIsHistoryAreShown() throws {
        try work([("a/0", 7)])
        #expect(try alike(to: "a/2").contains("b/3"))
        #expect(try #require(try EmbeddingMap(of: queue)).points.contains { $0.job.rawValue == 1 })
        #expect(try QueueEmbeddings(in: queue).items.count == 5)
    }
}
