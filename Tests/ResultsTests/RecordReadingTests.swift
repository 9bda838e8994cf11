import Foundation
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Results

@Suite struct RecordReadingTests {
    /// A queue with records, which notes what it was asked for together.
    private final class Queue: QueuedRecords {
        let records: [FilePath: Record]
        let isThisUsers: Bool
        private let asked = Mutex<[(count: Int, bytes: Int)]>([])

        init(_ records: [FilePath: Record], isThisUsers: Bool = false) {
            (self.records, self.isThisUsers) = (records, isThisUsers)
        }

        var reads: [(count: Int, bytes: Int)] { asked.withLock { $0 } }

        func places() -> [FilePath: QueuedPlace] {
            records.mapValues { _ in QueuedPlace(finished: 1, hasResult: true) }
        }
        func record(at path: FilePath) -> [UInt8]? { records[path].map { Array($0.line.utf8) } }
        func records(at paths: ArraySlice<FilePath>, atMost bytes: Int) -> [[UInt8]?] {
            asked.withLock { $0.append((paths.count, bytes)) }
            // Never all that was asked for.
            return paths.prefix(max(paths.count / 2, 1)).map(record(at:))
        }
    }

    private func record(_ number: Int) -> Record {
        var record = Samples.done
        record.attempts = number
        return record
    }

    private func name(_ number: Int) -> FilePath { FilePath("\(number + 1_000).jpg.json") }

    /// Records of which each third is a file, and the others are the queue's.
    private func scene(_ count: Int, isThisUsers: Bool = false) throws -> (TemporaryFolder, Queue) {
        let folder = try TemporaryFolder()
        var queued: [FilePath: Record] = [:]
        for number in 0..<count {
            if number.isMultiple(of: 3) {
                try Data(record(number).document.utf8).write(to: folder[name(number).string])
            } else {
                queued[name(number)] = record(number)
            }
        }
        return (folder, Queue(queued, isThisUsers: isThisUsers))
    }

    @Test(arguments: [1, 4], [1, 300]) func recordsOfFilesAndTheQueueComeInOrder(threads: Int, count: Int) throws {
        let (folder, queue) = try scene(count)
        let records = try ResultsRecords(in: FilePath(folder.url.path), of: queue)
        var (paths, numbers): ([FilePath], [Int]) = ([], [])
        records.forEach(by: OrderedWork(threads: threads, limit: 1 << 20), make: { $0 }) { read in
            paths.append(read.path)
            numbers.append(read.record.attempts)
        }
        #expect(numbers == Array(0..<count))
        #expect(paths == records.paths)
        #expect(queue.reads.allSatisfy { $0.count <= 64 && $0.bytes <= 1 << 20 })
    }

    @Test func filesThatAreNoRecordsAreLeftOut() throws {
        let (folder, queue) = try scene(200)
        try Data("{}".utf8).write(to: folder["0.json"])
        try Data().write(to: folder["5000.json"])
        try FileManager.default.createSymbolicLink(
            at: folder["1500.jpg.json"], withDestinationURL: folder[name(0).string])
        let records = try StoredRecords(in: FilePath(folder.url.path), of: queue)
        var numbers: [Int] = []
        records.forEach { numbers.append($0.attempts) }
        #expect(numbers == Array(0..<200))
    }

    /// Where no more is allowed, that is what is read together; nothing further is, until all of it is taken.
    @Test func recordsAreReadAheadOnlyAsFarAsTheWorkAllows() throws {
        let (folder, queue) = try scene(600)
        let records = try ResultsRecords(in: FilePath(folder.url.path), of: queue)
        let made = Mutex(0)
        var (taken, most) = (0, 0)
        records.forEach(
            by: OrderedWork(threads: 3, limit: 1),
            make: { _ in made.withLock { $0 += 1 } },
            take: { _ in
                most = max(most, made.withLock { $0 } - taken)
                taken += 1
            })
        #expect(taken == 600)
        #expect(most <= 64)
    }

    @Test(arguments: [true, false]) func aRecordIsBelievedAsItsFileOrItsQueueIs(isThisUsers: Bool) throws {
        let (folder, queue) = try scene(6, isThisUsers: isThisUsers)
        var believed: [Bool] = []
        try ResultsRecords(in: FilePath(folder.url.path), of: queue).forEach(make: \.isThisUsers) {
            believed.append($0)
        }
        #expect(believed == (0..<6).map { $0.isMultiple(of: 3) || isThisUsers })
    }

    /// To read all photos for links takes as long as to copy them: that is for queues that others could write.
    @Test(arguments: [true, false]) func whatThisUsersQueueNamesIsLinkedToUnread(isThisUsers: Bool)
        throws
    {
        let scene = try DataSetScene()
        try AtomicFile.make(scene.results)
        let photo = try scene.photo("a.gif")
        // As large as what was looked at, and something else.
        let record = scene.record(of: photo, [(0, "cat")], format: "gif")
        let export = try #require(DataSetExport(format: "coco"))
        let write = {
            try export.write(
                results: scene.results, to: scene.set, of: Queue(["a.gif.json": record], isThisUsers: isThisUsers))
        }
        if isThisUsers {
            #expect(try write().photos == 1)
            #expect(FileCalls.status(scene.set.appending("images/a.gif"))?.kind == .link)
        } else {
            #expect(throws: ResultsError.self) { try write() }
        }
    }

    /// The photos before it are in their places, and no photo behind it is looked for.
    @Test func anErrorInTheMiddleIsTheFirstOfItsOrder() throws {
        struct Down: Error {}
        let scene = try DataSetScene()
        for number in 0..<150 {
            let photo = try scene.photo(FilePath("\(number + 1_000).gif"))
            let found = number >= 100 ? [(id: 0, label: "cat")] : []
            try scene.keep(
                scene.record(of: photo, found, sha256: DataSetScene.content, format: "gif"),
                as: FilePath("\(number + 1_000).gif.json"))
        }
        let asked = Mutex<[FilePath]>([])
        let export = try #require(DataSetExport(format: "coco", copiesPhotos: true))
        #expect(throws: ResultsError.self) {
            try export.write(results: scene.results, to: scene.set, choosing: .init(blur: ["cat"])) { photo, _ in
                asked.withLock { $0.append(photo) }
                throw Down()
            }
        }
        #expect(asked.withLock { $0.map(\.lastComponent?.string) } == ["1100.gif"])
        #expect(scene.files(in: "images") == Set((1_000..<1_100).map { "\($0).gif" }))
    }

    /// What came into the data set's folder since the export began makes way, as it did before.
    @Test func aFileThatCameMeanwhileMakesWayForALink() throws {
        let scene = try DataSetScene()
        let photo = try scene.photo("a.gif")
        let labelled = LabelledPhoto(
            file: photo, image: .init(width: 1, height: 1, orientation: 1, format: "gif"), bytes: 7)
        let photos = DataSetPhotos(in: scene.set, copies: false)
        let place = photos.image("day/a", end: ".gif")
        try AtomicFile.write("other".utf8, to: place)
        try photos.place(labelled, at: place)
        #expect(FileCalls.status(place)?.kind == .link)
        // The folder may be made anew too.
        try FileManager.default.removeItem(atPath: scene.set.string)
        try photos.place(labelled, at: place)
        #expect(DataSetPhotos(in: scene.set, copies: false).holds(labelled, at: "day/a", end: ".gif"))
    }
}
