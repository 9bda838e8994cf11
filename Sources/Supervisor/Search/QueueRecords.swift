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
    private struct Known {
        var span: EndingSpan
        var places: [FilePath: QueuedPlace] = [:]
        var jobs: [FilePath: JobID] = [:]

        mutating func take(_ some: [EndedPlace]) {
            for place in some {
                let path = FilePath(rawBytes: place.way)
                if let former = places[path], let job = jobs[path],
                    !place.isLater(than: (former.finished, job))
                {
                    continue
                }
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
