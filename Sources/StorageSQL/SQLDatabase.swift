/// A database inside one transaction: what runs a statement and gives its rows.
///
/// Statements name their parameters `:name`, and a colon stands nowhere else in them. Their texts are few, so that each can
/// be prepared once. A truth value is the number 0 or 1 in every column.
public protocol SQLDatabase {
    /// Runs a statement that gives no rows.
    func execute(_ sql: String, _ arguments: [String: SQLValue]) throws

    /// Runs a statement that gives no rows once for each of the arguments, in order.
    func execute(_ sql: String, each arguments: [[String: SQLValue]]) throws

    /// Runs a statement and returns all its rows.
    func rows(_ sql: String, _ arguments: [String: SQLValue]) throws -> [SQLRow]

    /// The expression for a member of a text column that holds JSON: its text, or `1` and `0` for a truth value.
    ///
    /// It is NULL where there is none of it, and where the column holds no JSON.
    ///
    /// - Parameter path: Its keys, from the outside in; digits stand for a place in a list.
    func member(_ path: [String], ofJSON column: String) -> String

    /// The SELECT that gives the elements of a parameter which holds a list of numbers in JSON.
    func elements(ofNumbers parameter: String) -> String

    /// The same of texts.
    func elements(ofTexts parameter: String) -> String

    /// Adds rows to a table; they are there for the next statement, and may go to the database with it.
    func add(_ rows: [[SQLValue]], columns: [String], to table: String) throws

    /// What ends a SELECT whose rows are to be changed, so that no other transaction changes them meanwhile.
    var locking: String { get }

    /// The same where rows that another transaction is changing are left out.
    var lockingWhatIsFree: String { get }

    /// Has the numbers that the database gives the rows of a table go on behind one that was given elsewhere.
    func goOn(behind number: Int64, in table: String) throws
}

extension SQLDatabase {
    /// SQLite knows what its values are.
    public func elements(ofNumbers parameter: String) -> String { "SELECT value FROM json_each(:\(parameter))" }

    /// SQLite knows what its values are.
    public func elements(ofTexts parameter: String) -> String { "SELECT value FROM json_each(:\(parameter))" }

    /// One after the other, for databases that are near.
    public func execute(_ sql: String, each arguments: [[String: SQLValue]]) throws {
        for arguments in arguments { try execute(sql, arguments) }
    }

    /// One after the other, for databases that are near.
    public func add(_ rows: [[SQLValue]], columns: [String], to table: String) throws {
        let sql = """
            INSERT INTO \(table) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { ":" + $0 }.joined(separator: ", ")))
            """
        try execute(sql, each: rows.map { row in Dictionary(zip(columns, row)) { first, _ in first } })
    }

    /// A database that one process writes needs no locks.
    public var locking: String { "" }

    /// A database that one process writes needs no locks.
    public var lockingWhatIsFree: String { "" }

    /// Some databases go on behind the highest number by themselves.
    public func goOn(behind number: Int64, in table: String) throws {}
}

extension SQLDatabase {
    /// Runs a statement and returns its first row.
    func first(_ sql: String, _ arguments: [String: SQLValue]) throws -> SQLRow? {
        try rows(sql, arguments).first
    }
}
