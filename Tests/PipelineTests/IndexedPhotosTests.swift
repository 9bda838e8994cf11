import Findings
import Foundation
import Query
import Results
import Settings
import Storage
import StorageSQLite
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// What the queue tells of photos for `quiver find` is what their records say, wherever the record that counts lies.
@Suite struct IndexedPhotosTests {
    private static let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))
    private static let ended: Int64 = 1_780_000_000_000
    private let folder: TemporaryFolder
    private let store: SQLiteQueueStore
    private var results: FilePath { FilePath(folder.url.path) }

    /// Photos with as many cats as their number says, of which some have files.
    ///
    /// 1 the one that was written with its end, 2 a later one, 3 an earlier one, 5 a later one beside no result, 8 another photo of
    /// its name, and 9 is no photo of the queue. What is kept of 4 is due, and 6 is worked again.
    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteQueueStore(path: folder["quiver.sqlite"].path, owner: .current(), at: 0)
        let numbers: [UInt64] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        try store.transaction { transaction in
            _ = try transaction.jobs.enqueue(numbers.map { Self.new($0) }, at: 1)
            let request = ClaimRequest(limit: 99, owner: .current(), pipelines: [Self.pipeline])
            for (number, claim) in zip(numbers, try transaction.jobs.claim(request, at: 2)) {
                let record = Self.record(number, state: number == 5 ? .failed : .done)
                let line = Array(record.line.utf8)
                let outcome =
                    number == 5
                    ? Outcome.failed(JobFailure(code: "broken", message: "It ends.", fault: .input), result: line)
                    : .done(line)
                _ = try transaction.jobs.complete(
                    [(claim.id, number == 4 ? outcome : outcome.telling(PhotoFacts(record)))], at: Self.ended)
            }
            _ = try transaction.jobs.enqueue([Self.new(6, pipeline: Fingerprint(head: 1, tail: (1, 1, 1)))], at: 3)
        }
        try write(Self.record(1), to: "1.png.json", after: 0.5)
        try write(Self.record(2, label: "dog"), to: "2.png.json", after: 3_600)
        try write(Self.record(3, label: "dog"), to: "3.png.json", after: -3_600)
        try write(Self.record(5, label: "dog"), to: "5.png.json", after: -3_600)
        var newer = Self.record(8, label: "dog")
        newer.timestamp = Timestamp(milliseconds: Self.ended + 9_000)
        try write(newer, to: "8-2.png.json", after: 9)
        try write(Self.record(9), to: "9.png.json", after: -9)
    }

    private static func content(_ number: UInt64) -> Fingerprint { Fingerprint(head: number, tail: (1, 2, 3)) }

    private static func new(
        _ number: UInt64, pipeline: Fingerprint = pipeline, named name: String? = nil
    ) -> NewJob {
        let name = name ?? "\(number).png"
        return NewJob(
            place: Place(root: Array("/drop".utf8), path: Array(name.utf8)), output: Array("\(name).json".utf8),
            stamp: FileIdentity(device: 1, inode: number, size: 77, mtimeNanoseconds: 1), content: content(number),
            pipeline: pipeline)
    }

    private static func record(
        _ number: UInt64, state: Record.State = .done, label: String = "cat", named name: String? = nil
    ) -> Record {
        var photo = PhotoResult()
        if state == .done {
            let found = (0..<number).map { _ in
                Detection(label: label, classId: 0, confidence: 0.5, box: Box(x: 10, y: 10, width: 40, height: 30))
            }
            photo.image = .init(width: 400, height: 300, orientation: 1, format: "png")
            photo.results = [
                DetectorResult(detector: "cats", task: .detect, model: 0, threshold: 0.25, found: .detections(found))
            ]
        }
        return Record(
            timestamp: Timestamp(milliseconds: ended),
            source: .init(
                path: FilePath("/drop/\(name ?? "\(number).png")"), bytes: 77, sha256: content(number).description),
            state: state, error: state == .done ? nil : .init(code: "broken", message: "It ends.", fault: .input),
            attempts: 1, photo: photo)
    }

    /// Writes a record's file so many seconds after its photo ended.
    private func write(_ record: Record, to name: String, after seconds: Double) throws {
        try Data(record.line.utf8).write(to: folder[name])
        let moment = Date(timeIntervalSince1970: Double(Self.ended) / 1_000 + seconds)
        try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: folder[name].path)
    }

    private func control() throws -> QueueControl {
        var settings = Settings()
        settings.queue = .file(FilePath(folder["quiver.sqlite"].path))
        return try QueueControl(settings)
    }

    /// What a look into every record finds.
    private func walked(_ query: Query, _ queue: QueueControl) throws -> [String] {
        let (records, books) = (try StoredRecords(in: results, of: queue), try queue.books(for: query))
        let corrections = try ReviewedResults(in: results, of: queue)
        var found: [String] = []
        records.forEach(in: query.states) { path, record in
            let subject = corrections.querySubject(of: record, job: records.job(at: path), books: books)
            if query.matches(subject) { found.append("\(FoundPhoto(subject))") }
        }
        return found.sorted()
    }

    @Test(arguments: [
        "label:cat", "label:cat count>=3", "-label:cat", "label:dog", "label:cat OR label:dog", "count:0",
        "state:failed", "state:done label:cat", "-state:done", "is:open", "is:reviewed", "-is:open", "job:1..3",
        "job:3 label:dog", "-job:2", "name:2*", "name:1* OR label:cat count>=3", "format:png count:0", "error:*",
        "margin>=20%", "confidence>0.4", "-(label:cat count>=3)", "path:drop", "bytes:77", "processed>=2020",
        "cat OR dog", "-cat", "label:none", "is:duplicate,open", "set!=none",
    ])
    func whatTheQueueTellsIsWhatTheRecordsSay(text: String) throws {
        let (queue, query) = (try control(), try Query.parse(text))
        func check(_ what: String) throws {
            let found = try PhotoSearch(in: results, queue: queue).photos(query)
            let expected = try walked(query, queue)
            #expect(try found.photos().map { "\($0)" }.sorted() == expected, "\(what)")
            #expect(found.count == expected.count, "\(what)")
            #expect(try found.paths() == found.photos().map(\.photo), "\(what)")
            #expect(try found.paths(first: 2) == Array(found.paths().prefix(2)), "\(what)")
        }
        try check("as they ended")
        try store.transaction { transaction in
            _ = try transaction.reviews.accept(findingsOf: [Self.content(7).description: [:]])
            _ = try FactRenewal.renew(1, in: transaction)
        }
        try check("with a review")
        try store.transaction { _ = try FactRenewal.renew(9, in: $0) }
        try check("with all facts")
    }

    /// The photo that the queue knows came before the one of the file, or it came back after it.
    @Test(
        "A name that ends with a number and was used again is known by both records together",
        arguments: ["label:cat", "label:dog", "-label:cat"], [9_000, -9_000] as [Int64])
    func namesWithNumbersThatWereUsedAgain(text: String, later: Int64) throws {
        let name = "photo-10.png"
        let record = Self.record(10, named: name)
        try store.transaction { transaction in
            _ = try transaction.jobs.enqueue([Self.new(10, named: name)], at: 4)
            let request = ClaimRequest(limit: 1, owner: .current(), pipelines: [Self.pipeline])
            let claim = try #require(try transaction.jobs.claim(request, at: 5).first)
            let outcome = Outcome.done(Array(record.line.utf8)).telling(PhotoFacts(record))
            _ = try transaction.jobs.complete([(claim.id, outcome)], at: Self.ended)
        }
        var other = Self.record(11, label: "dog", named: name)
        other.timestamp = Timestamp(milliseconds: Self.ended + later)
        try write(other, to: "photo-10-2.png.json", after: 9)
        let (queue, query) = (try control(), try Query.parse(text))
        let found = try PhotoSearch(in: results, queue: queue).photos(query)
        #expect(try found.photos().map { "\($0)" }.sorted() == walked(query, queue))
        // Of both the later one is what the file holds by now.
        #expect(try found.paths().contains("/drop/" + name) == ((text == "label:cat") == (later < 0)))
    }

    /// Of what the queue tells no record is read.
    @Test(
        arguments: [
            // 1 has its own file, 3 an earlier one, 7 none; 6 is worked again.
            ("label:cat", [2, 4, 7, 8]), ("label:cat count>=6", [7, 8]), ("-label:cat", [1]), ("job:2..4", [2, 4]),
            ("state:done -label:cat", [1]), ("name:1*", []), ("label:dog", []),
        ] as [(String, [Int64])])
    func photosThatSurelyFitAreTold(text: String, jobs: [Int64]) throws {
        let told = try IndexedPhotos(try Query.parse(text), in: results, of: control())
        #expect(told.fitting.map(\.job.rawValue).sorted() == jobs)
    }

    /// Whichever job was the last one when the look began, and of whatever size its parts are.
    @Test(arguments: [1, 2, 4, 100], [nil, 0, 3, 9, 99] as [Int64?])
    func allPartsTogetherAreTheWholeQueue(step: Int, newest: Int64?) throws {
        let queue = try control()
        let found = Mutex<[EndedPlace]>([])
        try QueueRecords.forEachPlaces(in: queue, upTo: newest.map { JobID(rawValue: $0) }, by: step) { places in
            found.withLock { $0 += places }
        }
        let expected = try queue.read {
            try $0.endedPlaces(after: nil, through: nil, limit: 99, possible: .always, sure: .never).places
        }
        let all = found.withLock { $0.sorted { $0.job < $1.job } }
        #expect(all == expected.sorted { $0.job < $1.job })
        #expect(all.count == 9)
    }

    /// The part of photo 6's result is read while its re-run has the place, and the re-run's own part when it has none any more.
    @Test func aPlaceThatIsGivenBackMeanwhileIsMet() throws {
        let queue = try control()
        let rerun = JobID(rawValue: 10)
        #expect(try queue.read { try $0.job(rerun)?.isCurrent } == true)
        let found = Mutex<[EndedPlace]>([])
        try QueueRecords.forEachPlaces(in: queue, upTo: JobID(rawValue: 9), by: 100) { places in
            let isFirst = found.withLock { found in
                defer { found += places }
                return found.isEmpty
            }
            guard isFirst else { return }
            do {
                let cancelled = try store.transaction {
                    try $0.jobs.change(.cancel(JobFilter(ids: [rerun])), limit: 1, at: 4)
                }
                #expect(cancelled == [rerun])
            } catch {
                Issue.record(error)
            }
        }
        let jobs = found.withLock { Set($0.map(\.job.rawValue)) }
        #expect(jobs == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test func whatFailsBesideThePartsIsThrown() throws {
        struct Fault: Error {}
        let queue = try control()
        #expect(throws: Fault.self) {
            try QueueRecords.forEachPlaces(in: queue, upTo: JobID(rawValue: 9), by: 2) {
                throw Fault()
            } _: { _ in
            }
        }
    }

    @Test func photosComeInTheNaturalOrderOfTheirPaths() throws {
        let found = try PhotoSearch(in: results, queue: control()).photos(try Query.parse("label:cat,dog"))
        let names = try found.paths().map { $0.split(separator: "/").last.map(String.init) }
        #expect(names == ["1.png", "2.png", "3.png", "4.png", "5.png", "6.png", "7.png", "8.png", "9.png"])
        #expect(try found.photos(first: 3).map(\.findings) == [1, 2, 3])
    }

    @Test func aFolderWithoutAQueueIsRead() throws {
        let found = try PhotoSearch(in: results, queue: nil).photos(try Query.parse("label:cat"))
        #expect(try found.paths() == ["/drop/1.png", "/drop/9.png"])
    }
}
