import Glibc
import SystemPackage
import SystemValues

/// One instant on both clocks: steady time for waiting, wall time for comparing with what files say.
public struct Moment: Sendable, Hashable {
    /// Time since an arbitrary start that never jumps.
    public var steady: Duration
    /// Nanoseconds since 1970, which may jump when the machine's clock is set.
    public var wallNanoseconds: Int64

    /// Makes an instant from both clocks' readings.
    public init(steady: Duration, wallNanoseconds: Int64) {
        self.steady = steady
        self.wallNanoseconds = wallNanoseconds
    }

    /// The same instant moved by `duration` on both clocks.
    public func advanced(by duration: Duration) -> Moment {
        Moment(steady: steady + duration, wallNanoseconds: wallNanoseconds &+ duration.nanoseconds)
    }
}

/// Where intake reads the time: the machine's clocks, or a test's.
public struct IntakeClock: Sendable {
    /// Reads both clocks.
    public let now: @Sendable () -> Moment
    /// A file's identity with its times as this clock would have stamped them: the kernel stamps files by its own.
    var stamp: @Sendable (FileIdentity) -> FileIdentity = { $0 }
    /// Lets time pass until woken, until the descriptor has something to read, or until the time is over.
    var wait: @Sendable (WakePipe, Duration, Int32?) -> Void = { $0.wait($1, orReadable: $2) }

    /// Makes a clock from a function that reads both clocks.
    public init(now: @escaping @Sendable () -> Moment) { self.now = now }

    /// The machine's monotonic and real-time clocks.
    public static let system = IntakeClock {
        Moment(
            steady: .nanoseconds(nanoseconds(of: CLOCK_MONOTONIC)), wallNanoseconds: nanoseconds(of: CLOCK_REALTIME))
    }

    private static func nanoseconds(of clock: Int32) -> Int64 {
        var time = timespec()
        // Cannot fail: both clocks exist on every Linux, and the pointer is valid.
        _ = clock_gettime(clock, &time)
        return FileTime.nanoseconds(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}

extension Duration {
    /// The whole nanoseconds of this duration, held within what 64 bits can say.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || carry ? (seconds < 0 ? .min / 2 : .max / 2) : sum
    }

    /// The milliseconds for `poll(2)`, rounded up so that a wake-up is never too early.
    var pollMilliseconds: Int32 {
        let (milliseconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Int32(clamping: max(0, rest > 0 ? milliseconds + 1 : milliseconds))
    }
}

/// Wakes a thread that waits in `poll(2)`, from any thread.
final class WakePipe: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() throws(Errno) {
        // A socket pair, since it can be made close-on-exec in one step, before another thread starts a worker process.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        var ends: [Int32] = [-1, -1]
        try Syscalls.checked { socketpair(AF_UNIX, kind, 0, &ends) }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        _ = close(readEnd)
        _ = close(writeEnd)
    }

    /// Wakes the waiting thread, or lets its next wait return at once.
    func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes as well as one more byte would.
        _ = write(writeEnd, &byte, 1)
    }

    /// Waits until woken, until `other` has something to read, or until the time is over; nil waits without end.
    func wait(_ timeout: Duration?, orReadable other: Int32? = nil) {
        var descriptors = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
        if let other { descriptors.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
        // Interrupted or failed: the caller looks at everything again in any case.
        _ = poll(&descriptors, nfds_t(descriptors.count), timeout?.pollMilliseconds ?? -1)
        var drain = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &drain, drain.count) == drain.count {}
    }
}
