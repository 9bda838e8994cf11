import Findings
import SystemPackage
import SystemValues

/// A file that intake has found, before it is known whether it is new and whole.
public struct Candidate: Sendable, Hashable {
    /// The position of its root in the list of roots.
    public let root: Int
    /// The raw bytes of its path below the root (for a file that was named itself: of its name).
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

/// A file that went away before it was whole; it was not reported before.
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

/// What intake asks of the rest of the program, as functions that it calls from the threads of its roots, one at a time
/// from each.
///
/// They may block: that is the back-pressure. A watcher repeats a call that threw, with growing pauses, until it is
/// told to stop; a collector passes the error on.
public struct IntakeHandlers: Sendable {
    /// Which of these files are already in the queue in exactly this state, one answer each; known files are neither
    /// settled nor hashed.
    public var isKnown: @Sendable ([Candidate]) throws -> [Bool]
    /// Takes in whole files; once it returns, ``isKnown`` must say true for them.
    public var take: @Sendable ([Arrival]) throws -> Void
    /// Is told once of each file that cannot be read or is too large to be.
    public var block: @Sendable ([UnreadableFile]) throws -> Void
    /// Is told of warnings, departures and progress; it must not block for long.
    public var notice: @Sendable (IntakeEvent) -> Void

    /// Makes the ports; only `take` is needed for a single collection.
    public init(
        isKnown: @escaping @Sendable ([Candidate]) throws -> [Bool] = { $0.map { _ in false } },
        take: @escaping @Sendable ([Arrival]) throws -> Void,
        block: @escaping @Sendable ([UnreadableFile]) throws -> Void = { _ in },
        notice: @escaping @Sendable (IntakeEvent) -> Void = { _ in }
    ) {
        self.isKnown = isKnown
        self.take = take
        self.block = block
        self.notice = notice
    }

    /// The same, saying when a call that may block begins and ends.
    func waiting(onBegin: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void) -> IntakeHandlers {
        @Sendable func marked<Value>(_ body: () throws -> Value) rethrows -> Value {
            onBegin()
            defer { onEnd() }
            return try body()
        }
        return IntakeHandlers(
            isKnown: { [isKnown] files in try marked { try isKnown(files) } },
            take: { [take] files in try marked { try take(files) } },
            block: { [block] files in try marked { try block(files) } }, notice: notice)
    }
}

/// Why intake could not do what it was asked.
public struct IntakeError: ReportableError {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// A path that the user named does not exist.
        case notFound = "not-found"
        /// A path is neither a regular file nor a folder.
        case notAFile = "not-a-file"
        /// A permission is missing.
        case permission
        /// Reading a file or listing a folder failed.
        case unreadable
        /// A file is larger than anybody is going to read.
        case tooLarge = "too-large"
        /// The system refused a thread, a pipe or another resource.
        case resources
        /// No path was given.
        case nothingToDo = "nothing-to-do"
    }

    /// The kind of failure.
    public let code: Code
    /// The code as text, such as `not-found`.
    public var codeName: String { code.rawValue }
    /// A sentence for users: what was wrong with which file, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// The system's own words.
    public let detail: String?

    init(_ code: Code, _ message: String, fault: Fault = .environment, detail: Errno? = nil) {
        self.code = code
        self.message = message
        self.fault = fault
        self.detail = detail.map(\.description)
    }

    /// The sentence and, in brackets, the system's own words.
    public var description: String { detail.map { "\(message) (\($0))" } ?? message }
}
