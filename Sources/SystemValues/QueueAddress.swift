import SystemPackage

/// A queue in a PostgreSQL database that several hosts may share.
public struct QueueAddress: Hashable, Sendable {
    /// The connection string as the settings have it, such as `postgres://quiver@db.example/photos`; it may hold a password.
    public var connection: String
    /// The names of folders of photos, so that hosts may have them at different paths.
    public var roots: [RootName]

    /// An address from its parts.
    public init(connection: String, roots: [RootName] = []) {
        self.connection = connection
        self.roots = roots
    }
}

/// The name of a folder of photos, which all hosts of a queue know it by.
public struct RootName: Hashable, Sendable {
    /// The name, without a slash.
    public var name: String
    /// Where this host has the folder.
    public var path: FilePath

    /// A name from its parts.
    public init(name: String, path: FilePath) {
        self.name = name
        self.path = path
    }

    /// The most characters of a name.
    public static let longest = 100

    /// Whether a text can be the name of a folder on every host: ASCII letters, digits, `-`, `_` and `.`, and no name of the
    /// file system's own.
    public static func isName(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && text != "." && text != ".."
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || "-_.".unicodeScalars.contains(scalar))
            }
    }
}

extension QueueAddress {
    /// The address for people: without a password, whatever else it holds.
    public var printable: String { ConnectionURL(connection)?.printable ?? "postgres://…" }

    /// Whether the address holds a password.
    public var hasPassword: Bool { ConnectionURL(connection)?.hasPassword ?? false }

    /// The database's name, where the address says one.
    public var database: String? { ConnectionURL(connection)?.database }

    /// What is wrong with a text as an address, without a word of the text itself; nil where it is one.
    public static func problem(of text: String) -> String? {
        do throws(ConnectionURL.Problem) {
            _ = try ConnectionURL(reading: text)
            return nil
        } catch {
            return error.rawValue
        }
    }

    /// Whether a text is meant as the address of a database and not as a path.
    public static func isMeant(by text: String) -> Bool {
        let start = text.prefix { $0 != ":" }
        guard start.endIndex < text.endIndex else { return false }
        if ["postgres", "postgresql"].contains(start.lowercased()) { return true }
        // Any other scheme is none of ours, and no path either.
        return text[start.endIndex...].hasPrefix("://") && start.allSatisfy { $0.isASCII && $0.isLetter }
            && !start.isEmpty
    }

    /// The name of the folder that a host keeps its own things of this queue in: the database's and its host's, and a hash of
    /// where the address leads, by whatever user.
    ///
    /// - Parameter environment: The variables that libpq fills an address in with.
    public func folderName(environment: [String: String]) -> String {
        let url = ConnectionURL(connection)
        func said(_ name: String, _ variable: String) -> String? {
            url?.value(of: name) ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        let service = said("service", "PGSERVICE")
        let host = said("host", "PGHOST")
        let user = said("user", "PGUSER") ?? environment["USER"]
        let database = said("dbname", "PGDATABASE") ?? service ?? user
        let places = [
            host, said("hostaddr", "PGHOSTADDR"), said("port", "PGPORT") ?? "5432", database, service,
            said("options", "PGOPTIONS"),
        ]
        let hash = SHA256.hash(places.map { $0 ?? "" }.joined(separator: "\n").utf8).prefix(4).hexadecimal
        return "\(Self.plain(database ?? "queue"))@\(Self.plain(host ?? "local"))-\(hash)"
    }

    /// A text as a part of a file's name.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(48).map { scalar in
                    scalar.isASCII
                        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "."
                            || scalar == "-")
                        ? scalar : "_"
                }))
    }
}

/// What prints an address, by whatever way, prints no password.
extension QueueAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// As ``printable``.
    public var description: String { printable }
    /// As ``printable``.
    public var debugDescription: String { printable }
    /// The address for people, and the names.
    public var customMirror: Mirror { Mirror(self, children: ["address": printable, "roots": roots]) }
}
