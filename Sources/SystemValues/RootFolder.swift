import Glibc
import SystemPackage

/// A folder that is held open, and the root of all paths below it: none of them leads through a link, nor out of it.
///
/// A user who may write into a folder can put a link into it, or another folder into its place, at any moment. So what
/// lies below is opened, made, renamed and removed from this folder's descriptor, and what was opened is looked at once
/// more. Relative paths name files; `..` and absolute paths are refused.
public final class RootFolder: Sendable {
    /// The path that the folder was opened by, for sentences.
    public let path: FilePath
    /// What was known of the folder when it was opened.
    public let status: FileStatus
    /// The folder's descriptor, which is closed with the last reference to it.
    public var descriptor: FileDescriptor { FileDescriptor(rawValue: number) }

    let number: CInt
    let lookup: Lookup

    /// How paths below the folder are followed.
    enum Lookup: Sendable, CaseIterable {
        /// The kernel resolves the path in one call.
        case kernel
        /// Each folder on the way is opened from the one above it: for kernels and filters without that call.
        case components
    }

    /// Opens a folder once; links in `path` itself are followed only if allowed.
    public convenience init(_ path: FilePath, followingLinks: Bool = true) throws(FolderError) {
        try self.init(path, followingLinks: followingLinks, lookup: .kernel)
    }

    convenience init(_ path: FilePath, followingLinks: Bool = true, lookup: Lookup) throws(FolderError) {
        let flags = O_RDONLY | O_DIRECTORY | (followingLinks ? 0 : O_NOFOLLOW)
        let path = path.isEmpty ? FilePath(".") : path
        let number: CInt
        do {
            number = try Syscalls.open(path, flags)
        } catch {
            let isLink = !followingLinks && (try? Syscalls.status(path, follow: false))?.kind == .link
            throw FolderError(isLink ? .link : .system(error), "open the folder", path)
        }
        try self.init(number, path, lookup)
    }

    /// Takes the descriptor over, whatever comes of it.
    init(_ number: CInt, _ path: FilePath, _ lookup: Lookup) throws(FolderError) {
        do { status = try Syscalls.status(number) } catch {
            close(number)
            throw FolderError(.system(error), "open the folder", path)
        }
        self.number = number
        self.path = path
        self.lookup = lookup
    }

    deinit { close(number) }

    /// The sentences' path of what lies below.
    func named(_ way: some Collection<FilePath.Component>) -> FilePath { named(FilePath(root: nil, way)) }

    /// The same of a whole path.
    func named(_ way: FilePath) -> FilePath {
        guard path != "." else { return way }
        // What is refused may have a root, which pushing would begin anew at.
        return way.root == nil ? path.pushing(way) : path.appending(Array(way.components))
    }

    /// Whether a path leads to this folder now; a folder that was replaced, moved or removed is at no path any more.
    public func lies(at path: FilePath) -> Bool {
        (try? Syscalls.status(path.isEmpty ? "." : path, follow: true))?.number == status.number
    }

    /// Whether the folder is still where it was opened.
    public var isInPlace: Bool { lies(at: path) }
}

/// Why a file below a root folder was not reached.
public struct FolderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What stood in the way.
    public enum Reason: Sendable, Hashable {
        /// A symbolic link lies where none is followed.
        case link
        /// The path leads out of the folder, or names nothing in it.
        case outside
        /// A file of another kind lies where a regular file is expected.
        case notRegular(FileStatus.Kind)
        /// The system refused.
        case system(Errno)
    }

    /// What stood in the way.
    public let reason: Reason
    /// What was tried, to follow "cannot": "open".
    public let doing: String
    /// The file or folder that stood in the way.
    public let path: FilePath

    /// Makes an error of a reason.
    public init(_ reason: Reason, _ doing: String, _ path: FilePath) {
        self.reason = reason
        self.doing = doing
        self.path = path
    }

    /// Whether nothing lies at the path.
    public var isMissing: Bool { reason == .system(.noSuchFileOrDirectory) }

    /// The nearest error number of the system.
    public var errno: Errno {
        switch reason {
        case .link: .tooManySymbolicLinkLevels
        case .outside: .permissionDenied
        case .notRegular(.folder): .isDirectory
        case .notRegular: .invalidArgument
        case .system(let errno): errno
        }
    }

    /// The reason alone, to follow "cannot open a.jpg:".
    public var why: String {
        switch reason {
        case .link: "it is a symbolic link, and none is followed here"
        case .outside: "the path leads out of its folder"
        case .notRegular(let kind): "it is \(kind.rawValue), not a regular file"
        case .system(let errno): errno.description
        }
    }

    /// The whole sentence: `cannot open a.jpg: …`.
    public var description: String { "cannot \(doing) \(PercentEscape.printable(path)): \(why)" }
}
