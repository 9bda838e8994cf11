import GRDBSQLite

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

        mutating func set(_ column: ColumnName, _ value: Int64) {
            check(sqlite3_bind_int64(handle, place(of: column), value))
        }

        mutating func set(_ column: ColumnName, _ value: Int) {
            set(column, Int64(value))
        }

        mutating func set(_ column: ColumnName, _ value: Bool) {
            set(column, value ? 1 : 0)
        }

        mutating func set(_ column: ColumnName, _ value: UInt64) {
            set(column, Int64(bitPattern: value))
        }

        mutating func set(_ column: ColumnName, _ value: Int64?) {
            if let value { set(column, value) } else { check(sqlite3_bind_null(handle, place(of: column))) }
        }

        mutating func set(_ column: ColumnName, _ value: [UInt8]) {
            value.withUnsafeBytes { set(column, bytes: $0) }
        }

        mutating func set(_ column: ColumnName, _ value: ArraySlice<UInt8>) {
            value.withUnsafeBytes { set(column, bytes: $0) }
        }

        mutating func set(_ column: ColumnName, bytes: UnsafeRawBufferPointer) {
            let place = place(of: column)
            // A null pointer would bind NULL, not an empty blob.
            if bytes.isEmpty { return check(sqlite3_bind_zeroblob(handle, place, 0)) }
            check(sqlite3_bind_blob(handle, place, bytes.baseAddress, CInt(bytes.count), Self.copied))
        }

        mutating func set(_ column: ColumnName, _ value: String?) {
            let place = place(of: column)
            guard let value else { return check(sqlite3_bind_null(handle, place)) }
            check(sqlite3_bind_text(handle, place, value, -1, Self.copied))
        }

        /// Where SQLite binds a value; 0, which it refuses, where the statement has none of that name.
        private mutating func place(of column: ColumnName) -> CInt {
            let place = places[column.rawValue]
            bound |= 1 << UInt64(place)
            return place
        }

        private mutating func check(_ status: CInt) {
            if self.status == SQLITE_OK { self.status = status }
        }
    }

    /// The row that a statement stands on, read by name; valid until the next step.
    struct Row {
        private let handle: OpaquePointer
        private let columns: [CInt]

        init(handle: OpaquePointer, columns: [CInt]) {
            self.handle = handle
            self.columns = columns
        }

        func isNull(_ column: ColumnName) -> Bool {
            sqlite3_column_type(handle, place(of: column)) == SQLITE_NULL
        }

        func integer(_ column: ColumnName) -> Int64 {
            sqlite3_column_int64(handle, place(of: column))
        }

        func optional(_ column: ColumnName) -> Int64? {
            isNull(column) ? nil : integer(column)
        }

        func bytes(_ column: ColumnName) -> [UInt8] {
            withBytes(column) { Array($0) }
        }

        func withBytes<T>(_ column: ColumnName, _ body: (UnsafeRawBufferPointer) -> T) -> T {
            let place = place(of: column)
            let start = sqlite3_column_blob(handle, place)
            return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, place))))
        }

        func text(_ column: ColumnName) -> String? {
            sqlite3_column_text(handle, place(of: column)).map { String(cString: $0) }
        }

        private func place(of column: ColumnName) -> CInt {
            let place = columns[column.rawValue]
            precondition(place >= 0, "the statement gives no column \(column)")
            return place
        }
    }
}
