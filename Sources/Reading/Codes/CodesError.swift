import Findings

/// Codes that could not be looked for, in a sentence for people.
public struct CodesError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// A kind of code that is unknown or that the library cannot read.
        case symbology
        /// There are fewer pixels than the picture's size promises, or none.
        case pixels
        /// The library that reads codes gave up.
        case library
        /// There was not enough memory.
        case memory
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `symbology`.
    public var codeName: String { code.rawValue }
    /// What is wrong, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// The library's own words, where there are any.
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

extension Symbology {
    /// The kind of code that a setting names; refuses what is unknown or cannot be read, by name.
    public init(named name: String) throws(CodesError) {
        guard let found = Symbology.named(name) else { throw CodesError(.symbology, Symbology.refusal(of: name)) }
        self = found
    }
}
