import ServiceLifecycle

/// Runs every worker slot until there is no more work, or until the grace time after a stop is over.
///
/// It ends the run when it ends, and closes the publisher behind the last slot: what a worker has answered is published,
/// whether the slots end well or not.
struct WorkersService: Service {
    let dispatcher: JobDispatcher
    let publisher: Publisher
    let slots: [WorkerSlot]
    var running = RunningWorkers()
    /// How long photos in work may take after a stop.
    let grace: Duration

    func run() async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await serve()) } catch { result = .failure(error) }
        await dispatcher.stop()
        await publisher.close()
        try result.get()
    }

    private func serve() async throws {
        let ends = ChangeSignal()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for slot in slots {
                group.addTask {
                    try await slot.serve()
                    return true
                }
            }
            group.addTask {
                // Returns at a stop; throws when the slots have ended, or when another service has failed.
                try? await gracefulShutdown()
                // What the slots have worked is published and told, however long the queue's disk is full.
                guard ends.count == 0 else { return false }
                let grace = Task.isCancelled ? .zero : grace
                await dispatcher.stop()
                running.endStarting()
                await dispatcher.breaker.stopRetrying(within: grace)
                try? await Task.sleep(for: grace)
                return false
            }
            var serving = slots.count
            while serving > 0, let isSlot = try await group.next() {
                guard isSlot else { break }
                serving -= 1
            }
            if serving == 0 { ends.notify() }
            group.cancelAll()
        }
    }
}
