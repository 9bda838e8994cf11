import Glibc

/// Kills a worker that starts more threads than any work needs.
///
/// A machine has a bounded number of them, and a worker that is taken over could take all. The system's own limit counts
/// every process of a user and does not hold for root, so the supervisor counts itself: a look is one call.
struct ThreadWatch: Sendable {
    /// Far more than an engine, libvips and OCR start on any machine.
    static let most = 512
    /// How often a worker is looked at that has nothing to do; while it works, its watchdog looks at each of its steps.
    private static let pause = Duration.seconds(300)

    private let process: Int32
    private let limit: Int
    private let kill: @Sendable () -> Void
    private let fired = Flag()

    init(of process: Int32, limit: Int = most, kill: @escaping @Sendable () -> Void) {
        (self.process, self.limit, self.kill) = (process, limit, kill)
    }

    /// Whether the worker was killed.
    var hasFired: Bool { fired.isRaised }

    /// Looks again and again until cancelled.
    func run() async {
        while (try? await Task.sleep(for: Self.pause)) != nil { look() }
    }

    /// Counts once.
    func look() {
        var status = Glibc.stat()
        // A folder has two names of its own and one for each folder in it.
        guard stat("/proc/\(process)/task", &status) == 0, status.st_nlink > limit + 2 else { return }
        fired.raise()
        kill()
    }
}
