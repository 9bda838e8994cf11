import Control
import Glibc
import Synchronization
import SystemPackage
import SystemValues

/// The name of a Unix socket, which one process at a time has.
///
/// While a process takes it, its folder is locked: of two that begin at one moment the second one meets the first.
final class SocketName: Sendable {
    /// The name is another process's.
    struct Taken: Error, CustomStringConvertible {
        let description: String
    }

    private let path: FilePath
    /// The locked folder; nil once the socket is there.
    private let folder: Mutex<FileDescriptor?>
    /// This process's socket: by the end another one may have the name.
    private let own = Mutex<FileIdentity?>(nil)

    /// Takes the name, until ``settle()`` from all others.
    ///
    /// - Throws: ``Taken``, or `ControlError` where no socket can be made.
    init(_ path: FilePath) throws {
        self.path = path
        // A folder that cannot be listed, and a file system without locks, leave the look below.
        let opened = try? FileDescriptor.open(
            path.removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
        folder = Mutex(opened)
        if let opened, flock(opened.rawValue, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            throw Taken(description: "another process is about to listen there")
        }
        if try UnixSocket.isTaken(path) { throw Taken(description: "another process answers there") }
    }

    deinit { unlock() }

    /// The socket is there, and answers clients from now on.
    func settle() {
        // Those of the user's group may ask, as the folder of the socket allows.
        _ = path.withPlatformString { chmod($0, 0o660) }
        own.withLock { $0 = identity }
        unlock()
    }

    /// Removes the socket where it is still this process's.
    func leave() {
        guard let mine = own.withLock({ $0 }), mine == identity else { return }
        _ = path.withPlatformString { unlink($0) }
    }

    /// What lies there now, in whatever state its rights are.
    private var identity: FileIdentity? {
        (try? Syscalls.status(path, follow: false))?.identity.withoutChangeTime
    }

    private func unlock() {
        folder.withLock { folder in
            try? folder?.close()
            folder = nil
        }
    }
}
