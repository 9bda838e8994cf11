import Glibc
import SystemPackage
import SystemValues

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
