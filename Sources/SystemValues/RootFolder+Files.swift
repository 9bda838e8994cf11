import Glibc
import SystemPackage

/// Opening what lies below a root.
extension RootFolder {
    /// What a regular file is opened for.
    public enum Access: Sendable {
        /// The file is read.
        case reading
        /// The file is made, and written; a file that is there already is an error.
        case creating
        /// The file is read and written where it lies, and made where it is missing; its content stays.
        case updating

        var flags: CInt {
            switch self {
            case .reading: O_RDONLY
            case .creating: O_WRONLY | O_CREAT | O_EXCL
            case .updating: O_RDWR | O_CREAT
            }
        }

        var doing: String {
            switch self {
            case .reading: "read"
            case .creating, .updating: "write"
            }
        }
    }

    /// Opens a regular file; a link, a folder, a FIFO or a device under that name is refused and never waited for.
    ///
    /// - Parameter mode: The permission bits of a file that is made, of which the process's mask takes some away.
    public func open(
        _ name: FilePath, for access: Access = .reading, mode: UInt32 = 0o666
    ) throws(FolderError) -> RegularFile {
        let number = try open(name, access.flags | O_NONBLOCK | O_NOCTTY, mode: mode, access.doing)
        return try RegularFile(number, named(name), doing: access.doing)
    }

    /// Opens a folder below this one, as a root of its own.
    public func folder(_ name: FilePath) throws(FolderError) -> RootFolder {
        let number = try open(name, O_RDONLY | O_DIRECTORY, "open the folder")
        return try RootFolder(number, named(name), lookup)
    }

    /// What lies at a path, a link itself where it is the last part; nil where nothing does.
    public func status(of name: FilePath) throws(FolderError) -> FileStatus? {
        do {
            return try withFolder(of: name, "look at") { (folder, last) throws(Errno) in
                try Syscalls.status(last, in: folder, follow: false)
            }
        } catch  where error.isMissing {
            return nil
        }
    }

    /// The names in a folder, the root itself by default, with what they are; `.` and `..` are left out.
    public func names(in name: FilePath? = nil) throws(FolderError) -> [(
        name: FilePath.Component, kind: FileStatus.Kind
    )] {
        let folder = try opened(name)
        do {
            return try folder.list()
        } catch {
            throw FolderError(.system(error), "read the folder", folder.path)
        }
    }

    /// A folder below this one, or this one itself.
    func opened(_ name: FilePath?) throws(FolderError) -> RootFolder {
        guard let name else { return self }
        return try folder(name)
    }

    private func list() throws(Errno) -> [(name: FilePath.Component, kind: FileStatus.Kind)] {
        // A description of its own: closing the stream closes it, and reading it moves no one else's place.
        let copy = try Syscalls.open(FilePath("."), in: number, O_RDONLY | O_DIRECTORY)
        guard let stream = fdopendir(copy) else {
            let error = Errno(rawValue: errno)
            close(copy)
            throw error
        }
        defer { closedir(stream) }
        var names: [(name: FilePath.Component, kind: FileStatus.Kind)] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw Errno(rawValue: errno) }
                return names
            }
            // The name is read where it lies: some file systems return more than the struct holds.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19
            let text = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CInterop.PlatformChar.self)
            guard let name = FilePath.Component(platformString: text), name.kind == .regular else { continue }
            let kind: FileStatus.Kind? =
                switch Int(entry.pointee.d_type) {
                case Int(DT_DIR): .folder
                case Int(DT_REG): .regular
                case Int(DT_LNK): .link
                // Some file systems do not tell; a name that has gone meanwhile is none.
                case Int(DT_UNKNOWN):
                    (try? Syscalls.status(FilePath(root: nil, [name]), in: number, follow: false))?.kind
                default: .special
                }
            if let kind { names.append((name, kind)) }
        }
    }
}
