import CLinux
import Glibc
import SystemPackage

/// A path as the system is given it: a value of swift-system's, or raw bytes that are passed on as they are.
package protocol SystemPath {
    /// Lends the path as C has it.
    func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result
}

extension FilePath: SystemPath {
    package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result { withPlatformString(body) }
}

extension [UInt8]: SystemPath {
    package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        var terminated = [CChar]()
        terminated.reserveCapacity(count + 1)
        for byte in self { terminated.append(CChar(bitPattern: byte)) }
        terminated.append(0)
        return body(terminated)
    }
}

/// The system calls on files, each with its failure as `Errno`.
package enum Syscalls {
    /// What the last call that failed on this thread says.
    package static var lastError: Errno { Errno(rawValue: errno) }

    /// Repeats what a signal interrupted, and throws what `errno` says where the result is less than zero.
    @discardableResult
    package static func checked<Result: SignedInteger>(_ body: () -> Result) throws(Errno) -> Result {
        while true {
            let result = body()
            if result >= 0 { return result }
            let error = lastError
            if error != .interrupted { throw error }
        }
    }

    /// The same for calls that return their error number negated.
    @discardableResult
    static func checkedNegated(_ body: () -> CInt) throws(Errno) -> CInt {
        while true {
            let result = body()
            if result >= 0 { return result }
            if -result != EINTR { throw Errno(rawValue: -result) }
        }
    }

    /// A descriptor that stands for a file and cannot be read.
    static var placeOnly: CInt { cfilesystem_o_path() }

    /// `openat`, closed on `exec`; `folder` is a descriptor or `AT_FDCWD`.
    package static func open(
        _ path: some SystemPath, in folder: CInt = AT_FDCWD, _ flags: CInt, mode: mode_t = 0
    ) throws(Errno) -> CInt {
        try checked { path.withCPath { openat(folder, $0, flags | O_CLOEXEC, mode) } }
    }

    /// Opens a path below a folder that has no link in it anywhere.
    static func openBeneath(
        _ folder: CInt, _ path: FilePath, _ flags: CInt, mode: mode_t = 0
    ) throws(Errno) -> CInt {
        let resolve = UInt64(CFILESYSTEM_BENEATH | CFILESYSTEM_NO_SYMLINKS | CFILESYSTEM_NO_MAGICLINKS)
        // The mode must be zero where nothing can be made.
        let mode = flags & O_CREAT == 0 ? 0 : UInt64(mode)
        return try checkedNegated {
            path.withPlatformString {
                cfilesystem_openat2(folder, $0, UInt64(UInt32(bitPattern: flags | O_CLOEXEC)), mode, resolve)
            }
        }
    }

    /// What an open file is.
    package static func status(_ descriptor: CInt) throws(Errno) -> FileStatus {
        var raw = stat()
        try checked { fstat(descriptor, &raw) }
        return FileStatus(raw)
    }

    /// What lies at a path, the link itself where it is one and none is followed.
    package static func status(
        _ path: some SystemPath, in folder: CInt = AT_FDCWD, follow: Bool
    ) throws(Errno) -> FileStatus {
        var raw = stat()
        let flags = follow ? 0 : AT_SYMLINK_NOFOLLOW
        try checked { path.withCPath { fstatat(folder, $0, &raw, flags) } }
        return FileStatus(raw)
    }

    /// What lies below a folder; no link is followed on the way, even one that was put there a moment ago.
    package static func status(_ relative: [UInt8], below root: [UInt8]) throws(Errno) -> FileStatus {
        do throws(FolderError) {
            guard let status = try RootFolder(FilePath(rawBytes: root)).status(of: FilePath(rawBytes: relative)) else {
                throw FolderError(.system(.noSuchFileOrDirectory), "look at", FilePath(rawBytes: relative))
            }
            return status
        } catch {
            throw error.errno
        }
    }

    /// The absolute path without links, dots and doubled slashes, as bytes; nil where it does not exist.
    package static func realPath(_ path: some SystemPath) -> [UInt8]? {
        guard let resolved = path.withCPath({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return [UInt8](UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }

    /// Where a link leads; `EINVAL` for anything but a link.
    package static func target(_ folder: CInt, _ name: FilePath) throws(Errno) -> FilePath {
        let room = Int(PATH_MAX)
        var bytes = [CInterop.PlatformChar](repeating: 0, count: room + 1)
        try checked { name.withPlatformString { CInt(readlinkat(folder, $0, &bytes, room)) } }
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
    }

    static func makeFolder(_ folder: CInt, _ name: FilePath, mode: mode_t = 0o777) throws(Errno) {
        try checked { name.withPlatformString { mkdirat(folder, $0, mode) } }
    }

    static func remove(_ folder: CInt, _ name: FilePath, isFolder: Bool) throws(Errno) {
        let flags = isFolder ? AT_REMOVEDIR : 0
        try checked { name.withPlatformString { unlinkat(folder, $0, flags) } }
    }

    static func rename(
        _ folder: CInt, _ name: FilePath, _ newFolder: CInt, _ newName: FilePath, flags: CInt
    ) throws(Errno) {
        try checkedNegated {
            name.withPlatformString { name in
                newName.withPlatformString { newName in
                    cfilesystem_renameat2(folder, name, newFolder, newName, UInt32(bitPattern: flags))
                }
            }
        }
    }

    static func link(_ folder: CInt, _ name: FilePath, _ newFolder: CInt, _ newName: FilePath) throws(Errno) {
        try checked {
            name.withPlatformString { name in
                newName.withPlatformString { linkat(folder, name, newFolder, $0, 0) }
            }
        }
    }

    static func makeLink(_ folder: CInt, _ name: FilePath, to target: FilePath) throws(Errno) {
        try checked {
            target.withPlatformString { target in name.withPlatformString { symlinkat(target, folder, $0) } }
        }
    }

    static func sync(_ descriptor: CInt) throws(Errno) { try checked { fsync(descriptor) } }

    /// Reads up to the buffer's length at an offset; fewer bytes only at the end of the file.
    package static func read(
        _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(Errno) -> Int {
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
    package static func read(_ descriptor: CInt, into bytes: inout [UInt8], at offset: Int64) throws(Errno) -> Int {
        let result = bytes.withUnsafeMutableBytes { buffer -> Result<Int, Errno> in
            Result { () throws(Errno) in try read(descriptor, into: buffer, at: offset) }
        }
        return try result.get()
    }

    /// Whether a part of a file was never written to; false where the file system does not report it.
    package static func hasHole(_ descriptor: CInt, size: Int64) -> Bool {
        // Glibc shows the constant to C programs that ask for extensions only.
        let seekHole: CInt = 4
        // Every file has a hole at its end.
        guard let hole = try? checked({ lseek(descriptor, 0, seekHole) }) else { return false }
        return hole < size
    }
}
