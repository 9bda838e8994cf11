import Glibc
import Synchronization

/// A thread that blocks as it likes: the cooperative pool has one thread per core and must never wait for a disk.
enum OwnThread {
    /// Runs `body` on a new thread and waits for its end without holding one of the pool's threads.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let start = Box { continuation.resume(with: Result { try body() }) }
            let context = Unmanaged.passRetained(start)
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
                    return nil
                }, context.toOpaque())
            if status == 0 {
                _ = pthread_detach(thread)
            } else {
                context.release()
                continuation.resume(
                    throwing: IntakeError(
                        .resources,
                        "cannot start a thread: close other programs or raise the limit of processes (ulimit -u)"))
            }
        }
    }

    private final class Box {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
