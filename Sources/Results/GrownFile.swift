import Glibc
import SystemPackage
import SystemValues

/// A published file as it was left, so that lines can be added to it and to nothing that has taken its place.
public struct GrownFile: Sendable, Hashable {
    /// What tells the file as it was left from any other file, and from itself once it was written to.
    struct Stand: Sendable, Hashable, Codable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        /// When it was last written, in nanoseconds.
        let modified: Int64
    }

    private let path: FilePath
    let stand: Stand

    /// The file of this moment; nil where there is no regular file at the path.
    public init?(_ path: FilePath) {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
        self.init(path, status)
    }

    private init?(_ path: FilePath, _ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        stand = Stand(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
            modified: FileTime.nanoseconds(
                seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec))
    }

    /// Adds bytes at the end, which are on the disk when this returns.
    ///
    /// - Returns: False, with nothing written, where the file is not as it was left: somebody has replaced or changed it.
    /// - Throws: `ResultsError`; the file is then as it was before.
    public mutating func append(_ bytes: [UInt8]) throws(ResultsError) -> Bool {
        let number = path.withPlatformString { open($0, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard number >= 0 else {
            if [ENOENT, ELOOP, ENXIO, EISDIR].contains(errno) { return false }
            throw ResultsError(Errno(rawValue: errno), "write", path)
        }
        defer { close(number) }
        guard Self.file(of: number, path) == self else { return false }
        do {
            try FileDescriptor(rawValue: number).writeAll(bytes)
            guard fsync(number) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            // A part of a line would make the table unreadable.
            ftruncate(number, off_t(stand.size))
            throw ResultsError(error as? Errno ?? .ioError, "write", path)
        }
        guard let grown = Self.file(of: number, path) else { return false }
        self = grown
        return true
    }

    private static func file(of number: Int32, _ path: FilePath) -> GrownFile? {
        var status = stat()
        return fstat(number, &status) == 0 ? GrownFile(path, status) : nil
    }
}
