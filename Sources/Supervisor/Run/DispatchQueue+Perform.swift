import Dispatch

extension DispatchQueue {
    /// Runs a blocking body on this queue's thread and waits without blocking the caller's.
    func perform<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
