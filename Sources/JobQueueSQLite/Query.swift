import GRDB
import GRDBSQLite

/// A prepared statement that is bound and read without a detour.
///
/// GRDB opens, configures and guards the connection; the statements of the hot paths are bound and stepped through
/// SQLite's own functions, because boxing every value costs more than the queue's whole work. No other file calls
/// SQLite's C functions.
final class Query {
    private let statement: Statement
    private let handle: OpaquePointer

    init(_ database: Database, _ sql: String) throws {
        statement = try database.makeStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// Binds values in order, runs to the end, and hands every row to `read`.
    func run(_ bind: (inout Binder) -> Void = { _ in }, row read: (Row) throws -> Void = { _ in }) throws {
        var binder = Binder(handle: handle)
        bind(&binder)
        // The values stay bound until the next run, which binds all of them anew.
        defer { sqlite3_reset(handle) }
        guard binder.status == SQLITE_OK else { throw failure(binder.status) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try read(Row(handle: handle))
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

    /// The values of a statement, bound from left to right; the first failure is kept.
    struct Binder {
        fileprivate let handle: OpaquePointer
        fileprivate var status = SQLITE_OK
        private var position: CInt = 0
        /// Tells SQLite to copy the bytes before the call returns.
        private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

        fileprivate init(handle: OpaquePointer) {
            self.handle = handle
        }

        mutating func add(_ value: Int64) {
            check(sqlite3_bind_int64(handle, next(), value))
        }

        mutating func add(_ value: Int) {
            add(Int64(value))
        }

        mutating func add(_ value: Bool) {
            add(value ? 1 : 0)
        }

        mutating func add(_ value: UInt64) {
            add(Int64(bitPattern: value))
        }

        mutating func add(_ value: Int64?) {
            if let value { add(value) } else { check(sqlite3_bind_null(handle, next())) }
        }

        mutating func add(_ value: [UInt8]) {
            value.withUnsafeBytes { add(bytes: $0) }
        }

        mutating func add(_ value: ArraySlice<UInt8>) {
            value.withUnsafeBytes { add(bytes: $0) }
        }

        mutating func add(bytes: UnsafeRawBufferPointer) {
            // A null pointer would bind NULL, not an empty blob.
            if bytes.isEmpty { return check(sqlite3_bind_zeroblob(handle, next(), 0)) }
            check(sqlite3_bind_blob(handle, next(), bytes.baseAddress, CInt(bytes.count), Self.copied))
        }

        mutating func add(_ value: String?) {
            guard let value else { return check(sqlite3_bind_null(handle, next())) }
            check(sqlite3_bind_text(handle, next(), value, -1, Self.copied))
        }

        private mutating func next() -> CInt {
            position += 1
            return position
        }

        private mutating func check(_ status: CInt) {
            if self.status == SQLITE_OK { self.status = status }
        }
    }

    /// One row of an answer, valid until the next step.
    struct Row {
        fileprivate let handle: OpaquePointer

        func isNull(_ column: Int) -> Bool {
            sqlite3_column_type(handle, CInt(column)) == SQLITE_NULL
        }

        func integer(_ column: Int) -> Int64 {
            sqlite3_column_int64(handle, CInt(column))
        }

        func optional(_ column: Int) -> Int64? {
            isNull(column) ? nil : integer(column)
        }

        func bytes(_ column: Int) -> [UInt8] {
            withBytes(column) { Array($0) }
        }

        func withBytes<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
            let start = sqlite3_column_blob(handle, CInt(column))
            return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, CInt(column)))))
        }

        func text(_ column: Int) -> String? {
            sqlite3_column_text(handle, CInt(column)).map { String(cString: $0) }
        }
    }
}
