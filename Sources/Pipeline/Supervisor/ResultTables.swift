import Dispatch
import JobQueue
import Results
import SystemPackage

/// Writes the run's tables, `results.csv` and `results.jsonl`, from what the queue holds.
///
/// They are written from the database and not along the way, so that they are right after a crash, a repetition or a
/// correction; a page at a time, so that 100,000 photos cost no memory.
struct ResultTables: Sendable {
    let queue: QueueService
    let records: RecordMaker
    let csv: FilePath?
    let jsonLines: FilePath?
    /// The tables speak of photos that were worked with the present settings.
    let pipeline: Fingerprint

    private static let pageSize = 500

    /// Writes the tables, or puts it off where the disk is in the way: they are made anew each time.
    ///
    /// - Returns: Whether they were written.
    func tryToWrite(on disk: DispatchQueue, _ outage: Outage) async throws -> Bool {
        do {
            try await write(on: disk)
            return true
        } catch let error as ResultsError where error.fault == .environment {
            await outage.report(Outage.Trouble(error))
            return false
        } catch let error as JobQueueError where error.isPassing {
            await outage.report(Outage.Trouble(error))
            return false
        }
    }

    func write(on disk: DispatchQueue) async throws {
        guard csv != nil || jsonLines != nil else { return }
        let tables = try await disk.perform { try Tables(csv: csv, jsonLines: jsonLines) }
        var filter = JobFilter(states: [.done, .failed, .gone, .quarantined, .cancelled])
        filter.pipeline = pipeline
        let settled = filter
        var last: JobID?
        while true {
            let after = last
            // One page is one short reading: a long one would hold up the queue's own work.
            let page = try await queue.perform { verbs in
                try verbs.page(PageRequest(settled, after: after, limit: Self.pageSize))
                    .map { (job: $0, result: try verbs.result(of: $0.id)) }
            }
            guard let end = page.last?.job.id else { break }
            last = end
            try await disk.perform {
                for (job, result) in page {
                    try tables.append(result, else: records.record(for: job))
                }
            }
        }
        try await disk.perform { try tables.finish() }
    }

    /// The tables under way; touched by the disk's thread only, one call after the other.
    private final class Tables: @unchecked Sendable {
        private let csv: CSVTable?
        private let jsonLines: JSONLines?

        init(csv: FilePath?, jsonLines: FilePath?) throws {
            self.csv = try csv.map { try CSVTable(at: $0) }
            self.jsonLines = try jsonLines.map { try JSONLines(at: $0) }
        }

        /// Adds a stored record, or one made up for a job that has none.
        func append(_ stored: [UInt8]?, else substitute: @autoclosure () -> Record) throws {
            if let jsonLines {
                // What is stored is the line already.
                if let stored { try jsonLines.append(line: stored) } else { try jsonLines.append(substitute()) }
            }
            if let csv { try csv.append(stored.flatMap { try? Record.decode($0) } ?? substitute()) }
        }

        func finish() throws {
            try csv?.finish()
            try jsonLines?.finish()
        }
    }
}
