import GRDB
import GRDBSQLite

/// A prepared statement that is bound and read without a detour, by the names of its columns and values.
///
/// GRDB opens, configures and guards the connection; the statements of the hot paths are bound and stepped through
/// SQLite's own functions, because boxing every value costs more than the queue's whole work. No files but this one and
/// that of `Binder` and `Row` call SQLite's C functions.
final class Query {
    private let statement: Statement
    private let handle: OpaquePointer
    /// By `ColumnName`: the number under which SQLite binds a value; 0 where the statement has none of that name.
    private let places: [CInt]
    /// Reads whatever row the statement stands on.
    private let row: Row
    /// One bit for each value that has to be bound.
    private let wanted: UInt64

    /// Prepares a statement whose values and columns are all called as in `ColumnName`.
    init(_ database: Database, _ sql: String) throws {
        statement = try database.makeStatement(sql: sql)
        handle = statement.sqliteStatement
        let values = sqlite3_bind_parameter_count(handle)
        var places = [CInt](repeating: 0, count: ColumnName.allCases.count)
        for place in stride(from: 1, through: values, by: 1) {
            // The name begins with a colon.
            places[try Self.column(sqlite3_bind_parameter_name(handle, place).map { $0 + 1 }, in: sql)] = place
        }
        var columns = [CInt](repeating: -1, count: ColumnName.allCases.count)
        for column in 0..<sqlite3_column_count(handle) {
            columns[try Self.column(sqlite3_column_name(handle, column), in: sql)] = column
        }
        self.places = places
        row = Row(handle: handle, columns: columns)
        wanted = (1 << UInt64(values + 1)) - 2
    }

    /// The index of a name of SQLite's in the tables of places.
    private static func column(_ name: UnsafePointer<CChar>?, in sql: String) throws -> Int {
        guard let name, let column = ColumnName.named[String(cString: name)] else {
            throw DatabaseError(
                resultCode: .SQLITE_MISUSE, message: "no column is called \(name.map(String.init(cString:)) ?? "?")",
                sql: sql)
        }
        return column.rawValue
    }

    /// Binds every value, runs to the end, and hands every row to `read`.
    func run(_ bind: (inout Binder) -> Void = { _ in }, row read: (Row) throws -> Void = { _ in }) throws {
        var binder = Binder(handle: handle, places: places)
        bind(&binder)
        // The values stay bound until the next run, which binds all of them anew.
        defer { sqlite3_reset(handle) }
        guard binder.status == SQLITE_OK else { throw failure(binder.status) }
        guard binder.bound == wanted else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "a value is not bound", sql: statement.sql)
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try read(row)
            case SQLITE_DONE: return
            case let status: throw failure(status)
            }
        }
    }

    /// The first row's value, or nil where there is no row.
    func first<T>(_ bind: (inout Binder) -> Void = { _ in }, row read: (Row) throws -> T) throws -> T? {
        var answer: T?
        try run(bind) { if answer == nil { answer = try read($0) } }
        return answer
    }

    /// All rows' values.
    func all<T>(_ bind: (inout Binder) -> Void = { _ in }, row read: (Row) throws -> T) throws -> [T] {
        var answers: [T] = []
        try run(bind) { answers.append(try read($0)) }
        return answers
    }

    private func failure(_ status: CInt) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: status),
            message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }
}
