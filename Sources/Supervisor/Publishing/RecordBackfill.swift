import Dispatch
import JobQueue
import QueueStorage
import Results
import SystemPackage

/// Writes the records of photos that ended without a worker's answer: called off, gone, or put aside at a start.
///
/// Their end is in the queue first, so a crash may come before the record. Such a job has no record in the queue either,
/// which tells them apart; it gets one when its file is written.
struct RecordBackfill: Sendable {
    let queue: QueueService
    let records: RecordBuilder

    init(queue: QueueService, records: RecordBuilder) {
        self.queue = queue
        self.records = records
    }

    /// Writing blocks: every record is synced.
    private let disk = DispatchQueue(label: "quiver.backfill")

    private static let atOnce = 500

    /// Writes the missing record of every current job, a page at a time; called once at a start.
    func writeMissing() async throws {
        let counts = try await queue.overview()
        guard counts[.cancelled] + counts[.quarantined] + counts[.gone] > 0 else { return }
        var last: JobID?
        while true {
            let after = last
            let page = try await queue.perform { transaction in
                try transaction.jobs.page(
                    PageRequest(
                        JobFilter(states: [.cancelled, .quarantined, .gone]), after: after, limit: Self.atOnce)
                ).map { (job: $0, isMissing: try transaction.jobs.result(of: $0.id) == nil) }
            }
            guard let end = page.last?.job.id else { return }
            last = end
            for (job, isMissing) in page where isMissing { try await write(job) }
        }
    }

    /// Writes the record of one job that has ended.
    func write(_ job: Job) async throws {
        guard job.isCurrent, job.state.isFinal else { return }
        let record = records.record(for: job)
        try await disk.perform { [records] in try records.write(record, of: job) }
        let line = Array(record.line.utf8)
        try await queue.perform { transaction in
            // Somebody may have put the photo back meanwhile.
            guard try transaction.jobs.job(job.id)?.state == job.state else { return }
            try transaction.jobs.saveResult(line, of: job.id)
        }
    }
}
