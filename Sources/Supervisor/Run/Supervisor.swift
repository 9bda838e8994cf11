import Dispatch
import JobQueue
import ServiceLifecycle

/// The only process that writes the queue: feeds the workers, publishes what they answer, and stops in good order.
///
/// Stopping has three steps: no more claims; a grace time for photos in work; then workers are killed and their claims
/// given back uncounted.
struct Supervisor: Service {
    let source: WorkSource
    let publisher: Publisher
    let slots: [WorkerSlot]
    var running = RunningWorkers()
    let grace: Duration
    /// Everything that has to happen beside the work, ended when the work has ended.
    let companions: [@Sendable () async throws -> Void]

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { beside in
            for companion in companions {
                beside.addTask {
                    do { try await companion() } catch is CancellationError {}
                }
            }
            // A companion that fails, such as an intake without its folder, ends the work; claims are given back.
            beside.addTask { try await publishing { try await work() } }
            do {
                for try await _ in beside where await source.isStopped { beside.cancelAll() }
            } catch {
                await source.stop()
                await source.outage.end(within: .zero)
                beside.cancelAll()
                while await beside.nextResult() != nil {}
                throw error
            }
        }
    }

    /// Publishes what the body's workers answer, the last answer included, whether the body ends well or not.
    ///
    /// A publisher that fails ends the body: nothing that the workers answer could be kept.
    private func publishing(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [publisher] in try await publisher.run() }
            group.addTask { [publisher] in
                let result: Result<Void, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                await publisher.close()
                try result.get()
            }
            var failure: (any Error)?
            while let result = await group.nextResult() {
                guard case .failure(let error) = result else { continue }
                if failure == nil || failure is CancellationError { failure = error }
                await source.stop()
                // The publisher must still take in what the workers' slots hand back; only the work is told to end.
                group.cancelAll()
            }
            if let failure { throw failure }
        }
    }

    /// Runs every slot until there is no more work, or until the grace time after a stop is over.
    private func work() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for slot in slots {
                group.addTask {
                    try await slot.serve()
                    return true
                }
            }
            group.addTask {
                // Ends when the work does (cancelled) or when photos in work have had their time.
                try? await gracefulShutdown()
                await source.stop()
                running.endStarting()
                await source.outage.end(within: grace)
                try? await Task.sleep(for: grace)
                return false
            }
            var serving = slots.count
            while serving > 0, let isSlot = try await group.next() {
                guard isSlot else { break }
                serving -= 1
            }
            group.cancelAll()
        }
    }
}
