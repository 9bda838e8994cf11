/// What waits while the place where a queue is kept has a passing fault, such as a full disk.
public protocol QueuePatience: Sendable {
    /// Runs `body` again and again until the fault has passed; rethrows what does not pass.
    func retrying<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T
}
