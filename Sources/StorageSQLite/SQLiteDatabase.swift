import GRDB
import StorageSQL

/// An open SQLite database, for as long as its transaction lasts, for the statements that stores share.
///
/// Each statement is prepared once a connection.
struct SQLiteDatabase: SQLDatabase {
    let database: Database

    init(_ database: Database) { self.database = database }

    func execute(_ sql: String, _ arguments: [String: SQLValue]) throws {
        try database.cachedStatement(sql: sql).execute(arguments: Self.arguments(arguments))
    }

    func rows(_ sql: String, _ arguments: [String: SQLValue]) throws -> [SQLRow] {
        let statement = try database.cachedStatement(sql: sql)
        let columns = statement.columnNames
        let rows = try Row.fetchCursor(statement, arguments: Self.arguments(arguments))
        var answers: [SQLRow] = []
        while let row = try rows.next() {
            answers.append(SQLRow(columns: columns, values: try row.databaseValues.map { try Self.value($0, sql) }))
        }
        return answers
    }

    func member(_ path: [String], ofJSON column: String) -> String {
        let steps = path.map { $0.allSatisfy(\.isNumber) ? "[\($0)]" : ".\($0)" }.joined()
        return "CASE WHEN json_valid(\(column)) THEN CAST(json_extract(\(column), '$\(steps)') AS TEXT) END"
    }

    private static func arguments(_ values: [String: SQLValue]) -> StatementArguments {
        StatementArguments(
            values.mapValues { value -> (any DatabaseValueConvertible)? in
                switch value {
                case .null: nil
                case .integer(let number): number
                case .text(let text): text
                }
            })
    }

    private static func value(_ value: DatabaseValue, _ sql: String) throws -> SQLValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .string(let text): .text(text)
        case .double, .blob:
            throw DatabaseError(resultCode: .SQLITE_MISMATCH, message: "a value is neither number nor text", sql: sql)
        }
    }
}
