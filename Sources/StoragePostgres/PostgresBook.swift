import Storage
import StorageSQL
import SystemValues

/// The score book, the reviews and the outbox, whose statements are SQLite's too, inside one transaction of a connection.
struct PostgresBook: SQLDatabase {
    let rows: PostgresRows
    /// Whether what changes something is to be alone: not where each verb locks the rows that it changes.
    private(set) var changesAlone = true

    init(_ rows: PostgresRows) { self.rows = rows }

    /// The score book, whose paths have the names of roots.
    func scores(_ names: RootNames) -> SQLScoreRows { SQLScoreRows(self, names: names) }

    /// The reviews.
    var reviews: SQLReviewRows { SQLReviewRows(self) }

    /// The named sets of photos.
    var sets: SQLPhotoSetRows { SQLPhotoSetRows(self) }

    /// The outbox: photos end beside each other, and their messages are added beside each other.
    func outbox(_ names: RootNames) -> SQLOutboxRows {
        var beside = self
        beside.changesAlone = false
        return SQLOutboxRows(beside, beside: rows, names: names) { [rows] in try rows.holdsLease($0) }
    }

    func execute(_ sql: String, _ arguments: [String: SQLValue]) throws { _ = try run(sql, each: [arguments]) }

    func execute(_ sql: String, each arguments: [[String: SQLValue]]) throws { _ = try run(sql, each: arguments) }

    func rows(_ sql: String, _ arguments: [String: SQLValue]) throws -> [SQLRow] {
        guard let found = try run(sql, each: [arguments]).first else { return [] }
        let columns = (0..<found.columns).map(found.name)
        let areNumbers = (0..<found.columns).map(found.isNumber)
        return found.map { row in
            SQLRow(
                columns: columns,
                values: areNumbers.enumerated().map { column, isNumber in
                    guard let text = row.text(column) else { return .null }
                    return isNumber ? SQLValue(Int64(text)) : .text(text)
                })
        }
    }

    func member(_ path: [String], ofJSON column: String) -> String {
        BookSchema.member(path, ofJSON: column)
    }

    /// Runs a statement for each of the arguments, all in one packet.
    private func run(_ sql: String, each arguments: [[String: SQLValue]]) throws -> [PostgresResult] {
        // A change of the book touches rows of several photos and sessions, and most of its verbs read before they write.
        if changesAlone, !sql.hasPrefix("SELECT") { try rows.needAlone() }
        if !rows.added.isEmpty { try rows.flush() }
        let (text, names) = NumberedParameters.of(sql)
        return try rows.connection.run(
            arguments.map { arguments in
                PostgresStatement(
                    sql: text, values: names.map { Self.value(arguments[$0] ?? .null) }, givesText: true)
            })
    }

    private static func value(_ value: SQLValue) -> PostgresValue {
        switch value {
        case .null: .null
        case .integer(let number): .untyped(String(number))
        case .text(let text): .untyped(text.withoutZeros)
        }
    }
}

extension String {
    /// The text as PostgreSQL takes it, which has none with the character 0.
    var withoutZeros: String { replacing("\0", with: "\u{FFFD}") }
}
