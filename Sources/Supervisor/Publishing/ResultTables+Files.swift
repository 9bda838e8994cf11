import Results

extension ResultTables {
    /// The tables of a run; touched by the disk's thread only, one call after the other.
    final class Tables: @unchecked Sendable {
        private let tables: [any RecordTable]
        private let formats: [TableFormat]

        init(_ tables: [any RecordTable], of formats: [TableFormat]) {
            self.tables = tables
            self.formats = formats
        }

        /// What they hold; nil where one of them cannot grow.
        func mark(pipeline: String, _ photos: TablesMark.Photos) -> TablesMark? {
            TablesMark(Array(zip(formats, tables)), pipeline: pipeline, photos: photos)
        }

        /// Whether none of them has to be written whole to take another photo.
        var allGrow: Bool { tables.allSatisfy { $0 is any GrowingTable } }

        func append(_ rows: [TableRow]) throws {
            for row in rows { for table in tables { try table.append(row) } }
        }

        func finish() throws { for table in tables { try table.finish() } }

        /// False where one of them is not as it was left.
        func add(_ rows: [TableRow]) throws -> Bool {
            for case let table as any GrowingTable in tables where try !table.add(rows) { return false }
            return true
        }
    }
}
