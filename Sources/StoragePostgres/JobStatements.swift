import Storage
import StorageSQL

/// The statements that write the rows of jobs; each parameter is an array, one element a row.
enum JobStatements {
    static let insert =
        "INSERT INTO job (\([QueueColumn].ofJob.list)) SELECT * FROM unnest(\(places(.ofJob)))"
    /// Adds photos that were forgotten, each in the place of what was known of its file before.
    static let keepForgotten = """
        INSERT INTO forgotten (\([QueueColumn].ofForgotten.list)) SELECT * FROM unnest(\(places(.ofForgotten)))
        ON CONFLICT (folder, name) DO UPDATE SET (\([QueueColumn].ofForgotten.list)) =
            ROW(\([QueueColumn].ofForgotten.map { "excluded." + $0.sql }.joined(separator: ", ")))
        """
    static let updateProgress = Update(.ofProgress)
    static let update = Update(.ofProgress + .ofFile)

    /// So many rows have a statement of their own, in which each value is a parameter.
    ///
    /// The server knows how many they are, and makes its plan once. With arrays it would plan anew each time, for which it
    /// takes longer than for the change itself.
    static let few = 8

    /// All columns, as in `job.id, job.folder`.
    static let columns = [QueueColumn].ofJob.map { "job." + $0.sql }.joined(separator: ", ")

    /// Changes columns of rows.
    struct Update {
        private let columns: [QueueColumn]
        private let many: String
        private let ofFew: [String]

        init(_ columns: [QueueColumn]) {
            self.columns = [.id] + columns
            let all = self.columns
            let new = columns.map { "new." + $0.sql }.joined(separator: ", ")
            let begin = "UPDATE job SET (\(columns.list)) = ROW(\(new)) FROM "
            let end = " AS new (\(all.list)) WHERE job.id = new.id"
            // They are named twice, since a table that looks empty to the planner, as it does on its first day, would be read
            // whole.
            many = begin + "unnest(\(places(all)))" + end + " AND job.id = ANY($1)"
            ofFew = (1...few).map { rows in
                let values = (0..<rows).map { row in
                    let places = all.enumerated().map { "$\(row * all.count + $0 + 1)::\($1.type)" }
                    return "(" + places.joined(separator: ", ") + ")"
                }
                let ids = (0..<rows).map { "$\($0 * all.count + 1)" }.joined(separator: ", ")
                return begin + "(VALUES \(values.joined(separator: ", ")))" + end + " AND job.id IN (\(ids))"
            }
        }

        func callAsFunction(_ rows: [(job: Job, numbers: SharedNumbers)]) -> PostgresStatement {
            guard ofFew.indices.contains(rows.count - 1) else {
                return PostgresStatement(sql: many, values: columns.values(of: rows))
            }
            return PostgresStatement(
                sql: ofFew[rows.count - 1], values: rows.flatMap { row in columns.map { $0.value(of: row) } })
        }
    }

    private static func places(_ columns: [QueueColumn]) -> String {
        columns.enumerated().map { "$\($0 + 1)::\($1.type)[]" }.joined(separator: ", ")
    }
}

extension QueueColumn {
    /// The column's type in the table of jobs.
    fileprivate var type: String {
        switch self {
        case .name, .output, .contentTail: "bytea"
        case .failureCode, .failureMessage, .failureFault: "text"
        default: "bigint"
        }
    }

    /// What a row has in this column.
    fileprivate func value(of row: (job: Job, numbers: SharedNumbers)) -> PostgresValue {
        switch value(of: row.job, row.numbers) {
        case .number(let number): .optional(number)
        case .text(let text): text.map { .text($0.storable) } ?? .null
        case .bytes(let bytes): bytes.map(PostgresValue.bytes) ?? .null
        }
    }

    /// What rows have in this column, as one array.
    fileprivate func values(of rows: [(job: Job, numbers: SharedNumbers)]) -> PostgresValue {
        Self.array(rows.map { value(of: $0.job, $0.numbers) })
    }

    /// The same of photos that were forgotten.
    fileprivate func values(of rows: [(photo: ForgottenPhoto, numbers: SharedNumbers)]) -> PostgresValue {
        Self.array(rows.map { value(of: $0.photo, $0.numbers) })
    }

    private static func array(_ values: [Value]) -> PostgresValue {
        var numbers: [Int64?] = []
        var texts: [String?] = []
        var blobs: [[UInt8]?] = []
        for value in values {
            switch value {
            case .number(let number): numbers.append(number)
            case .text(let text): texts.append(text?.storable)
            case .bytes(let bytes): blobs.append(bytes)
            }
        }
        return texts.isEmpty ? blobs.isEmpty ? .integers(numbers) : .blobs(blobs) : .texts(texts)
    }
}

extension [QueueColumn] {
    /// The columns of rows, as arrays.
    func values(of rows: [(job: Job, numbers: SharedNumbers)]) -> [PostgresValue] { map { $0.values(of: rows) } }

    /// The same of photos that were forgotten.
    func values(of rows: [(photo: ForgottenPhoto, numbers: SharedNumbers)]) -> [PostgresValue] {
        map { $0.values(of: rows) }
    }
}

/// The columns of a row that begins with all of a job's stand at their raw values.
extension PostgresResult.Row: JobRow {
    func integer(_ column: QueueColumn) -> Int64 { integer(column.rawValue) }
    func optional(_ column: QueueColumn) -> Int64? { optional(column.rawValue) }
    func text(_ column: QueueColumn) -> String? { text(column.rawValue) }
    func withBytes<T>(_ column: QueueColumn, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        withBytes(column.rawValue, body)
    }
}

extension String {
    /// PostgreSQL's texts hold no zero; a message that quotes a hostile file may.
    fileprivate var storable: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }
}
