import Control
import Glibc
import SystemValues

extension QueueControl {
    /// How long an answer is waited for: models are read.
    private static let patience = 300

    /// Has the supervisor that runs on this host go on with its settings as they are now, or say what they would change.
    ///
    /// - Parameters:
    ///   - check: Only says it.
    ///   - again: Whether photos that are done are processed again.
    /// - Throws: `ControlError` with the mistakes of the settings, or where no supervisor runs; then nothing changes.
    public func reload(check: Bool, again: Bool) async throws -> ReloadReport {
        let reply = try await BlockingLane("quiver.ask").perform { [location] in
            try ControlClient.ask(.reload(check: check, again: again), queue: location, within: Self.patience)
        }
        switch reply {
        case nil: throw ControlError.nothingToReload
        case .reload(let report): return report
        case .error(let error): throw error
        default: throw Self.otherVersion
        }
    }

    private static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Waits until the supervisor that was told to reload works with its new settings.
    ///
    /// - Parameter before: How it stood before it was told.
    /// - Throws: `ControlError` where it has ended, or another one runs in its place.
    public func wait(forReloadSince before: LiveStatus) async throws {
        let lane = BlockingLane("quiver.ask")
        while true {
            try await Task.sleep(for: .milliseconds(200))
            let now = try? await lane.perform { try self.live() }
            if let now, now.startedAt != before.startedAt { return }
            // The process goes on under its number; where that is gone, so is the supervisor.
            if now == nil, !Self.isAlive(before.processIdentifier) {
                throw ControlError(
                    .unavailable,
                    "the supervisor has ended and did not begin again; its own messages say why", fault: .environment)
            }
        }
    }
}
