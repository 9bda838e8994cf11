import Storage

/// A value that goes into a statement or comes out of one.
public enum SQLValue: Hashable, Sendable {
    /// NULL.
    case null
    /// A whole number, or a truth value as 0 or 1.
    case integer(Int64)
    /// A text.
    case text(String)

    /// A text, or NULL.
    public init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }

    /// A number, or NULL.
    public init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }

    /// A truth value as a number.
    public init(_ isTrue: Bool) { self = .integer(isTrue ? 1 : 0) }
}

/// A row by the names of its columns.
public struct SQLRow: Sendable {
    private let columns: [String]
    private let values: [SQLValue]

    /// A row from its values.
    ///
    /// - Parameter columns: The name of each; the rows of one answer share the list.
    public init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// A text by its column.
    func text(_ column: String) throws -> String { try some(textIfAny(column), column) }

    /// A number by its column.
    func number(_ column: String) throws -> Int64 { try some(numberIfAny(column), column) }

    /// A text by its column; nil for NULL.
    func textIfAny(_ column: String) throws -> String? {
        switch try value(column) {
        case .null: nil
        case .text(let text): text
        case .integer: throw Self.unexpected(column)
        }
    }

    /// A number by its column; nil for NULL.
    func numberIfAny(_ column: String) throws -> Int64? {
        switch try value(column) {
        case .null: nil
        case .integer(let number): number
        case .text: throw Self.unexpected(column)
        }
    }

    private func some<Value>(_ value: Value?, _ column: String) throws -> Value {
        guard let value else { throw Self.unexpected(column) }
        return value
    }

    private func value(_ column: String) throws -> SQLValue {
        // A list of few short names is looked through faster than a table is asked.
        guard let index = columns.firstIndex(of: column), values.indices.contains(index) else {
            throw JobQueueError(
                .unusable, "The queue's database has answered without the column \(column).", fault: .quiver)
        }
        return values[index]
    }

    private static func unexpected(_ column: String) -> JobQueueError {
        JobQueueError(
            .damaged, "The queue's database holds what cannot be in its column \(column).", fault: .environment)
    }
}
