import Storage
import StorageSQL
import SystemValues

/// Folders, pipelines and owners by the numbers that rows have in their place; read once and kept.
final class NameTable {
    struct Folder: Hashable {
        var root: [UInt8]
        var path: [UInt8]
    }

    private let connection: PostgresConnection
    /// Stand in rows in the place of this host's paths.
    let roots: RootNames
    private var folders = Pairs<Folder>()
    private var pipelines = Pairs<Fingerprint>()
    private var owners = Pairs<Owner>()
    /// Whether this transaction may have made some of them.
    private var hasMade = false

    init(_ connection: PostgresConnection, roots: RootNames) {
        self.connection = connection
        self.roots = roots
    }

    /// Reads the names of rows that are to be decoded, as far as they are not known yet.
    func learn(from rows: [PostgresResult.Row]) throws {
        let folders = Set(rows.map { $0.integer(.folder) }.filter { self.folders.values[$0] == nil })
        let pipelines = Set(rows.map { $0.integer(.pipeline) }.filter { self.pipelines.values[$0] == nil })
        let owners = Set(rows.compactMap { $0.optional(.owner) }.filter { self.owners.values[$0] == nil })
        guard !(folders.isEmpty && pipelines.isEmpty && owners.isEmpty) else { return }
        let found = try connection.run([
            PostgresStatement(
                sql: "SELECT id, root, path FROM folder WHERE id = ANY($1)", values: [.integers(Array(folders))]),
            PostgresStatement(
                sql: "SELECT id, fingerprint FROM pipeline WHERE id = ANY($1)", values: [.integers(Array(pipelines))]),
            PostgresStatement(
                sql: "SELECT id, \(Owner.columns) FROM owner WHERE id = ANY($1)", values: [.integers(Array(owners))]),
        ])
        take(folders: found[0])
        take(pipelines: found[1])
        for row in found[2].map({ $0 }) { self.owners.note(row.integer(0), Owner(row, from: 1)) }
    }

    private func take(folders rows: PostgresResult) {
        for row in rows.map({ $0 }) {
            folders.note(row.integer(0), Folder(root: roots.local(row.bytes(1)), path: row.bytes(2)))
        }
    }

    private func take(pipelines rows: PostgresResult) {
        for row in rows.map({ $0 }) { Fingerprint(row.bytes(1)).map { pipelines.note(row.integer(0), $0) } }
    }

    /// A job from its row, whose names were learnt before.
    func decode(_ row: PostgresResult.Row) throws -> Job {
        guard let folder = folders.values[row.integer(.folder)],
            let pipeline = pipelines.values[row.integer(.pipeline)]
        else { throw PostgresFailure(state: "XX001", message: "a job's folder or pipeline is missing") }
        return row.job(
            at: Place(root: folder.root, folder: folder.path, name: row.withBytes(.name) { Array($0) }),
            output: row.withBytes(.output) { Array($0) }, pipeline: pipeline,
            owner: row.optional(.owner).flatMap { owners.values[$0] })
    }

    /// The numbers of folders; those that have none are not among them unless they are to be made.
    func numbers(of wanted: Set<Folder>, making: Bool) throws -> [Folder: Int64] {
        let unknown = wanted.filter { folders.numbers[$0] == nil }
        if !unknown.isEmpty {
            let places: [PostgresValue] = [.blobs(unknown.map { roots.stored($0.root) }), .blobs(unknown.map(\.path))]
            let list = "SELECT * FROM unnest($1::bytea[], $2::bytea[]) AS new (root, path)"
            var statements = [
                PostgresStatement(
                    sql: "SELECT id, root, path FROM folder JOIN (\(list)) AS new USING (root, path)", values: places)
            ]
            if making {
                hasMade = true
                statements.insert(
                    PostgresStatement(
                        sql: "INSERT INTO folder (root, path) \(list) ON CONFLICT DO NOTHING", values: places),
                    at: 0)
            }
            try connection.run(statements).last.map(take(folders:))
        }
        return wanted.reduce(into: [:]) { numbers, folder in numbers[folder] = folders.numbers[folder] }
    }

    func number(of pipeline: Fingerprint, making: Bool) throws -> Int64? {
        if let number = pipelines.numbers[pipeline] { return number }
        let value = PostgresValue.bytes(pipeline.bytes)
        var statements = [
            PostgresStatement(sql: "SELECT id, fingerprint FROM pipeline WHERE fingerprint = $1", values: [value])
        ]
        if making {
            hasMade = true
            statements.insert(
                PostgresStatement(
                    sql: "INSERT INTO pipeline (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING", values: [value]),
                at: 0)
        }
        try connection.run(statements).last.map(take(pipelines:))
        return pipelines.numbers[pipeline]
    }

    func number(of owner: Owner, making: Bool) throws -> Int64? {
        if let number = owners.numbers[owner] { return number }
        var statements = [
            PostgresStatement(
                sql: "SELECT id FROM owner WHERE (\(Owner.columns)) = ($1, $2, $3, $4, $5)", values: owner.values)
        ]
        if making {
            hasMade = true
            statements.insert(
                PostgresStatement(
                    sql: "INSERT INTO owner (\(Owner.columns)) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                    values: owner.values), at: 0)
        }
        guard let found = try connection.run(statements).last, found.count > 0 else { return nil }
        owners.note(found[0].integer(0), owner)
        return found[0].integer(0)
    }

    /// Forgets what has become too much to keep, before a transaction.
    func trim() {
        if folders.values.count > 100_000 { folders = Pairs() }
    }

    /// Ends a transaction: what it has made is forgotten with it unless it was committed.
    func end(hasHappened: Bool) {
        if hasMade, !hasHappened { forget() }
        hasMade = false
    }

    /// Forgets everything.
    func forget() {
        folders = Pairs()
        pipelines = Pairs()
        owners = Pairs()
    }

    private struct Pairs<Value: Hashable> {
        var values: [Int64: Value] = [:]
        var numbers: [Value: Int64] = [:]

        mutating func note(_ number: Int64, _ value: Value) {
            values[number] = value
            numbers[value] = number
        }
    }
}

extension Owner {
    /// What tells a process from every other one.
    static let columns = "host, boot, pid, started, life"

    /// The same in the order of the columns.
    var values: [PostgresValue] {
        [.text(host), .text(boot), .integer(Int64(pid)), .integer(started), .integer(life)]
    }

    /// An owner from a row that has those columns, the first at `column`.
    init(_ row: PostgresResult.Row, from column: Int) {
        self.init(
            host: row.text(column) ?? "", boot: row.text(column + 1) ?? "",
            pid: Int32(truncatingIfNeeded: row.integer(column + 2)), started: row.integer(column + 3),
            life: row.integer(column + 4))
    }
}
