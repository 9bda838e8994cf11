import Findings

/// A picture or a document that cannot be written as PDF, in a sentence for people.
public struct PDFError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// The picture is none that a PDF page can show.
        case picture
        /// The document would be larger than its table of places can tell.
        case size
        /// Pages came after the end, or the end came after an error.
        case ended
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `picture`.
    public var codeName: String { code.rawValue }
    /// What is wrong, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault

    /// An error with its sentence.
    public init(_ code: Code, _ message: String, fault: Fault = .quiver) {
        self.code = code
        self.message = message
        self.fault = fault
    }

    /// The sentence.
    public var description: String { message }
}
