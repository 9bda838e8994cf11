import GRDB
import Storage

/// The tables of one database: those that the steps of `Migration.all` make.
///
/// The database remembers the names of the steps that it has taken (`migration`). Databases of the time before counted
/// their steps instead (`user_version` 1 to 4), and are told the names of those when they are next opened for writing.
enum Schema {
    /// Marks the file as a Quiver queue: "Quiv" in ASCII.
    static let applicationID: Int64 = 0x5175_6976
    /// What `user_version` says where steps have names; a Quiver that counts steps takes it for a newer one's.
    static let named = 5

    /// Takes the steps that are missing, all or none of them.
    static func migrate(_ database: Database, path: String) throws {
        try database.inTransaction(.immediate) {
            let missing = try check(database, path: path)
            try refuseActions(in: database, path: path)
            if try version(database) != named {
                let taken = try self.taken(database)
                try database.execute(
                    sql: """
                        CREATE TABLE migration (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
                        PRAGMA user_version = \(named);
                        PRAGMA application_id = \(applicationID);
                        """)
                for name in taken.sorted() { try note(name, in: database) }
            }
            for migration in missing {
                try database.execute(sql: migration.sql)
                try note(migration.name, in: database)
            }
            try refuseForeign(in: database, path: path)
            return .commit
        }
    }

    /// Throws where the database does something by itself: SQLite would run it with the first change.
    private static func refuseActions(in database: Database, path: String) throws {
        let name = try String.fetchOne(
            database, sql: "SELECT type || ' ' || name FROM sqlite_schema WHERE type IN ('trigger', 'view')")
        if let name { throw foreign(path, name) }
    }

    /// Throws where the database holds anything but what these steps have made, each statement to the letter.
    ///
    /// A queue may come in another user's folder. Triggers, views, generated columns and further tables would run or be read
    /// with its reader's rights.
    private static func refuseForeign(in database: Database, path: String) throws {
        let own = try DatabaseQueue().inDatabase { empty in
            try empty.execute(sql: "CREATE TABLE migration (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
            for migration in Migration.all { try empty.execute(sql: migration.sql) }
            return try self.objects(of: empty)
        }
        let objects = try self.objects(of: database)
        if let other = objects.first(where: { own[$0.key] != $0.value }) { throw foreign(path, other.key) }
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

    /// The steps that the database lacks; throws where it is another program's or a newer Quiver's.
    @discardableResult
    static func check(_ database: Database, path: String) throws -> [Migration] {
        let id = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try self.version(database)
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard id == applicationID || (version == 0 && tables == 0) else {
            throw JobQueueError(
                .foreign, "\(path) is a database of another program. Name another file with --queue.", fault: .input)
        }
        guard version <= named, version == named || isKnown(formerVersion: version) else {
            throw newer(path, "schema \(version), this one knows \(named)")
        }
        let taken = try self.taken(database)
        if let unknown = taken.subtracting(Migration.all.map(\.name)).min() {
            throw newer(path, "schema step \(unknown), which this one does not know")
        }
        return Migration.all.filter { !taken.contains($0.name) }
    }

    /// Throws where a reader would not find what it asks for; only a writer may take the missing steps.
    static func checkForReading(_ database: Database, path: String) throws {
        guard try !check(database, path: path).isEmpty else {
            try refuseActions(in: database, path: path)
            return try refuseForeign(in: database, path: path)
        }
        throw JobQueueError(
            .unusable,
            try version(database) == 0
                ? "The queue \(path) has not begun yet; 'quiver run' begins it."
                : "The queue \(path) was made by an older Quiver; 'quiver run' brings it up to date.",
            fault: .input)
    }

    /// The names of the steps that the database has taken.
    private static func taken(_ database: Database) throws -> Set<String> {
        let version = try self.version(database)
        if version == named {
            return try Set(
                Optional<String>.fetchAll(database, sql: "SELECT name FROM migration").map { name in
                    guard let name else {
                        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a step without a name")
                    }
                    return name
                })
        }
        return Set(Migration.all.filter { ($0.formerVersion ?? .max) <= version }.map(\.name))
    }

    /// Whether every step up to a number is one of these.
    private static func isKnown(formerVersion version: Int) -> Bool {
        Set(Migration.all.compactMap(\.formerVersion)).isSuperset(of: stride(from: 1, through: version, by: 1))
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
