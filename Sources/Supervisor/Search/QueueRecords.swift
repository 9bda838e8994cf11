import Glibc
import Results
import Storage
import Synchronization
import SystemPackage
import SystemValues

/// The records that a queue holds, by the paths that their files have or would have.
///
/// Where they are is kept until the next photo ends or is forgotten.
public final class QueueRecords: QueuedRecords, Sendable {
    /// Jobs that are read at one moment: a long look holds up the writer's housekeeping.
    static let step = 10_000

    private struct Known {
        var span: EndingSpan
        var places: [FilePath: QueuedPlace] = [:]
        var jobs: [FilePath: JobID] = [:]

        mutating func take(_ some: [EndedPlace]) {
            for place in some {
                let path = FilePath(rawBytes: place.way)
                if let former = places[path], former.finished > place.finished { continue }
                places[path] = QueuedPlace(place)
                jobs[path] = place.job
            }
        }
    }

    private let queue: QueueControl
    private let known = Mutex<Known?>(nil)

    /// The records of a queue.
    public init(_ queue: QueueControl) { self.queue = queue }

    /// Every photo that has ended; of one that is worked again the result that stands until then; blocks.
    public func places() throws -> [FilePath: QueuedPlace] {
        let span = try queue.read { try $0.endingSpan() }
        return try known.withLock { known in
            if let known, known.span == span { return known.places }
            let found = Mutex(Known(span: span))
            try Self.forEachPlaces(in: queue, upTo: Self.newest(in: queue)) { places in
                found.withLock { $0.take(places) }
            }
            known = found.withLock { $0 }
            return known?.places ?? [:]
        }
    }

    /// Calls with every place of a record, some together; blocks.
    ///
    /// They are read on all processors, so that the calls come from several threads and in no order.
    ///
    /// - Parameters:
    ///   - possible: What holds for each photo that fits what is asked.
    ///   - sure: What holds for photos alone that fit it.
    ///   - newest: The last current job, as ``newest(in:)`` tells it.
    ///   - other: Is done beside it.
    static func forEachPlaces(
        in queue: QueueControl, upTo newest: JobID?, possible: FactCondition = .always, sure: FactCondition = .never,
        beside other: @Sendable () throws -> Void = {}, _ body: @Sendable ([EndedPlace]) -> Void
    ) throws {
        @Sendable func read(_ part: Part) throws {
            var next = part.after
            repeat {
                let page = try queue.read {
                    try $0.endedPlaces(
                        after: next, through: part.through, limit: step, possible: possible, sure: sure)
                }
                body(page.places)
                next = page.next
            } while next != nil
        }
        let parts = newest.map(Part.upTo) ?? []
        let ends = ([nil] + parts).mapOnAllProcessors { part in
            Result { if let part { try read(part) } else { try other() } }
        }
        for end in ends { try end.get() }
        // A photo that is worked again meanwhile has its current job here.
        try read(Part(after: newest, through: nil))
    }

    /// The last current job of a queue; nil where there is none.
    static func newest(in queue: QueueControl) throws -> JobID? {
        try queue.read { try $0.page(PageRequest(limit: 1, newestFirst: true)).first?.id }
    }

    /// Jobs that follow each other.
    struct Part {
        /// So many at most, however high a stranger's queue counts.
        private static let most: Int64 = 64

        let after: JobID?
        let through: JobID?

        static func upTo(_ newest: JobID) -> [Part] {
            let newest = max(0, newest.rawValue)
            let size = max(Int64(QueueRecords.step), newest / most + 1)
            return (0...newest / size).map { part in
                let end = part == newest / size ? newest : (part + 1) * size - 1
                return Part(after: JobID(rawValue: part * size - 1), through: JobID(rawValue: end))
            }
        }
    }

    /// The job whose record belongs to a path, as ``places()`` has met it.
    public func job(at path: FilePath) -> JobID? { known.withLock { $0?.jobs[path] } }

    /// The stored records, read at one moment.
    public func records(at paths: ArraySlice<FilePath>, atMost bytes: Int) -> [[UInt8]?] {
        let jobs = known.withLock { known in paths.map { known?.jobs[$0] } }
        // One that cannot be read holds up none of the others.
        return queue.records(of: jobs, atMost: bytes) ?? paths.prefix(1).map(record(at:))
    }

    /// Whether its file, and each that belongs to it, is this user's or root's; a database is others' too.
    public var isThisUsers: Bool {
        let files = queue.location.databaseFiles
        return !files.isEmpty
            && files.allSatisfy { file in
                do throws(Errno) {
                    return [0, geteuid()].contains(try Syscalls.status(file, follow: true).owner)
                } catch {
                    return error == .noSuchFileOrDirectory
                }
            }
    }

    /// The stored record; nil where the job ended without one, or is forgotten by now.
    public func record(at path: FilePath) -> [UInt8]? {
        known.withLock { $0?.jobs[path] }.flatMap { job in try? queue.read { try $0.result(of: job) } }
    }
}

extension QueueControl {
    /// The records of the first of some jobs, at least of one, and of no more once they have so many bytes, read at one moment; nil where
    /// one of them cannot be read.
    func records(of jobs: [JobID?], atMost bytes: Int) -> [[UInt8]?]? {
        try? read { rows in
            var (records, size) = ([[UInt8]?](), 0)
            for job in jobs where size < bytes || records.isEmpty {
                records.append(try job.flatMap(rows.result))
                size += records.last??.count ?? 0
            }
            return records
        }
    }
}

extension StoredRecords {
    /// The records of a folder of results, and of the queue that made them; blocks.
    ///
    /// - Parameter queue: Nil where there is none.
    public init(in results: FilePath, of queue: QueueControl?) throws(ResultsError) {
        try self.init(in: results, of: queue.map(QueueRecords.init) as (any QueuedRecords)?)
    }
}

extension QueuedPlace {
    /// Where a record lies, as a store says it.
    init(_ place: EndedPlace) { self.init(finished: place.finished, hasResult: place.hasResult) }
}
