import Glibc
import Query
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
    private static let step = 1_000
    /// Times of files are coarser than the clock, and a share's clock is another one.
    private static let tolerance: Int64 = 1_000

    private struct Known {
        var span: EndingSpan
        var places: [FilePath: QueuedPlace] = [:]
        var jobs: [FilePath: JobID] = [:]
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
            var found = Known(span: span)
            try read(into: &found)
            known = found
            return found.places
        }
    }

    private func read(into found: inout Known) throws {
        var last: JobID?
        while true {
            let page = try queue.read { jobs in
                try jobs.page(PageRequest(after: last, limit: Self.step)).map { job in
                    (id: job.id, ended: job.state.isFinal ? job : try job.counterpart.flatMap(jobs.job))
                }
            }
            for job in page.compactMap(\.ended) {
                guard let finished = job.finished, let path = PathBelow(job.output)?.path else { continue }
                if let former = found.places[path], former.finished > finished { continue }
                found.places[path] = QueuedPlace(finished: finished, hasResult: job.state == .done)
                found.jobs[path] = job.id
            }
            guard page.count == Self.step, let next = page.last?.id else { return }
            last = next
        }
    }

    /// The job whose record belongs to a path, as ``places()`` has met it.
    func job(at path: FilePath) -> JobID? { known.withLock { $0?.jobs[path] } }

    /// The records of photos that surely do not fit a query, by their number in the queue or by what is kept of them; blocks.
    ///
    /// What else the query asks of a job is not looked at: a record knows its photo's path and state itself. By what is kept those
    /// with a result are told alone, and not those in whose place another record counts: a file that was written later, or the
    /// result of another job.
    func unfit(for query: Query, in results: FilePath) throws -> Set<FilePath> {
        let (possible, places) = (query.factBoundsOfRecord.possible, try places())
        var (others, request) = (Set<FilePath>(), PageRequest(limit: Self.step))
        if !query.mayFit(job: nil) {
            let jobs = known.withLock { $0?.jobs } ?? [:]
            others.formUnion(jobs.lazy.filter { !query.mayFit(job: $0.value.rawValue) }.map(\.key))
        }
        guard possible != .always else { return others }
        let impossible = possible.opposite
        request.filter.states = [.done]
        request.condition = impossible
        while true {
            let (page, sure) = try queue.read { jobs in
                let page = try jobs.page(request)
                return (page, try jobs.jobs(among: page.map(\.id), surely: impossible))
            }
            for job in page where sure.contains(job.id) {
                guard let finished = job.finished, let path = PathBelow(job.output)?.path,
                    places[path] == QueuedPlace(finished: finished, hasResult: true),
                    !Self.isLater(results.pushing(path), than: finished)
                else { continue }
                others.insert(path)
            }
            guard page.count == Self.step, let last = page.last?.id else { return others }
            request.after = last
        }
    }

    /// Whether a file was surely written after a moment, or cannot be looked at; false where there is none.
    private static func isLater(_ file: FilePath, than moment: Int64) -> Bool {
        do {
            let written = try Syscalls.status(file, follow: true).modified
            return written.seconds &* 1_000 &+ written.nanoseconds / 1_000_000 > moment + tolerance
        } catch {
            return error != .noSuchFileOrDirectory
        }
    }

    /// The stored records, read at one moment.
    public func records(at paths: ArraySlice<FilePath>, atMost bytes: Int) -> [[UInt8]?] {
        guard let first = paths.first else { return [] }
        let jobs = known.withLock { known in paths.map { known?.jobs[$0] } }
        let records = try? queue.read { rows in
            var (records, size) = ([[UInt8]?](), 0)
            for job in jobs where size < bytes || records.isEmpty {
                records.append(try job.flatMap(rows.result))
                size += records.last??.count ?? 0
            }
            return records
        }
        // One that cannot be read holds up none of the others.
        return records ?? [record(at: first)]
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

extension StoredRecords {
    /// The records of a folder of results, and of the queue that made them; blocks.
    ///
    /// - Parameter queue: Nil where there is none.
    public init(in results: FilePath, of queue: QueueControl?) throws(ResultsError) {
        try self.init(in: results, of: queue.map(QueueRecords.init) as (any QueuedRecords)?)
    }
}
