import CPostgreSQL
import Glibc

/// Asks a server once more why it refuses a connection, in words that no language changes.
///
/// libpq gives no SQLSTATE for a connection that was refused, and the server says why in its own language. Only a connection
/// that is made step by step can be told, before it is made, to put the SQLSTATE into its report.
enum RefusedConnection {
    /// The SQLSTATE; nil where the server gives none, or not in time.
    ///
    /// - Parameters:
    ///   - keys: The names of libpq's parameters, and NULL.
    ///   - values: Their values, and NULL.
    static func state(
        _ keys: [UnsafePointer<CChar>?], _ values: [UnsafePointer<CChar>?], within seconds: Int = 3
    ) -> String? {
        guard let connection = PQconnectStartParams(keys, values, 1) else { return nil }
        defer { PQfinish(connection) }
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        let deadline = ContinuousClock.now + .seconds(seconds)
        var next = PGRES_POLLING_WRITING
        while PQstatus(connection) != CONNECTION_BAD {
            let left = Int32((deadline - .now).components.seconds * 1000)
            guard left > 0 else { return nil }
            let events = next == PGRES_POLLING_WRITING ? POLLOUT : POLLIN
            var place = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
            guard poll(&place, 1, left) > 0 else { return nil }
            next = PQconnectPoll(connection)
            if next == PGRES_POLLING_FAILED || next == PGRES_POLLING_OK { break }
        }
        return PQerrorMessage(connection).flatMap { state(in: String(cString: $0)) }
    }

    /// The SQLSTATE in a report such as "…failed: FATAL:  3D000: database "x" does not exist".
    static func state(in report: String) -> String? {
        // A word such as FATAL has five letters too, and no digit.
        let found = report.firstMatch(of: #/:\s+(?<state>(?=[A-Z]*[0-9])[0-9A-Z]{5}): /#)
        return found.map { String($0.output.state) }
    }

    /// Whether the server itself has refused, in whatever language.
    static func isServers(_ words: String) -> Bool { words.contains("FATAL") || !words.allSatisfy(\.isASCII) }
}
