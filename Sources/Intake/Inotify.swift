import Glibc
import SystemPackage

/// The kernel's event queue: one instance for all roots, drained by the watcher's own thread.
struct Inotify: ~Copyable {
    let descriptor: Int32

    /// Only what is needed is subscribed: asking for OPEN or ACCESS would let our own scans flood the queue for ever.
    private static let interest =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    init() throws(Errno) {
        descriptor = try Syscalls.checked { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
    }

    /// Watches a folder; a folder that is watched already keeps its number.
    func add(_ path: [UInt8], followLinks: Bool) throws(Errno) -> Int32 {
        let flags = Self.interest | (followLinks ? 0 : UInt32(IN_DONT_FOLLOW))
        return try Syscalls.checked { Syscalls.withCString(path) { inotify_add_watch(descriptor, $0, flags) } }
    }

    /// Ends a watch; that it may have ended by itself does not matter.
    func remove(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

    /// The events that wait, at most what one buffer holds; empty when there are none.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> [InotifyEvent] {
        do throws(Errno) {
            let count = try Syscalls.checked { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
            return InotifyEvent.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } catch .wouldBlock {
            return []
        }
    }

    /// Ends all watches.
    consuming func close() throws(Errno) {
        let descriptor = descriptor
        try Syscalls.checked { Glibc.close(descriptor) }
    }
}
