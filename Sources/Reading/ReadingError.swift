import Findings

/// Text, codes or pages that cannot be read, in a sentence for users.
public struct ReadingError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// The bytes are not three for each pixel of the picture's size, or there is no pixel.
        case pixels
        /// The library that reads codes gave up.
        case library
        /// There was not enough memory.
        case memory
        /// A language is named that this machine has no data for, or that is no name of a language.
        case language
        /// A setting is outside its range.
        case setting
        /// The data of a language is there and cannot be used.
        case data
        /// The picture's size and its pixels do not belong together.
        case picture
        /// Tesseract gave up, or is not installed.
        case engine
        /// The corners of a page do not frame an area.
        case corners
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `language`.
    public var codeName: String { code.rawValue }
    /// What is wrong, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// The library's own words, where there are any.
    public let detail: String?

    init(_ code: Code, _ message: String, fault: Fault = .input, detail: String? = nil) {
        self.code = code
        self.message = message
        self.fault = fault
        self.detail = detail
    }

    /// The sentence, and after it the detail.
    public var description: String { detail.map { "\(message) (\($0))" } ?? message }
}
