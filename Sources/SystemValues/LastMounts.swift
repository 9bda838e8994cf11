import Glibc
import Synchronization
import SystemPackage

/// The table of mounts as it was read last, which is read again once the kernel says that it has changed.
///
/// It is asked before every photo's files are placed. Asking whether it has changed is one call; reading and taking apart what
/// a machine has mounted costs many times that.
final class LastMounts: Sendable {
    /// The one for the whole process.
    static let shared = LastMounts()

    private struct State {
        /// The kernel's table, kept open; nil before the first look, and where there is none.
        var file: CInt?
        var table = MountTable(mountInfo: [])
        var read = ContinuousClock.Instant.now
    }

    /// The table is read again after that in any case: not every system that has such a file says when it changes.
    private static let longest = Duration.seconds(1)

    private let state = Mutex(State())

    /// One that has read nothing yet.
    init() {}

    /// What the kernel says now; empty where it says nothing.
    func current() -> MountTable {
        state.withLock { state in
            if let file = state.file {
                guard Self.hasChanged(file) || .now - state.read > Self.longest else { return state.table }
            } else {
                state.file = try? Syscalls.open(FilePath("/proc/self/mountinfo"), O_RDONLY)
            }
            // Before it is read, so that what changes meanwhile is read next time.
            state.read = .now
            state.table = state.file.map { MountTable(mountInfo: Self.bytes(of: $0)) } ?? MountTable(mountInfo: [])
            return state.table
        }
    }

    /// Whether anything was mounted or taken away since this was asked last.
    private static func hasChanged(_ file: CInt) -> Bool {
        var place = pollfd(fd: file, events: Int16(POLLPRI), revents: 0)
        return poll(&place, 1, 0) != 0
    }

    private static func bytes(of file: CInt) -> [UInt8] {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while let count = try? Syscalls.read(file, into: buffer, at: Int64(bytes.count)), count > 0 {
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }
}
