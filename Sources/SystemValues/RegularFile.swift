import Glibc
import SystemPackage

/// A regular file that is open, and what was known of it when it was opened.
public struct RegularFile: ~Copyable {
    /// The file's descriptor, which stays the file's: it is closed with it.
    public let descriptor: FileDescriptor
    /// What `fstat` returned for this descriptor right after opening.
    public let status: FileStatus
    let path: FilePath
    /// Whether the descriptor is this value's to close.
    private var isOwned = true

    /// Takes the descriptor over, and closes it where it is not a regular file's.
    init(_ number: CInt, _ path: FilePath, doing: String) throws(FolderError) {
        let status: FileStatus
        do {
            status = try Syscalls.status(number)
        } catch {
            _ = Glibc.close(number)
            throw FolderError(.system(error), doing, path)
        }
        guard status.kind == .regular else {
            _ = Glibc.close(number)
            throw FolderError(.notRegular(status.kind), doing, path)
        }
        descriptor = FileDescriptor(rawValue: number)
        self.status = status
        self.path = path
    }

    deinit { if isOwned { _ = Glibc.close(descriptor.rawValue) } }

    /// What `fstat` says now.
    public func currentStatus() throws(FolderError) -> FileStatus {
        do { return try Syscalls.status(descriptor.rawValue) } catch {
            throw FolderError(.system(error), "read", path)
        }
    }

    /// Waits until the content is on the disk.
    public func sync() throws(FolderError) {
        do { try Syscalls.sync(descriptor.rawValue) } catch { throw FolderError(.system(error), "write", path) }
    }

    /// Closes the file, and says so where what was written did not arrive.
    public consuming func close() throws(FolderError) {
        isOwned = false
        // Never repeated: the descriptor is gone even where the call was interrupted.
        guard Glibc.close(descriptor.rawValue) == 0 || errno == EINTR else {
            throw FolderError(.system(Errno(rawValue: errno)), "write", path)
        }
    }

    /// Gives the descriptor away; the caller closes it.
    public consuming func takeDescriptor() -> FileDescriptor {
        isOwned = false
        return descriptor
    }
}
