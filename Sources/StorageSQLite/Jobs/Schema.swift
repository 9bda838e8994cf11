import GRDB
import Storage

/// The tables of one database: the named steps of every room that keeps something in it.
///
/// The database remembers the names of the steps that it has taken (`migration`). Databases of the time before counted
/// their steps instead (`user_version` 1 to 4), and are told the names of those when they are next opened for writing.
struct Schema {
    /// Marks the file as a Quiver queue: "Quiv" in ASCII.
    static let applicationID: Int64 = 0x5175_6976
    /// What `user_version` says where steps have names; a Quiver that counts steps takes it for a newer one's.
    static let named = 5

    private let migrations: [Migration]

    /// The tables that these steps make, in their order.
    init(_ migrations: [Migration]) {
        self.migrations = migrations
    }

    /// Takes the steps that are missing, all or none of them.
    func migrate(_ database: Database, path: String) throws {
        try database.inTransaction(.immediate) {
            let missing = try check(database, path: path)
            try refuseActions(in: database, path: path)
            if try Self.version(database) != Self.named {
                let taken = try taken(database)
                try database.execute(
                    sql: """
                        CREATE TABLE migration (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
                        PRAGMA user_version = \(Self.named);
                        PRAGMA application_id = \(Self.applicationID);
                        """)
                for name in taken.sorted() { try Self.note(name, in: database) }
            }
            for migration in missing {
                try database.execute(sql: migration.sql)
                try Self.note(migration.name, in: database)
            }
            try refuseForeign(in: database, path: path)
            return .commit
        }
    }

    /// Throws where the database does something by itself: SQLite would run it with the first change.
    private func refuseActions(in database: Database, path: String) throws {
        let name = try String.fetchOne(
            database, sql: "SELECT type || ' ' || name FROM sqlite_schema WHERE type IN ('trigger', 'view')")
        if let name { throw Self.foreign(path, name) }
    }

    /// Throws where the database holds anything but what these steps have made, each statement to the letter.
    ///
    /// A queue may come in a stranger's folder. Triggers, views, generated columns and further tables would run or be read
    /// with its reader's rights.
    private func refuseForeign(in database: Database, path: String) throws {
        let own = try DatabaseQueue().inDatabase { empty in
            try empty.execute(sql: "CREATE TABLE migration (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
            for migration in migrations { try empty.execute(sql: migration.sql) }
            return try Self.objects(of: empty)
        }
        let objects = try Self.objects(of: database)
        if let other = objects.first(where: { own[$0.key] != $0.value }) { throw Self.foreign(path, other.key) }
    }

    /// What a database holds: each statement by the kind and the name of what it makes.
    private static func objects(of database: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT type || ' ' || name AS name, sql FROM sqlite_schema
                WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """)
        return Dictionary(rows.map { ($0["name"], $0["sql"] ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    private static func foreign(_ path: String, _ object: String) -> JobQueueError {
        JobQueueError(
            .foreign,
            "\(path) holds the \(object), which Quiver did not make, so it is not used. "
                + "Name another file with --queue.", fault: .input)
    }

    /// The steps that the database lacks; throws where it is somebody else's or a newer Quiver's.
    @discardableResult
    func check(_ database: Database, path: String) throws -> [Migration] {
        let id = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Self.version(database)
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard id == Self.applicationID || (version == 0 && tables == 0) else {
            throw JobQueueError(
                .foreign, "\(path) is a database of another program. Name another file with --queue.", fault: .input)
        }
        guard version <= Self.named, version == Self.named || isKnown(formerVersion: version) else {
            throw Self.newer(path, "schema \(version), this one knows \(Self.named)")
        }
        let taken = try taken(database)
        if let unknown = taken.subtracting(migrations.map(\.name)).min() {
            throw Self.newer(path, "schema step \(unknown), which this one does not know")
        }
        return migrations.filter { !taken.contains($0.name) }
    }

    /// Throws where a reader would not find what it asks for; only a writer may take the missing steps.
    func checkForReading(_ database: Database, path: String) throws {
        guard try !check(database, path: path).isEmpty else {
            try refuseActions(in: database, path: path)
            return try refuseForeign(in: database, path: path)
        }
        throw JobQueueError(
            .unusable,
            try Self.version(database) == 0
                ? "The queue \(path) has not begun yet; 'quiver run' begins it."
                : "The queue \(path) was made by an older Quiver; 'quiver run' brings it up to date.",
            fault: .input)
    }

    /// The names of the steps that the database has taken.
    private func taken(_ database: Database) throws -> Set<String> {
        let version = try Self.version(database)
        if version == Self.named {
            return try Set(
                Optional<String>.fetchAll(database, sql: "SELECT name FROM migration").map { name in
                    guard let name else {
                        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a step without a name")
                    }
                    return name
                })
        }
        return Set(migrations.filter { ($0.formerVersion ?? .max) <= version }.map(\.name))
    }

    /// Whether every step up to a number is one of these.
    private func isKnown(formerVersion version: Int) -> Bool {
        Set(migrations.compactMap(\.formerVersion)).isSuperset(of: stride(from: 1, through: version, by: 1))
    }

    private static func version(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    private static func note(_ name: String, in database: Database) throws {
        try database.execute(sql: "INSERT INTO migration (name) VALUES (?)", arguments: [name])
    }

    private static func newer(_ path: String, _ what: String) -> JobQueueError {
        JobQueueError(
            .newer,
            "\(path) was made by a newer Quiver (\(what)). Update Quiver, or name another file with --queue.",
            fault: .input)
    }
}
