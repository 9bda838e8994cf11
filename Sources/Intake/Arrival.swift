import Findings
import SystemPackage
import SystemValues

/// Where a file or folder lies, told from the list of roots that intake was given.
public struct RootedPath: Hashable, Sendable {
    /// The position of its root in the list of roots.
    public let root: Int
    /// The raw bytes of its path below the root, which is empty for the root itself; for a file that was named, its name.
    public let relative: [UInt8]

    /// The path below a root.
    public init(root: Int, relative: [UInt8]) {
        self.root = root
        self.relative = relative
    }
}

/// A file on its way through intake: found first, and once it is whole, with the hash of its content.
public struct Arrival: Sendable, Hashable {
    /// Where it lies below which root.
    public let place: RootedPath
    /// Its whole path.
    public let path: FilePath
    /// What `stat` said when it was found, and also before and after it was hashed.
    public let identity: FileIdentity
    /// The SHA-256 of its content, 32 bytes; nil for a file that is not read, or not yet.
    public private(set) var sha256: [UInt8]?
    /// False where the file looked cut off and was taken since nothing had happened to it for the whole patience, and for
    /// one that is not read.
    public private(set) var isComplete = false

    /// A file that was found, of which it is not known yet whether it is new and whole.
    public init(at place: RootedPath, path: FilePath, identity: FileIdentity) {
        self.place = place
        self.path = path
        self.identity = identity
    }

    /// The same file once it was read, ready to become a job.
    public func whole(sha256: [UInt8], isComplete: Bool = true) -> Arrival {
        var whole = self
        whole.sha256 = sha256
        whole.isComplete = isComplete
        return whole
    }

    /// The position of its root in the list of roots.
    public var root: Int { place.root }
    /// The raw bytes of its path below the root.
    public var relative: [UInt8] { place.relative }
}

/// A file that is there but is not read: it cannot be now, or it is larger than ``IntakeRules/largest``.
///
/// A watcher goes on trying one that it cannot read, and takes it once it can.
public struct UnreadableFile: Sendable {
    /// Where it lies and what `stat` said.
    public let file: Arrival
    /// Why it is not read and what to do about it.
    public let error: IntakeError

    /// A file with the reason why it is not read.
    public init(file: Arrival, error: IntakeError) {
        self.file = file
        self.error = error
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
    public var isKnown: @Sendable ([Arrival]) throws -> [Bool]
    /// Takes in whole files, which have a hash; once it returns, ``isKnown`` must say true for them.
    public var take: @Sendable ([Arrival]) throws -> Void
    /// Is called once for each file that cannot be read or is too large to be.
    public var block: @Sendable ([UnreadableFile]) throws -> Void
    /// Is called with warnings, departures and progress; it must not block for long.
    public var notice: @Sendable (IntakeEvent) -> Void

    /// The handlers; only `take` is needed for a single collection.
    public init(
        isKnown: @escaping @Sendable ([Arrival]) throws -> [Bool] = { $0.map { _ in false } },
        take: @escaping @Sendable ([Arrival]) throws -> Void,
        block: @escaping @Sendable ([UnreadableFile]) throws -> Void = { _ in },
        notice: @escaping @Sendable (IntakeEvent) -> Void = { _ in }
    ) {
        self.isKnown = isKnown
        self.take = take
        self.block = block
        self.notice = notice
    }

    /// The same handlers, with a call before and after each one that may block.
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
        /// A file is larger than the limit of what is read.
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
