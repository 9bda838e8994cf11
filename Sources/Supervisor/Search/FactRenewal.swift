import Query
import Results
import Storage

/// Makes anew what queries ask of photos where it is due: after a review, and in queues of the time before.
///
/// Until then queries read the records of these photos, so that no answer waits for it.
struct FactRenewal: Sendable {
    let queue: QueueService
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Photos of one transaction: a tenth of a second of the queue's thread at most.
    private static let atOnce = 100
    /// Between two of them, in which photos end.
    private static let breath = Duration.milliseconds(200)
    /// How soon it is looked again where nothing was due.
    private static let rest = Duration.seconds(10)

    /// Runs until cancelled.
    func run() async throws {
        while true {
            // Most looks find nothing, and change nothing.
            let isDue = try await queue.look { try !$0.jobs.jobsWithDueFacts(limit: 1).isEmpty }
            if isDue { _ = try await queue.perform { try Self.renew(Self.atOnce, in: $0) } }
            try await sleep(isDue ? Self.breath : Self.rest)
        }
    }

    /// Makes the facts of some photos anew, and returns how many they were.
    static func renew(_ limit: Int, in transaction: QueueTransaction) throws -> Int {
        let due = try transaction.jobs.jobsWithDueFacts(limit: limit)
        let results = try transaction.jobs.results(of: due)
        for id in due {
            guard let job = try transaction.jobs.job(id) else { continue }
            try transaction.jobs.keep(facts: facts(of: job, stored: results[id], in: transaction), of: id)
        }
        return due.count
    }

    private static func facts(
        of job: Job, stored: [UInt8]?, in transaction: QueueTransaction
    ) throws -> PhotoFacts {
        let content = job.content?.description
        guard let stored, var record = try? Record.decode(stored) else {
            var nothing = PhotoFacts()
            (nothing.content, nothing.isReviewed) = (content, true)
            return nothing
        }
        record.source = job.place.local(record.source)
        let review = try content.flatMap { try transaction.reviews.findingReview(ofContent: $0)?.review }
        return PhotoFacts(record, review: review, content: content, isReviewed: true)
    }
}
