import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs a service until it ends: SIGINT or SIGTERM stops it in good order, a second one ends the process at once.
///
/// An end at once loses nothing: workers see their supervisor go, and the next start gives their photos out again.
enum GracefulStop {
    /// - Returns: Whether a signal asked for the end.
    static func run(_ service: some Service) async throws -> Bool {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: service, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .cancelGroup)
                ], logger: Logger(label: "quiver.services") { _ in SwiftLogNoOpLogHandler() }))
        let interrupted = Flag()
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                    if interrupted.isRaised { _exit(130) }
                    interrupted.raise()
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
        return interrupted.isRaised
    }
}
