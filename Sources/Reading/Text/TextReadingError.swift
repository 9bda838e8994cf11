import Findings

/// Text that cannot be read because of a setting, missing data or the engine, in a sentence for people.
public struct TextReadingError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// A language is named that this machine has no data for, or that is no name of a language.
        case language
        /// A setting is outside its range.
        case setting
        /// The data of a language is there and cannot be used.
        case data
        /// The picture's size and its pixels do not belong together.
        case picture
        /// There is not enough memory.
        case memory
        /// The engine gave up.
        case engine
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `language`.
    public var codeName: String { code.rawValue }
    /// What is wrong, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// Further words, where there are any.
    public let detail: String?

    /// An error with its sentence.
    public init(_ code: Code, _ message: String, fault: Fault = .input, detail: String? = nil) {
        self.code = code
        self.message = message
        self.fault = fault
        self.detail = detail
    }

    /// The sentence, and after it the detail.
    public var description: String {
        detail.map { "\(message) (\($0))" } ?? message
    }
}
