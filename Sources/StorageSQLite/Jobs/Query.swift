import GRDB
import GRDBSQLite
import StorageSQL

/// A prepared statement that is bound and read without a detour, by the names of its columns and values.
///
/// GRDB opens, configures and guards the connection; the statements of the hot paths are bound and stepped through
/// SQLite's own functions, because boxing every value costs more than the queue's whole work. No files but this one and
/// that of `Binder` and `Row` call SQLite's C functions.
final class Query {
    private let statement: Statement
    private let handle: OpaquePointer
    /// By `QueueColumn`: the number under which SQLite binds a value; 0 where the statement has none of that name.
    private let places: [CInt]
    /// Reads whatever row the statement stands on.
    private let row: Row
    /// One bit for each value that has to be bound.
    private let wanted: UInt64

    /// Prepares a statement whose values and columns are all called as in `QueueColumn`.
    init(_ database: Database, _ sql: String) throws {
        statement = try database.makeStatement(sql: sql)
        handle = statement.sqliteStatement
        let values = sqlite3_bind_parameter_count(handle)
        var places = [CInt](repeating: 0, count: QueueColumn.allCases.count)
        for place in stride(from: 1, through: values, by: 1) {
            // The name begins with a colon.
            places[try Self.column(sqlite3_bind_parameter_name(handle, place).map { $0 + 1 }, in: sql)] = place
        }
        var columns = [CInt](repeating: -1, count: QueueColumn.allCases.count)
        for column in 0..<sqlite3_column_count(handle) {
            columns[try Self.column(sqlite3_column_name(handle, column), in: sql)] = column
        }
        self.places = places
        row = Row(handle: handle, columns: columns)
        wanted = (1 << UInt64(values + 1)) - 2
    }

    /// The index of a name of SQLite's in the tables of places.
    private static func column(_ name: UnsafePointer<CChar>?, in sql: String) throws -> Int {
        guard let name, let column = QueueColumn.named[String(cString: name)] else {
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

extension Query {
    /// The values of a statement, bound by name; the first failure is kept, such as a name that the statement lacks.
    struct Binder {
        private let handle: OpaquePointer
        private let places: [CInt]
        private(set) var status = SQLITE_OK
        /// One bit for each place that has its value.
        private(set) var bound: UInt64 = 0
        /// Tells SQLite to copy the bytes before the call returns.
        private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

        init(handle: OpaquePointer, places: [CInt]) {
            self.handle = handle
            self.places = places
        }

        mutating func set(_ column: QueueColumn, _ value: Int64) {
            check(sqlite3_bind_int64(handle, place(of: column), value))
        }

        mutating func set(_ column: QueueColumn, _ value: Int) {
            set(column, Int64(value))
        }

        mutating func set(_ column: QueueColumn, _ value: Bool) {
            set(column, value ? 1 : 0)
        }

        mutating func set(_ column: QueueColumn, _ value: UInt64) {
            set(column, Int64(bitPattern: value))
        }

        mutating func set(_ column: QueueColumn, _ value: Int64?) {
            if let value { set(column, value) } else { check(sqlite3_bind_null(handle, place(of: column))) }
        }

        mutating func set(_ column: QueueColumn, _ value: [UInt8]) {
            value.withUnsafeBytes { set(column, bytes: $0) }
        }

        mutating func set(_ column: QueueColumn, _ value: ArraySlice<UInt8>) {
            value.withUnsafeBytes { set(column, bytes: $0) }
        }

        mutating func set(_ column: QueueColumn, bytes: UnsafeRawBufferPointer) {
            let place = place(of: column)
            // A null pointer would bind NULL, not an empty blob.
            if bytes.isEmpty { return check(sqlite3_bind_zeroblob(handle, place, 0)) }
            check(sqlite3_bind_blob(handle, place, bytes.baseAddress, CInt(bytes.count), Self.copied))
        }

        mutating func set(_ column: QueueColumn, _ value: String?) {
            let place = place(of: column)
            guard let value else { return check(sqlite3_bind_null(handle, place)) }
            check(sqlite3_bind_text(handle, place, value, -1, Self.copied))
        }

        /// Where SQLite binds a value; 0, which it refuses, where the statement has none of that name.
        private mutating func place(of column: QueueColumn) -> CInt {
            let place = places[column.rawValue]
            bound |= 1 << UInt64(place)
            return place
        }

        private mutating func check(_ status: CInt) {
            if self.status == SQLITE_OK { self.status = status }
        }
    }

    /// The row that a statement stands on, read by name; valid until the next step.
    struct Row: JobRow {
        private let handle: OpaquePointer
        private let columns: [CInt]

        init(handle: OpaquePointer, columns: [CInt]) {
            self.handle = handle
            self.columns = columns
        }

        func isNull(_ column: QueueColumn) -> Bool {
            sqlite3_column_type(handle, place(of: column)) == SQLITE_NULL
        }

        func integer(_ column: QueueColumn) -> Int64 {
            sqlite3_column_int64(handle, place(of: column))
        }

        func optional(_ column: QueueColumn) -> Int64? {
            isNull(column) ? nil : integer(column)
        }

        func bytes(_ column: QueueColumn) -> [UInt8] {
            withBytes(column) { Array($0) }
        }

        func withBytes<T>(_ column: QueueColumn, _ body: (UnsafeRawBufferPointer) -> T) -> T {
            lend(column, body)
        }

        /// The same for what may throw.
        func lend<T>(_ column: QueueColumn, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
            let place = place(of: column)
            let start = sqlite3_column_blob(handle, place)
            return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, place))))
        }

        func text(_ column: QueueColumn) -> String? {
            sqlite3_column_text(handle, place(of: column)).map { String(cString: $0) }
        }

        private func place(of column: QueueColumn) -> CInt {
            let place = columns[column.rawValue]
            precondition(place >= 0, "the statement gives no column \(column)")
            return place
        }
    }
}
