import Findings
import SystemPackage

/// A file that intake has found, before it is known whether it is new and whole.
public struct Candidate: Sendable, Hashable {
    /// The position of its root in the list of roots.
    public let root: Int
    /// The raw bytes of its path below the root (for a file named by a person: of its name).
    public let relative: [UInt8]
    /// Its whole path.
    public let path: FilePath
    /// What `stat` said when it was found.
    public let identity: FileIdentity

    /// Makes a candidate from where it lies and what it is.
    public init(root: Int, relative: [UInt8], path: FilePath, identity: FileIdentity) {
        self.root = root
        self.relative = relative
        self.path = path
        self.identity = identity
    }
}

/// A whole file with its content's hash, ready to become a job.
public struct Arrival: Sendable, Hashable {
    /// Where it lies and what `stat` said both before and after it was hashed.
    public let file: Candidate
    /// The SHA-256 of its content, 32 bytes.
    public let sha256: [UInt8]
    /// What its first bytes say it is; nil where only its name claims that it is a picture.
    public let format: SniffedFormat?
    /// False where the file looked cut off and was taken since nothing had happened to it for the whole patience.
    public let isComplete: Bool

    /// Makes an arrival from its parts.
    public init(file: Candidate, sha256: [UInt8], format: SniffedFormat?, isComplete: Bool) {
        self.file = file
        self.sha256 = sha256
        self.format = format
        self.isComplete = isComplete
    }

    /// The position of its root in the list of roots.
    public var root: Int { file.root }
    /// The raw bytes of its path below the root.
    public var relative: [UInt8] { file.relative }
    /// Its whole path.
    public var path: FilePath { file.path }
    /// What `stat` said both before and after it was hashed.
    public var identity: FileIdentity { file.identity }
}

/// A file that is there but is not read: it cannot be now, or it is larger than ``IntakeRules/largest``.
///
/// A watcher goes on trying one that it cannot read, and takes it as an ``Arrival`` once it can.
public struct UnreadableFile: Sendable {
    /// Where it lies and what `stat` said.
    public let file: Candidate
    /// Why it is not read and what to do about it.
    public let error: IntakeError

    /// Makes a blocked file from its parts.
    public init(file: Candidate, error: IntakeError) {
        self.file = file
        self.error = error
    }
}

/// A file that went away before it was whole; nobody has been told of it before.
public struct VanishedFile: Sendable, Hashable {
    /// The position of its root in the list of roots.
    public let root: Int
    /// The raw bytes of its path below the root.
    public let relative: [UInt8]

    /// Makes a departure from where the file was.
    public init(root: Int, relative: [UInt8]) {
        self.root = root
        self.relative = relative
    }
}
