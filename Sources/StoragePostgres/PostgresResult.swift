import CPostgreSQL

/// The rows of one statement.
///
/// Unchecked because libpq never changes a result once it was received.
final class PostgresResult: @unchecked Sendable {
    private let result: OpaquePointer

    /// Takes over a result of libpq's.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var status: ExecStatusType { PQresultStatus(result) }
    var count: Int { Int(PQntuples(result)) }
    var columns: Int { Int(PQnfields(result)) }

    /// A column's name.
    func name(_ column: Int) -> String { PQfname(result, Int32(column)).map { String(cString: $0) } ?? "" }

    /// Whether a column's type is a whole number, or a sum of such.
    func isNumber(_ column: Int) -> Bool { [20, 21, 23, 1700].contains(PQftype(result, Int32(column))) }

    /// A part of the server's report on a failure.
    func report(_ field: Int32) -> String? { PQresultErrorField(result, field).map { String(cString: $0) } }

    /// The whole report.
    var message: String { PQresultErrorMessage(result).map { String(cString: $0) } ?? "" }

    subscript(row: Int) -> Row { Row(result: self, row: Int32(row)) }

    /// All rows, each as the body reads it.
    func map<T>(_ body: (Row) throws -> T) rethrows -> [T] { try (0..<count).map { try body(self[$0]) } }

    /// One row; columns have numbers in the order of the statement.
    struct Row {
        fileprivate let result: PostgresResult
        fileprivate let row: Int32

        func isNull(_ column: Int) -> Bool { PQgetisnull(result.result, row, Int32(column)) == 1 }

        /// A BIGINT.
        func integer(_ column: Int) -> Int64 {
            withBytes(column) { bytes in
                bytes.count == 8 ? Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)) : 0
            }
        }

        func optional(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

        func text(_ column: Int) -> String? {
            isNull(column) ? nil : withBytes(column) { String(decoding: $0, as: UTF8.self) }
        }

        func bytes(_ column: Int) -> [UInt8] { withBytes(column) { Array($0) } }

        /// The bytes of a column, for as long as the body runs.
        func withBytes<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
            let count = Int(PQgetlength(result.result, row, Int32(column)))
            let start = PQgetvalue(result.result, row, Int32(column)).map { UnsafeRawPointer($0) }
            return body(UnsafeRawBufferPointer(start: count == 0 ? nil : start, count: start == nil ? 0 : count))
        }
    }
}
