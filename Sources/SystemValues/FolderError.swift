import SystemPackage

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
