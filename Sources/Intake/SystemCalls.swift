import Glibc
import SystemPackage
import SystemValues

/// The kernel, through functions that report failure as `Errno`; nothing else in this module calls C for files.
enum Syscalls {
    /// What `stat` said about one path.
    struct Status {
        enum Kind { case file, folder, link, special }

        let kind: Kind
        let identity: FileIdentity

        init(_ raw: stat) {
            kind =
                switch raw.st_mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                case S_IFLNK: .link
                default: .special
                }
            identity = FileIdentity(
                device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino), size: Int64(raw.st_size),
                mtimeNanoseconds: FileTime.nanoseconds(
                    seconds: raw.st_mtim.tv_sec, nanoseconds: raw.st_mtim.tv_nsec),
                ctimeNanoseconds: FileTime.nanoseconds(
                    seconds: raw.st_ctim.tv_sec, nanoseconds: raw.st_ctim.tv_nsec))
        }

        init(_ status: FileStatus) {
            kind =
                switch status.kind {
                case .regular: .file
                case .folder: .folder
                case .link: .link
                case .special: .special
                }
            identity = FileIdentity(
                device: status.device, inode: status.inode, size: status.size,
                mtimeNanoseconds: Self.nanoseconds(status.modified),
                ctimeNanoseconds: Self.nanoseconds(status.changed))
        }

        private static func nanoseconds(_ time: FileStatus.Time) -> Int64 {
            FileTime.nanoseconds(seconds: Int(time.seconds), nanoseconds: Int(time.nanoseconds))
        }
    }

    static var lastError: Errno { Errno(rawValue: errno) }

    /// Calls `body` until it is not interrupted by a signal, and throws what `errno` says where it returns less than
    /// zero.
    @discardableResult
    static func checked<Result: SignedInteger>(_ body: () -> Result) throws(Errno) -> Result {
        while true {
            let result = body()
            if result >= 0 { return result }
            let error = lastError
            if error != .interrupted { throw error }
        }
    }

    static func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        var terminated = [CChar]()
        terminated.reserveCapacity(bytes.count + 1)
        for byte in bytes { terminated.append(CChar(bitPattern: byte)) }
        terminated.append(0)
        return body(terminated)
    }

    /// `fstatat`; `folder` is a descriptor or `AT_FDCWD`.
    static func status(_ path: [UInt8], in folder: Int32 = AT_FDCWD, follow: Bool) throws(Errno) -> Status {
        var raw = stat()
        let flags = follow ? 0 : AT_SYMLINK_NOFOLLOW
        try checked { withCString(path) { fstatat(folder, $0, &raw, flags) } }
        return Status(raw)
    }

    /// What lies below a folder; no link is followed on the way, whoever puts one there and when.
    static func status(_ relative: [UInt8], below root: [UInt8]) throws(Errno) -> Status {
        do throws(FolderError) {
            guard let status = try RootFolder(FilePath(rawBytes: root)).status(of: FilePath(rawBytes: relative)) else {
                throw FolderError(.system(.noSuchFileOrDirectory), "look at", FilePath(rawBytes: relative))
            }
            return Status(status)
        } catch {
            throw error.errno
        }
    }

    static func status(of descriptor: Int32) throws(Errno) -> Status {
        var raw = stat()
        try checked { fstat(descriptor, &raw) }
        return Status(raw)
    }

    static func open(_ path: [UInt8], in folder: Int32 = AT_FDCWD, _ flags: Int32) throws(Errno) -> Int32 {
        try checked { withCString(path) { openat(folder, $0, flags | O_CLOEXEC) } }
    }

    /// Reads up to the buffer's length at an offset; fewer bytes only at the end of the file.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno)
        -> Int
    {
        var filled = 0
        while filled < buffer.count, let base = buffer.baseAddress {
            let count = try checked {
                pread(descriptor, base + filled, buffer.count - filled, off_t(offset) + off_t(filled))
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// The same into an array's present bytes.
    static func read(_ descriptor: Int32, into bytes: inout [UInt8], at offset: Int64) throws(Errno) -> Int {
        let result = bytes.withUnsafeMutableBytes { buffer -> Result<Int, Errno> in
            Result { () throws(Errno) in try read(descriptor, into: buffer, at: offset) }
        }
        return try result.get()
    }

    /// Whether some of a file's room was never written to; false where the file system does not tell.
    static func hasHole(_ descriptor: Int32, size: Int64) -> Bool {
        // Glibc shows the constant to C programs that ask for extensions only.
        let seekHole: Int32 = 4
        // Every file has a hole at its end.
        guard let hole = try? checked({ lseek(descriptor, 0, seekHole) }) else { return false }
        return hole < size
    }

    /// The absolute path without links, dots and doubled slashes; nil where it does not exist.
    static func canonical(_ path: [UInt8]) -> [UInt8]? {
        guard let resolved = withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return [UInt8](UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}

/// An open file that is closed when it goes out of scope; a failing close of a file that was only read loses nothing.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    /// What `fstat` said right after opening.
    let identity: FileIdentity

    /// Takes over a file that was opened below its root.
    init(_ file: consuming RegularFile) {
        identity = FileIdentity(file.status)
        descriptor = file.takeDescriptor().rawValue
    }

    /// Opens a regular file for reading without ever waiting on a FIFO that took its place.
    init(_ path: [UInt8], followLinks: Bool) throws(Errno) {
        let number = try Syscalls.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followLinks ? 0 : O_NOFOLLOW))
        do throws(Errno) {
            identity = try Syscalls.status(of: number).identity
        } catch {
            _ = close(number)
            throw error
        }
        descriptor = number
    }

    deinit { _ = close(descriptor) }

    /// Leaves the descriptor open for as long as the process lives.
    consuming func leaveOpen() { discard self }

    func status() throws(Errno) -> Syscalls.Status { try Syscalls.status(of: descriptor) }
}

extension FileIdentity {
    init(_ status: FileStatus) {
        self.init(
            device: status.device, inode: status.inode, size: status.size,
            mtimeNanoseconds: status.modified.wrappedNanoseconds, ctimeNanoseconds: status.changed.wrappedNanoseconds)
    }
}
