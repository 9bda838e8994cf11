import Findings
import Foundation
import GRDB

/// Everything that was found in a folder of results, searchable: a table in SQLite with a full-text index (FTS5).
///
/// It holds nothing that the records do not: it may be removed at any time, and one that is damaged is made anew. Three
/// letters in a row are what it knows (SQLite's `trigram` tokeniser), so that parts of words and of numbers are found in
/// every script.
public final class TextIndex: Sendable {
    /// Changes with the tables: an index of another number is made anew.
    private static let version = 5
    /// The shortest text that the full-text index knows.
    private static let shortest = 3
    /// Shorter texts that are looked for in one pair of brackets.
    private static let group = 100
    private let queue: DatabaseQueue

    /// Opens the index in a file, or makes it; nil for one that lives in memory alone.
    public init(at file: String?) throws(TextIndexError) {
        do {
            guard let file else {
                queue = try DatabaseQueue()
                try queue.write(Self.prepare)
                return
            }
            try Self.refuseOthers(file)
            do {
                queue = try Self.opened(file)
            } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
                for end in ["", "-wal", "-shm", "-journal"] {
                    try? FileManager.default.removeItem(atPath: file + end)
                }
                queue = try Self.opened(file)
            }
        } catch let error as TextIndexError {
            throw error
        } catch {
            throw TextIndexError(
                message: "the index of texts \(file ?? "in memory") cannot be opened; remove it, it is made anew",
                detail: "\(error)")
        }
    }

    /// Throws where a file is none that this user's index may be: a folder of results may be another user's, and hold a link
    /// to a database of this user's, or a FIFO, which would be waited for.
    private static func refuseOthers(_ file: String) throws(TextIndexError) {
        var status = stat()
        guard lstat(file, &status) == 0 else { return }
        let what: String? =
            switch status.st_mode & S_IFMT {
            case S_IFLNK: "is a link, which Quiver does not follow"
            case S_IFREG: status.st_uid == geteuid() ? nil : "belongs to another user"
            default: "is no regular file"
            }
        if let what { throw TextIndexError(message: "the index of texts \(file) \(what); remove it", detail: what) }
    }

    private static func opened(_ file: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        // No function of SQLite's runs because a schema says so.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        try queue.write(prepare)
        return queue
    }

    private static let tables = """
        CREATE TABLE record (
            id INTEGER PRIMARY KEY, file BLOB NOT NULL UNIQUE, state TEXT NOT NULL, subject TEXT NOT NULL,
            revision TEXT NOT NULL, photo TEXT NOT NULL
        ) STRICT;
        CREATE TABLE finding (
            id INTEGER PRIMARY KEY, record INTEGER NOT NULL, page INTEGER NOT NULL, detector TEXT NOT NULL,
            kind TEXT NOT NULL, said TEXT NOT NULL, confidence REAL NOT NULL, count INTEGER NOT NULL,
            x REAL, y REAL, width REAL, height REAL
        ) STRICT;
        CREATE INDEX finding_record ON finding (record);
        CREATE TABLE search (
            id INTEGER PRIMARY KEY, finding INTEGER NOT NULL, source TEXT NOT NULL, text TEXT NOT NULL,
            sureness REAL NOT NULL, parts TEXT NOT NULL
        ) STRICT;
        CREATE INDEX search_finding ON search (finding);
        CREATE VIRTUAL TABLE search_text USING fts5(text, content='search', content_rowid='id', tokenize='trigram');
        PRAGMA user_version = \(version);
        """

    /// Makes the tables of a new index.
    ///
    /// - Throws: where the database holds anything but these, each statement to the letter: it is taken for a damaged one.
    ///   Another user's would do something by itself, or keep what it is not asked for.
    private static func prepare(_ database: Database) throws {
        if try objects(of: database).isEmpty { try database.execute(sql: tables) }
        let own = try DatabaseQueue().write { empty in
            try empty.execute(sql: tables)
            return try objects(of: empty)
        }
        guard try Int.fetchOne(database, sql: "PRAGMA user_version") == version, try objects(of: database) == own else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the tables are not those of an index")
        }
    }

    /// The statements of all that a database holds, by what each makes.
    private static func objects(of database: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT type || ' ' || name || ' of ' || tbl_name AS name, sql FROM sqlite_schema")
        return Dictionary(rows.map { ($0["name"], $0["sql"] ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    /// Brings the index to what the records' files are now.
    ///
    /// - Parameters:
    ///   - files: Each record's file with what changes when it is written anew.
    ///   - revision: What changes with every correction of a record's subject.
    ///   - read: A record with its corrections; nil where the file is no record by now.
    public func update(
        _ files: [(file: [UInt8], state: String)], revision: (_ subject: String) -> String = { _ in "" },
        read: ([UInt8]) -> IndexedRecord?
    ) throws(TextIndexError) {
        try checked("brought up to date") { database in
            var known: [Data: (id: Int64, state: String?)] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT id, file, state, subject, revision FROM record") {
                let (state, subject): (String, String) = (row["state"], row["subject"])
                let former: String = row["revision"]
                // What was corrected meanwhile is read again, whatever its file is.
                known[row["file"]] = (row["id"], revision(subject) == former ? state : nil)
            }
            for (file, state) in files {
                let former = known.removeValue(forKey: Data(file))
                guard former?.state != state else { continue }
                if let former { try Self.remove(former.id, from: database) }
                guard let record = read(file) else { continue }
                try Self.add(
                    record, file: Data(file), state: state, revision: revision(record.subject), to: database)
            }
            for gone in known.values { try Self.remove(gone.id, from: database) }
        }
    }

    private static func remove(_ record: Int64, from database: Database) throws {
        let texts = "FROM search WHERE finding IN (SELECT id FROM finding WHERE record = :record)"
        try database.execute(
            sql: "INSERT INTO search_text (search_text, rowid, text) SELECT 'delete', id, text \(texts)",
            arguments: ["record": record])
        try database.execute(sql: "DELETE \(texts)", arguments: ["record": record])
        try database.execute(sql: "DELETE FROM finding WHERE record = :record", arguments: ["record": record])
        try database.execute(sql: "DELETE FROM record WHERE id = :record", arguments: ["record": record])
    }

    private static func add(
        _ indexed: IndexedRecord, file: Data, state: String, revision: String, to database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO record (file, state, subject, revision, photo) VALUES (?, ?, ?, ?, ?)",
            arguments: [file, state, indexed.subject, revision, indexed.photo])
        let record = database.lastInsertedRowID
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO finding (record, page, detector, kind, said, confidence, count, x, y, width, height)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let search = try database.cachedStatement(
            sql: "INSERT INTO search (finding, source, text, sureness, parts) VALUES (?, ?, ?, ?, ?)")
        let index = try database.cachedStatement(sql: "INSERT INTO search_text (rowid, text) VALUES (?, ?)")
        for one in indexed.found {
            let box = one.box
            try insert.execute(arguments: [
                record, DetectorResult.parts(ofAddress: one.detector).page, one.detector, one.kind, one.text,
                one.confidence, one.count, box?.x, box?.y, box?.width,
                box?.height,
            ])
            let finding = database.lastInsertedRowID
            for text in one.texts {
                try search.execute(arguments: [
                    finding, text.source.rawValue, text.text, text.confidence, text.packed,
                ])
                try index.execute(arguments: [database.lastInsertedRowID, text.text])
            }
        }
    }

    /// The findings of which one text holds every word of a query, in any case; photos in the order of their paths.
    ///
    /// The whole text of a page counts only where nothing smaller on it holds every word.
    ///
    /// - Parameters:
    ///   - query: Words or parts of words; what stands in double quotes is looked for as it is.
    ///   - kind: Only those of this kind; nil for all.
    ///   - photo: Only those of the photo with this path; nil for all.
    ///   - after: Only those behind this one; nil for all.
    ///   - limit: At most so many.
    public func find(
        _ query: String, kind: String? = nil, photo: String? = nil, after: IndexPosition? = nil, limit: Int = 1_000
    ) throws(TextIndexError) -> [IndexHit] {
        try find(SearchQuery(query), kind: kind, photo: photo, after: after, limit: limit)
    }

    /// The same for words that were read already.
    public func find(
        _ query: SearchQuery, kind: String? = nil, photo: String? = nil, after: IndexPosition? = nil,
        limit: Int = 1_000
    ) throws(TextIndexError) -> [IndexHit] {
        guard !query.words.isEmpty else { return [] }
        let long = query.words.filter { $0.count >= Self.shortest }
        var conditions =
            long.isEmpty ? [] : ["search.id IN (SELECT rowid FROM search_text WHERE search_text MATCH ?)"]
        var arguments: StatementArguments = long.isEmpty ? [] : [long.map(Self.quoted).joined(separator: " AND ")]
        // In groups: SQLite takes no thousand conditions in one row.
        let short = query.words.filter { $0.count < Self.shortest }
        for start in stride(from: 0, to: short.count, by: Self.group) {
            let words = short[start..<min(start + Self.group, short.count)]
            let tests = words.map { _ in "instr(lower(search.text), lower(?)) > 0" }
            conditions.append("(\(tests.joined(separator: " AND ")))")
            arguments += StatementArguments(words)
        }
        for (column, value) in [("finding.kind", kind), ("record.photo", photo)] {
            guard let value else { continue }
            conditions.append("\(column) = ?")
            arguments += [value]
        }
        let behind = after == nil ? "" : " AND (photo, id) > (?, ?)"
        if let after { arguments += [after.photo, after.finding] }
        arguments += [limit]
        let (sql, values) = (conditions.joined(separator: " AND "), arguments)
        return try checked("searched") { database in
            // Of one finding the first of its texts counts: SQLite gives the other columns of the row with the minimum.
            try Row.fetchAll(
                database,
                sql: """
                    WITH hit AS (
                        SELECT record.photo, record.file, finding.*, search.source, search.text, search.sureness,
                            search.parts, min(search.id)
                        FROM search JOIN finding ON finding.id = search.finding JOIN record ON record.id = finding.record
                        WHERE \(sql) GROUP BY finding.id
                    )
                    SELECT * FROM hit
                    WHERE (source != 'page'
                        OR (record, page) NOT IN (SELECT record, page FROM hit WHERE source != 'page'))\(behind)
                    ORDER BY photo, id LIMIT ?
                    """, arguments: values
            ).map { Self.hit(in: $0, for: query) }
        }
    }

    /// A word as FTS5 takes it literally: in double quotes, of which there are none inside.
    ///
    /// By scalars: a quote with an accent over it is another character than a quote.
    private static func quoted(_ word: String) -> String {
        "\"" + String(String.UnicodeScalarView(word.unicodeScalars.filter { $0 != "\"" })) + "\""
    }

    private static func hit(in row: Row, for query: SearchQuery) -> IndexHit {
        var match = SearchText(
            SearchText.Source(rawValue: row["source"]) ?? .reading, row["text"], confidence: row["sureness"],
            parts: SearchText.parts(packed: row["parts"]) ?? [])
        let box = box(in: row)
        let places = match.places(of: query)
        // Of a whole page the lines with the words are what matched.
        if match.source == .page { match.text = match.excerpt(for: query) }
        return IndexHit(
            photo: row["photo"], position: IndexPosition(photo: row["photo"], finding: row["id"]),
            record: Array(row["file"] as Data),
            found: IndexedFinding(
                detector: row["detector"], kind: row["kind"], text: row["said"], confidence: row["confidence"],
                box: box, count: row["count"], texts: [match]),
            places: places.isEmpty ? [box.map(Quadrilateral.init)].compactMap { $0 } : places)
    }

    private static func box(in row: Row) -> Box? {
        guard let x: Double = row["x"], let y: Double = row["y"], let width: Double = row["width"],
            let height: Double = row["height"]
        else { return nil }
        return Box(x: x, y: y, width: width, height: height)
    }

    private func checked<Result>(
        _ what: String, _ body: (Database) throws -> Result
    ) throws(TextIndexError) -> Result {
        do {
            return try queue.write(body)
        } catch {
            throw TextIndexError(
                message: "the index of texts cannot be \(what); remove it, it is made anew", detail: "\(error)")
        }
    }
}

/// An index that cannot be used, in a sentence for users.
public struct TextIndexError: ReportableError {
    /// Always `textIndex`.
    public var codeName: String { "textIndex" }
    /// The machine's: the index holds nothing that the records do not.
    public var fault: Fault { .environment }
    /// What is wrong, and what to do next.
    public let message: String
    /// The library's own words.
    public let detail: String

    /// The sentence, and after it the library's words.
    public var description: String { "\(message) (\(detail))" }
}
