import Findings
import SystemPackage

/// Why intake could not do what it was asked.
public struct IntakeError: ReportableError {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// A path that a person named does not exist.
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
    /// A sentence for people: what was wrong with which file, and what to do next.
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
