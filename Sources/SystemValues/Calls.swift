import CLinux
import Glibc
import SystemPackage

/// The system calls on files below a folder, each with its failure as `Errno`; nothing else here calls C.
enum Calls {
    /// Repeats what a signal interrupted, and throws what `errno` says where the result is less than zero.
    @discardableResult
    static func checked(_ body: () -> CInt) throws(Errno) -> CInt {
        while true {
            let result = body()
            if result >= 0 { return result }
            let error = Errno(rawValue: errno)
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

    static func open(_ folder: CInt, _ path: FilePath, _ flags: CInt, mode: mode_t = 0) throws(Errno) -> CInt {
        try checked { path.withPlatformString { openat(folder, $0, flags | O_CLOEXEC, mode) } }
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

    static func status(_ descriptor: CInt) throws(Errno) -> FileStatus {
        var raw = stat()
        try checked { fstat(descriptor, &raw) }
        return FileStatus(raw)
    }

    /// What lies under a name, the link itself where it is one.
    static func status(_ folder: CInt, _ name: FilePath, follow: Bool = false) throws(Errno) -> FileStatus {
        var raw = stat()
        let flags = follow ? 0 : AT_SYMLINK_NOFOLLOW
        try checked { name.withPlatformString { fstatat(folder, $0, &raw, flags) } }
        return FileStatus(raw)
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

    /// Where a link leads; `EINVAL` for anything but a link.
    static func target(_ folder: CInt, _ name: FilePath) throws(Errno) -> FilePath {
        let room = Int(PATH_MAX)
        var bytes = [CInterop.PlatformChar](repeating: 0, count: room + 1)
        try checked { name.withPlatformString { CInt(readlinkat(folder, $0, &bytes, room)) } }
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
    }

    static func sync(_ descriptor: CInt) throws(Errno) { try checked { fsync(descriptor) } }
}
