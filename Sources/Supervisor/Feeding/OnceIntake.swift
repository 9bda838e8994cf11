import Dispatch
import JobQueue
import QueueStorage
import ServiceLifecycle
import SystemPackage

/// Intake of a run that ends: collects what is there, and once more what changed under a worker's hands meanwhile.
struct OnceIntake: Service {
    let intake: IntakeService
    let queue: QueueService
    let dispatcher: JobDispatcher
    let pipeline: Fingerprint
    let backfill: RecordBackfill
    let roots: RootCheck
    let disk: DispatchQueue
    let now: @Sendable () -> UnixMillis
    /// Is called when everything there is has been found.
    let onFirst: @Sendable () -> Void

    /// A file that changes as often as it is read must not keep the run from ending.
    private static let mostPasses = 5

    /// Runs until nothing waits for intake; tells the dispatcher then that nothing more will come.
    func run() async throws {
        for pass in 1...Self.mostPasses {
            try await intake.run()
            if pass == 1 { onFirst() }
            try await dispatcher.untilWorked()
            let waiting = try await forgetTheVanished()
            if waiting == 0 { break }
            if await dispatcher.isStopped { break }
        }
        await dispatcher.intakeHasEnded()
    }

    /// Ends jobs whose file is not there any more; returns how many still wait for theirs.
    private func forgetTheVanished() async throws -> Int {
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
}
