import Storage
import Synchronization

/// Photos whose files this process has placed, and whose claims were another's by then.
///
/// The record that lies there is to be the holder's: once the photo has ended, it is written again from what the queue keeps.
final class LostOutputs: Sendable {
    /// With the photo's rights.
    private let jobs = Mutex<[JobID: UInt32?]>([:])

    /// Takes note of a photo.
    func note(_ job: JobID, mode: UInt32?) { jobs.withLock { $0[job] = .some(mode) } }

    /// Writes the records of those that have ended meanwhile; the others are looked at again.
    func mend(by backfill: RecordBackfill) async throws {
        for (job, mode) in jobs.withLock({ $0 }) {
            let found = try await backfill.queue.job(job)
            if let found, found.isCurrent, !found.state.isFinal { continue }
            if found != nil { _ = try await backfill.writeAgain([(job, mode)]) }
            // Not before: a run that is to end stops here, and does at its end what is left.
            jobs.withLock { _ = $0.removeValue(forKey: job) }
        }
    }
}
