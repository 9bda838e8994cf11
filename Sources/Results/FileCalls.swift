import Glibc
import SystemPackage

/// The system calls that results need, each with an error that names its file.
enum FileCalls {
    static func rename(_ path: FilePath, to target: FilePath) throws(ResultsError) {
        let result = path.withPlatformString { path in target.withPlatformString { Glibc.rename(path, $0) } }
        guard result == 0 else { throw ResultsError(Errno(rawValue: errno), "write", target) }
    }

    /// Removes a file; one that is not there is fine.
    static func remove(_ path: FilePath) {
        _ = path.withPlatformString { unlink($0) }
    }

    /// Waits until a folder's names are on the disk.
    static func syncFolder(_ path: FilePath) throws(ResultsError) {
        let number = path.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard number >= 0 else { throw ResultsError(Errno(rawValue: errno), "write to the folder", path) }
        defer { close(number) }
        // Some file systems cannot sync a folder and say so; there is nothing more that one could do there.
        guard fsync(number) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw ResultsError(Errno(rawValue: errno), "write to the folder", path)
        }
    }

    /// Makes a folder and those above it, and returns the folders that got a new name and are not synced yet.
    @discardableResult
    static func makeFolder(_ path: FilePath) throws(ResultsError) -> [FilePath] {
        // Nearly always it is there already, and one call tells.
        if mkdir(path) == 0 { return [path.removingLastComponent()] }
        switch errno {
        case EEXIST:
            guard isFolder(path) else { throw ResultsError(.notDirectory, "make the folder", path) }
            return []
        case ENOENT where !path.removingLastComponent().isEmpty:
            let above = try makeFolder(path.removingLastComponent())
            // Another process may have been quicker.
            guard mkdir(path) == 0 || errno == EEXIST else {
                throw ResultsError(Errno(rawValue: errno), "make the folder", path)
            }
            return above + [path.removingLastComponent()]
        default: throw ResultsError(Errno(rawValue: errno), "make the folder", path)
        }
    }

    private static func mkdir(_ path: FilePath) -> CInt {
        path.withPlatformString { Glibc.mkdir($0, 0o777) }
    }

    static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder with their kind, `.` and `..` left out.
    static func names(in folder: FilePath) throws(ResultsError) -> [(name: [UInt8], isFolder: Bool)] {
        guard let stream = folder.withPlatformString({ opendir($0) }) else {
            throw ResultsError(Errno(rawValue: errno), "read the folder", folder)
        }
        defer { closedir(stream) }
        var names: [(name: [UInt8], isFolder: Bool)] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                // An error is not the end of the folder: what is not seen here would be taken for gone.
                guard errno == 0 else { throw ResultsError(Errno(rawValue: errno), "read the folder", folder) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
                return Array(UnsafeBufferPointer(start: start, count: strlen(start)))
            }
            guard name != [0x2E], name != [0x2E, 0x2E] else { continue }
            // A link to a folder is no folder here: what lies behind it is not ours to tidy.
            let isFolder =
                switch Int(entry.pointee.d_type) {
                case Int(DT_DIR): true
                case Int(DT_UNKNOWN): isRealFolder(folder.appending(raw: name))
                default: false
                }
            names.append((name, isFolder))
        }
    }

    static func exists(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withPlatformString { lstat($0, &status) } == 0
    }

    private static func isRealFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withPlatformString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
