import Findings
import Storage
import SystemValues

/// What a statement or the way to the server failed of, as PostgreSQL says it.
struct PostgresFailure: Error {
    /// The SQLSTATE, which says what kind of failure; nil where the server was not reached.
    let state: String?
    /// The server's or libpq's own words, without the connection string.
    let message: String

    /// The way to the server broke, or no answer came in time.
    static func lost(_ message: String) -> PostgresFailure { PostgresFailure(state: nil, message: message) }

    /// Whether running the transaction once more may do: it was in the way of another one.
    var isCollision: Bool { state == "40001" || state == "40P01" }

    /// Whether the server has undone the transaction because this process stood still in it; its commit was not asked for.
    var stoodStill: Bool { state == Self.idle }

    /// The SQLSTATE of a transaction in which the server has waited for a statement too long.
    static let idle = "25P03"

    /// Whether the connection has forgotten a statement, as behind a pooler that gives each transaction another one.
    var isForgottenStatement: Bool { state == "26000" || state == "42P05" }

    /// Whether the server lets this user change nothing, or is a standby.
    var isForbidden: Bool { state == "42501" || state == "25006" }

    /// Whether the connection is of no further use.
    var breaksConnection: Bool {
        guard let state else { return true }
        // Shutting down, crashed, no longer the primary; and a protocol that is out of step.
        return state.hasPrefix("57P") || state.hasPrefix("08") || state == "25006" || state == Self.idle
    }

    /// Whether libpq has refused the address before it asked any server.
    private var isMistake: Bool { message.hasPrefix("invalid ") || message.contains("definition of service") }

    /// Whether a connection was refused for want of encryption, or because the server cannot be trusted.
    private var isUnsafe: Bool {
        ["SSL was required", "certificate verify failed", "root certificate", "server certificate"].contains(
            where: message.contains)
    }

    /// As the queue's own error, with a sentence that says what to do.
    ///
    /// - Parameter place: The database, without a password.
    func asQueueError(_ place: String) -> JobQueueError {
        func error(_ code: JobQueueError.Code, _ sentence: String, _ fault: Fault = .environment) -> JobQueueError {
            JobQueueError(code, sentence, fault: fault, detail: message)
        }
        switch state {
        case nil where isMistake:
            return error(
                .unusable,
                "The address of the database \(place) is wrong. libpq's documentation lists its parameters.", .input)
        case nil where isUnsafe:
            return error(
                .unusable,
                "The way to the database \(place) is not as safe as its address asks for. See 'sslmode' and 'sslrootcert' in the address, "
                    + "and that the server has a certificate.", .input)
        case nil:
            return error(
                .unusable,
                "The database \(place) cannot be reached. See that its server runs and can be reached from here.")
        case "28P01", "28000":
            return error(
                .unusable,
                "The database \(place) refuses this user or password. Put the password into the file that PGPASSFILE names, or into PGPASSWORD.",
                .input)
        case "3D000":
            return error(
                .unusable,
                "The database \(place) does not exist. Make it with 'createdb \(QueueAddress(connection: place).database ?? "NAME")', and name "
                    + "its user as owner.", .input)
        case "42501", "3F000":
            return error(
                .unusable, "The user may not make or change tables in the database \(place). Make the user its owner.",
                .input)
        case "53100": return error(.full, "The disk of the database \(place) is full.")
        case "25006":
            return error(.unusable, "The server of the database \(place) is a standby, which takes no changes.")
        case "XX001", "XX002": return error(.damaged, "The database \(place) is damaged. Restore it from a backup.")
        case let state? where state.hasPrefix("08") || state.hasPrefix("57") || state.hasPrefix("53") || isCollision:
            return error(.unusable, "The database \(place) cannot work at this moment.")
        case "55P03", "25P03":
            return error(.unusable, "The database \(place) was held up by another program.")
        default: return error(.unusable, "The database \(place) has refused a statement of Quiver's.", .quiver)
        }
    }
}
