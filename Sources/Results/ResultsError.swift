import Findings
import SystemPackage
import SystemValues

/// What went wrong while results were written.
public struct ResultsError: ReportableError, Hashable {
    /// What sort of failure it is.
    public enum Code: String, Sendable {
        case diskFull, readOnly, denied, missing, nameTooLong, nameRefused, overlap, link, taken, failed
        /// The photo is not this process's any more.
        case claimLost
    }

    /// What sort of failure it is.
    public let code: Code
    /// The code as text, such as `diskFull`.
    public var codeName: String { code.rawValue }
    /// A sentence for users: which file, what is wrong, what to do.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// The system's own words.
    public let detail: String?

    /// The sentence, and after it the system's own words.
    public var description: String { detail.map { "\(message) (\($0))" } ?? message }

    /// What to do, without the file's name.
    private let hint: String

    init(_ code: Code, _ message: String, fault: Fault, detail: String? = nil, hint: String = "") {
        self.code = code
        self.message = message
        self.fault = fault
        self.detail = detail
        self.hint = hint
    }

    /// A folder, or a queue, in which there is nothing of what was asked for.
    public static func nothing(_ message: String) -> ResultsError { ResultsError(.missing, message, fault: .input) }

    /// A failed system call.
    /// - Parameter doing: What was tried, to follow "cannot": "write".
    init(_ errno: Errno, _ doing: String, _ path: FilePath) {
        let name = EscapedName.printable(path)
        let (code, hint): (Code, String) =
            switch errno {
            case .noSpace, .diskQuotaExceeded: (.diskFull, "the disk is full; free some space")
            case .readOnlyFileSystem: (.readOnly, "the file system is read-only; name another folder with --output")
            case .permissionDenied, .notPermitted:
                (.denied, "permission is missing; allow it, or name another folder with --output")
            case .ioError: (.missing, "the disk reports an error; look at the system's log")
            case .noSuchFileOrDirectory, .notDirectory, .staleNFSFileHandle:
                (.missing, "the folder is not there or cannot be reached")
            case .isDirectory: (.failed, "a folder is in its place; remove or rename that folder")
            case .fileNameTooLong: (.nameTooLong, "the path is too long; name a shorter folder with --output")
            default: (.failed, "the system refused")
            }
        // What we compose badly is ours; all the rest passes when the machine is repaired.
        let isOurs = [Errno.badFileDescriptor, .invalidArgument].contains(errno)
        self.init(
            code, "cannot \(doing) \(name): \(hint)", fault: isOurs ? .quiver : .environment,
            detail: errno.description, hint: hint)
    }

    /// A path below a folder that was not reached; a link or a file in the way is named itself.
    public init(_ error: FolderError, _ doing: String, _ path: FilePath) {
        let name = path.starts(with: error.path) ? error.path : path
        switch error.reason {
        case .link:
            let hint = "\(EscapedName.printable(name)) is a symbolic link, and none is followed there; remove it"
            self.init(
                .link, "cannot \(doing) \(EscapedName.printable(path)): \(hint)", fault: .environment, hint: hint)
        case .outside, .notRegular:
            self.init(
                .failed, "cannot \(doing) \(EscapedName.printable(path)): \(error.why); move away what lies there",
                fault: .environment)
        case .system(.fileExists):
            self.init(
                .taken, "cannot \(doing) \(EscapedName.printable(name)): another file has this name; move it away",
                fault: .environment)
        case .system(let errno) where [.invalidArgument, .illegalByteSequence].contains(errno):
            // Only names are handed to the system there.
            let hint = "the file system refuses a character of the name; rename the photo"
            self.init(
                .nameRefused, "cannot \(doing) \(EscapedName.printable(name)): \(hint)", fault: .environment,
                detail: errno.description, hint: hint)
        case .system(let errno): self.init(errno, doing, name)
        }
    }

    /// A folder that Quiver would use alone, and that another user has made.
    public init(foreignFolder path: FilePath) {
        let hint = "it belongs to another user; remove it, or name another folder with --output"
        self.init(
            .denied, "cannot use the folder \(EscapedName.printable(path)): \(hint)", fault: .environment, hint: hint)
    }

    /// A file that is not placed, since its photo may be another process's by now.
    init(claimLostBefore place: FilePath) {
        self.init(
            .claimLost, "\(EscapedName.printable(place)) is not written: the photo may be another host's by now",
            fault: .environment)
    }

    /// The same failure for the folder that users know, where it was met with a temp file in it.
    public func about(_ folder: FilePath) -> ResultsError {
        guard !hint.isEmpty else { return self }
        return ResultsError(
            code, "cannot write into \(EscapedName.printable(folder)): \(hint)", fault: fault, detail: detail,
            hint: hint)
    }
}
