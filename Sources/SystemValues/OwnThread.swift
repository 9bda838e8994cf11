import Glibc
import SystemPackage

/// Threads for what goes on for long, or may never come back: a loop over sockets, a share that hangs.
public enum OwnThread {
    /// Starts a thread that ends with its body; waits where the system has none to give at the moment.
    ///
    /// - Parameter name: What `ps` and debuggers show, of which the kernel keeps 15 bytes; nil for the program's own name.
    public static func start(_ name: String? = nil, _ body: @escaping @Sendable () -> Void) {
        // Dispatch waits for its threads in the same way.
        while (try? startNow(name, body)) == nil { usleep(100_000) }
    }

    /// The same, for callers that report that there is none.
    ///
    /// - Throws: where there are too many processes, or where memory is lacking.
    public static func startNow(_ name: String? = nil, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { start in
                guard let start else { return nil }
                Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            start.release()
            throw Errno(rawValue: status)
        }
        _ = pthread_detach(thread)
    }

    private final class Start {
        private let name: String?
        private let body: @Sendable () -> Void

        init(name: String?, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }

        func run() {
            if let name { Self.rename(name) }
            body()
        }

        /// Swift has no `pthread_setname_np`; a thread without its name works as well.
        private static func rename(_ name: String) {
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = write(file, name, name.utf8.count)
            close(file)
        }
    }
}
