import Control
import Dispatch
import JobQueue
import QueueStorage
import SystemPackage

/// Photos that wait for their file to be whole, and whose file has gone meanwhile.
struct VanishedPhotos: Sendable {
    let queue: QueueService
    let dispatcher: JobDispatcher
    let pipeline: Fingerprint
    let backfill: RecordBackfill
    let roots: RootCheck
    let disk: DispatchQueue
    let now: @Sendable () -> UnixMillis

    /// Ends jobs whose file is not there any more; returns how many still wait for theirs.
    func end() async throws -> Int {
        guard try await dispatcher.breaker.retrying({ [queue] in try await queue.overview() })[.waiting] > 0 else {
            return 0
        }
        var filter = JobFilter(states: [.waiting])
        filter.pipeline = pipeline
        let wanted = filter
        let waiting = try await dispatcher.breaker.retrying { [queue] in
            try await queue.page(PageRequest(wanted, limit: 10_000))
        }
        let vanished = try await disk.perform { [roots] in
            waiting.filter { roots.isGone($0.place) }
        }
        guard !vanished.isEmpty else { return waiting.count }
        let ids = vanished.map(\.id)
        _ = try await queue.change(.vanish(JobFilter(ids: ids)), at: now())
        for id in ids {
            if let job = try await queue.job(id) { try await backfill.write(job) }
        }
        return waiting.count - vanished.count
    }

    /// Does so until cancelled: whoever watches folders meets no end at which to look.
    func endAgainAndAgain(every pause: Duration, _ onEvent: @Sendable (RunEvent) -> Void) async throws {
        while true {
            try await Task.sleep(for: pause)
            do {
                _ = try await end()
            } catch let error as CancellationError {
                throw error
            } catch {
                onEvent(.warning("photos that have gone cannot be noted: \(error); it is tried again later"))
            }
        }
    }
}
