import Logging
import ServiceLifecycle

/// The only process that writes the queue: services that feed workers, publish what they answer and stop in order.
///
/// A stop reaches the services from the last to the first, each when the one behind it has ended:
///
/// 1. Workers: no more claims, a grace time for photos in work; then workers are killed and their claims given back.
/// 2. Intake.
/// 3. The publisher, which has ended already: the workers' service closes it.
/// 4. The others: score sheets, tables, the check of the queue's place, and last the socket, so that `status` answers while a run stops.
///
/// A service that fails cancels all others; claims are given back, and its error is the run's.
struct Supervisor: Sendable {
    let workers: WorkersService
    /// Takes photos in; nil where the queue is worked as it is.
    var intake: (any Service)?
    /// Ended after the workers, the last one first.
    var others: [any Service] = []

    /// Runs until there is no more work, or until the end is asked for.
    func run(until stop: StopRequest = StopRequest()) async throws {
        let beside = others + [workers.publisher] + [intake].compactMap { $0 }
        var services = beside.map { ServiceGroupConfiguration.ServiceConfiguration(service: PatientService(base: $0)) }
        services.append(.init(service: workers, successTerminationBehavior: .gracefullyShutdownGroup))
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services, logger: Logger(label: "quiver.services") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                await stop.wait()
                if stop.cause != nil {
                    // The slots may have ended already, and the publisher may wait for the queue's disk.
                    await workers.dispatcher.breaker.stopRetrying(within: workers.grace)
                    await group.triggerGracefulShutdown()
                }
                return false
            }
            tasks.addTask {
                try await group.run()
                return true
            }
            while let hasEnded = try await tasks.next(), !hasEnded {}
            tasks.cancelAll()
        }
    }
}

extension Publisher: Service {}

/// A service that has nothing left to do waits for its turn to end: the group takes an early end for a failure.
private struct PatientService: Service {
    let base: any Service

    func run() async throws {
        try await base.run()
        // Throws where the group is cancelled, which is an end as well.
        try? await gracefulShutdown()
    }
}

/// Something that goes on until the run ends.
struct LoopService: Service {
    /// Ends when its task is cancelled.
    let body: @Sendable () async throws -> Void

    func run() async throws {
        do { try await cancelWhenGracefulShutdown(body) } catch is CancellationError {}
    }
}
