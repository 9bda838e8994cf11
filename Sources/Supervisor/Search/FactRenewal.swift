import Query
import Results
import Storage

/// Makes anew what queries ask of photos where it is due: after a review, and in queues of the time before.
///
/// Until then queries read the records of these photos, so that no answer waits for it.
struct FactRenewal: Sendable {
    let queue: QueueService
    let warn: @Sendable (String) -> Void
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Photos of one transaction: a few hundredths of a second of the queue's thread.
    private static let atOnce = 20
    /// Records that are read together, and the bytes of records behind which a transaction reads no others.
    private static let (together, mostBytes) = (5, 4 << 20)
    /// Between two of them, in which photos end.
    private static let breath = Duration.milliseconds(200)
    /// How soon it is looked again where nothing was due: queries lose nothing by it, and a machine with nothing to do sleeps on.
    private static let rest = Duration.seconds(300)

    /// Runs until cancelled.
    func run() async throws {
        var hasWarned = false
        while true {
            // Most looks find nothing, and change nothing.
            let isDue = try await queue.look { try !$0.jobs.jobsWithDueFacts(limit: 1).isEmpty }
            if isDue {
                let renewed = try await queue.perform { try Self.renew(Self.atOnce, in: $0) }
                if let fault = renewed.fault, !hasWarned {
                    warn(fault)
                    hasWarned = true
                }
            }
            try await sleep(isDue ? Self.breath : Self.rest)
        }
    }

    /// What was made anew.
    struct Renewed: Sendable {
        var photos = 0
        /// Why one of them still has its record read by queries.
        var fault: String?
    }

    /// Makes the facts of some photos anew.
    static func renew(_ limit: Int, in transaction: QueueTransaction) throws -> Renewed {
        let due = try transaction.jobs.jobsWithDueFacts(limit: limit)
        // Facts are of a moment in which nothing else changes: a store with several writers is to know it before records are read.
        if !due.isEmpty { try transaction.jobs.foresee(.arrivals([])) }
        var (renewed, bytes) = (Renewed(), 0)
        for start in stride(from: 0, to: due.count, by: together) where bytes < mostBytes {
            let part = Array(due[start..<min(start + together, due.count)])
            let results = try transaction.jobs.results(of: part)
            bytes += results.values.reduce(0) { $0 + $1.count }
            for id in part {
                guard let job = try transaction.jobs.job(id) else { continue }
                let facts = try facts(of: job, stored: results[id], in: transaction, fault: &renewed.fault)
                try transaction.jobs.keep(facts: facts, of: id)
            }
            renewed.photos += part.count
        }
        return renewed
    }

    private static func facts(
        of job: Job, stored: [UInt8]?, in transaction: QueueTransaction, fault: inout String?
    ) throws -> PhotoFacts {
        let content = job.content?.description
        guard let stored, var record = try? Record.decode(stored) else {
            var nothing = PhotoFacts()
            (nothing.content, nothing.isReviewed) = (content, true)
            return nothing
        }
        record.source = job.place.local(record.source)
        do {
            let review = try content.flatMap { try transaction.reviews.findingReview(ofContent: $0)?.review }
            return PhotoFacts(record, review: review, content: content, isReviewed: true)
        } catch let error as ReviewBookError {
            // One review that cannot be read ends no run: what it may say is left to the record.
            fault = "\(job.printablePath): \(error)"
            var facts = PhotoFacts(record, review: nil, content: content, isReviewed: true)
            facts.gaps.formUnion([.findings, .marks, .margin, .texts])
            return facts
        }
    }
}
