import Findings

/// An index that cannot be used, in a sentence for people.
public struct TextIndexError: ReportableError {
    /// Always `textIndex`.
    public var codeName: String { "textIndex" }
    /// The machine's: the index holds nothing that the records do not.
    public var fault: Fault { .environment }
    /// What is wrong, and what to do next.
    public let message: String
    /// The library's own words.
    public let detail: String

    /// The sentence, and after it the library's words.
    public var description: String { "\(message) (\(detail))" }
}
