import CPostgreSQL

/// The way to the server, and why it is refused.
extension PostgresConnection {
    /// Connects without waiting for ever: libpq's own time limit does not hold for names that are looked up, but for the rest.
    static func open(_ options: [(String, String)], within seconds: Int) throws -> OpaquePointer {
        let options = options + [("connect_timeout", "\(seconds)")]
        // A connection string may set its own limits: only what it leaves open is set here.
        let given = options[0].1
        let kept = options.filter { $0.0 == "dbname" || !given.contains($0.0 + "=") }
        return try withPointers(kept.map { Array($0.0.utf8) + [0] }) { keys in
            try withPointers(kept.map { Array($0.1.utf8) + [0] }) { values in
                var keys = keys, values = values
                keys.append(nil)
                values.append(nil)
                guard let connection = PQconnectdbParams(keys, values, 1) else {
                    throw PostgresFailure.lost("no memory")
                }
                guard PQstatus(connection) == CONNECTION_OK else {
                    let words = words(of: connection)
                    PQfinish(connection)
                    let isServers = RefusedConnection.isServers(words)
                    let state = state(ofRefusal: words) ?? (isServers ? RefusedConnection.state(keys, values) : nil)
                    throw PostgresFailure(state: state, message: words)
                }
                return connection
            }
        }
    }

    /// libpq gives no SQLSTATE for a refused connection, only the server's English or translated words.
    private static func state(ofRefusal words: String) -> String? {
        if words.contains("password authentication failed") || words.contains("no password supplied")
            || words.contains("no pg_hba.conf entry") || words.contains("authentication failed")
        {
            return "28P01"
        }
        if words.contains("role"), words.contains("does not exist") { return "28P01" }
        if words.contains("database"), words.contains("does not exist") { return "3D000" }
        if words.contains("too many") || words.contains("remaining connection slots") { return "53300" }
        if words.contains("the database system is") { return "57P03" }
        return nil
    }

    static func words(of connection: OpaquePointer) -> String {
        let words = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        return words.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }
}
