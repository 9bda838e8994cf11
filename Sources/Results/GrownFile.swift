import Glibc
import SystemPackage

/// A published file as it was left, so that lines can be added to it and to nothing that has taken its place.
public struct GrownFile: Sendable, Hashable {
    private let path: FilePath
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t

    /// The file of this moment; nil where there is no regular file at the path.
    public init?(_ path: FilePath) {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
        self.init(path, status)
    }

    private init?(_ path: FilePath, _ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
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
        guard Self.stand(of: number, path) == self else { return false }
        do {
            try FileDescriptor(rawValue: number).writeAll(bytes)
            guard fsync(number) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            // A part of a line would make the table unreadable.
            ftruncate(number, size)
            throw ResultsError(error as? Errno ?? .ioError, "write", path)
        }
        guard let stand = Self.stand(of: number, path) else { return false }
        self = stand
        return true
    }

    private static func stand(of number: Int32, _ path: FilePath) -> GrownFile? {
        var status = stat()
        return fstat(number, &status) == 0 ? GrownFile(path, status) : nil
    }
}
