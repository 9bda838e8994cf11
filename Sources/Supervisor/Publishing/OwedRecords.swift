import Dispatch
import JobQueue
import QueueStorage
import Results
import SystemPackage

/// Writes the records of photos that ended without a worker's answer: called off, gone, or put aside at a start.
///
/// Their end is in the queue first, so a crash may come before the record. Such a job has no record in the queue either,
/// which tells them apart; it gets one when its file is written.
struct OwedRecords: Sendable {
    let queue: QueueService
    let records: RecordMaker

    init(queue: QueueService, records: RecordMaker) {
        self.queue = queue
        self.records = records
    }

    /// Writing blocks: every record is synced.
    private let disk = DispatchQueue(label: "quiver.owed")

    private static let atOnce = 500

    /// Pays what is owed to all current jobs, a page at a time; to be called at a start.
    func pay() async throws {
        let counts = try await queue.overview()
        guard counts[.cancelled] + counts[.quarantined] + counts[.gone] > 0 else { return }
        var last: JobID?
        while true {
            let after = last
            let page = try await queue.perform { transaction in
                try transaction.jobs.page(
                    PageRequest(
                        JobFilter(states: [.cancelled, .quarantined, .gone]), after: after, limit: Self.atOnce)
                ).map { (job: $0, isOwed: try transaction.jobs.result(of: $0.id) == nil) }
            }
            guard let end = page.last?.job.id else { return }
            last = end
            for (job, isOwed) in page where isOwed { try await pay(job) }
        }
    }

    /// Writes the record of one job that has ended.
    func pay(_ job: Job) async throws {
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
