import Glibc
import Logging
import ServiceLifecycle

/// Runs a service until it ends or its end in good order is asked for.
enum GracefulStop {
    static func run(_ service: some Service, until stop: StopRequest) async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: service, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .cancelGroup)
                ], logger: Logger(label: "quiver.services") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                await stop.wait()
                if stop.cause != nil { await group.triggerGracefulShutdown() }
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
