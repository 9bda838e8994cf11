import Logging
import ServiceLifecycle
import Supervisor

/// Runs one service until it is told to stop.
enum Serving {
    static func run(_ service: any Service, until stop: StopRequest) async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: Logger(label: "quiver.serve") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                await stop.wait()
                if stop.cause != nil { await group.triggerGracefulShutdown() }
            }
            tasks.addTask { try await group.run() }
            // The one that ends first is the group, unless a stop has been asked for; then it ends next.
            try await tasks.next()
            if stop.cause != nil { try await tasks.next() }
            tasks.cancelAll()
        }
    }
}
