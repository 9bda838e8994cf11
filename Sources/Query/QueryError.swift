import Findings

/// What is wrong with a query, where, and what may be meant.
public struct QueryError: ReportableError, Hashable {
    /// The query as it was given.
    public let text: String
    /// The first character that is wrong, from 1.
    public let column: Int
    /// What is wrong there, and what may be meant; without the place.
    public let message: String

    /// Always `query`.
    public var codeName: String { "query" }
    /// The user's.
    public var fault: Fault { .input }
    /// True: what was typed is wrong.
    public var isUsage: Bool { true }

    /// What is wrong and where, in a sentence.
    public var description: String { "in the query, at character \(column): \(message)" }

    /// The query with a mark below the place; nil where it has several lines or is too long for one.
    public var picture: String? {
        guard text.count <= 120, text == text.plainText(atMost: 120) else { return nil }
        return "\(text)\n\(String(repeating: " ", count: column - 1))^"
    }
}
