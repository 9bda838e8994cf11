import Scoring
import Storage
import SystemValues

/// The score book's rows in SQL; used inside one transaction of a database.
///
/// Where hosts have names for their folders of photos, every path is stored with the name and read with this host's path:
/// the rules of the book see only the latter.
package struct SQLScoreRows: ScoreTable {
    /// The database whose transaction this is.
    package let database: any SQLDatabase
    /// Nil where one host alone has the book.
    private let names: RootNames?

    /// The rows of an open database, for as long as its transaction lasts.
    package init(_ database: any SQLDatabase, names: RootNames? = nil) {
        self.database = database
        self.names = names
    }

    package func sessionRows() throws -> [SessionRow] {
        try database.rows("SELECT name, folder, counting, details FROM score_session", [:]).map(session)
    }

    package func sessionRow(named name: String) throws -> SessionRow? {
        try database.first(
            "SELECT name, folder, counting, details FROM score_session WHERE name = :name", ["name": .text(name)]
        ).map(session)
    }

    package func sessionRow(ofFolder folder: String) throws -> SessionRow? {
        try database.first(
            "SELECT name, folder, counting, details FROM score_session WHERE folder = :folder",
            ["folder": .text(stored(folder))]
        ).map(session)
    }

    /// Settings that cannot be read are as where none are set: the next photo of the session writes them anew.
    private func session(_ row: SQLRow) throws -> SessionRow {
        local(
            SessionRow(
                name: try row.text("name"), folder: try row.textIfAny("folder"),
                counting: (try? JSON.decode(try row.text("counting"), "session")) ?? Counting(),
                details: try row.textIfAny("details").flatMap { try? JSON.decode($0, "session") } ?? SessionDetails()))
    }

    package func captures(of session: String) throws -> [CapturedPhoto] {
        try database.rows(
            """
            SELECT path, captured, skipped, \(database.member(["marks", "archer"], ofJSON: "details")) AS archer
            FROM score_photo WHERE session = (SELECT id FROM score_session WHERE name = :session)
            """, ["session": .text(session)]
        ).map {
            CapturedPhoto(
                path: local(try $0.text("path")), captured: try $0.numberIfAny("captured"),
                isSkipped: try $0.number("skipped") != 0, archer: try $0.textIfAny("archer"))
        }
    }

    package func photo(_ path: String) throws -> PhotoRow? {
        try database.first("SELECT details FROM score_photo WHERE path = :path", ["path": .text(stored(path))])?
            .textIfAny("details").map { local(try JSON.decode($0, "photo \(path)")) }
    }

    package func photos(ofFile file: String) throws -> [String] {
        try database.rows("SELECT path FROM score_photo WHERE file = :file", ["file": .text(stored(file))]).map(path)
    }

    package func photos(inTrouble trouble: String) throws -> [String] {
        // One that cannot be read has no reason that is known.
        try database.rows(
            "SELECT path FROM score_photo WHERE \(database.member(["trouble"], ofJSON: "details")) = :trouble",
            ["trouble": .text(trouble)]
        ).map(path)
    }

    package func changesOfPhotoReviews() throws -> Int {
        // The photo's number is in it: what one photo loses is never what another gains. A row that cannot be read, or whose
        // revision is no number, says nothing.
        let sql = """
            SELECT CAST(coalesce(sum(1000 * id + CASE
                WHEN ltrim(revision, '0123456789') = '' AND length(revision) BETWEEN 1 AND 18
                THEN CAST(revision AS BIGINT) END), 0) AS BIGINT) AS changes
            FROM (
                SELECT id, \(database.member(["marks", "revision"], ofJSON: "details")) AS revision FROM score_photo
                WHERE id IN (
                    SELECT photo FROM score_arrow WHERE word IS NOT NULL
                    UNION SELECT id FROM score_photo WHERE \(Self.isSaid { database.member($0, ofJSON: "details") }))
            ) AS said
            """
        return Int(try database.first(sql, [:])?.number("changes") ?? 0)
    }

    /// The condition that a user said something of a photo itself, as in ``ReviewMarks/isSaid``.
    ///
    /// - Parameter member: The expression for a member of the photo's details.
    package static func isSaid(_ member: ([String]) -> String) -> String {
        """
        \(member(["marks", "isConfirmed"])) = '1' OR \(member(["marks", "isSkipped"])) = '1' \
        OR \(member(["marks", "faces", "0"])) IS NOT NULL
        """
    }

    package func arrows(of photo: String) throws -> [ArrowRow] {
        try database.rows(
            """
            SELECT number, model, word, score, is_x, is_removed, archer FROM score_arrow
            WHERE photo = (SELECT id FROM score_photo WHERE path = :path) ORDER BY number
            """, ["path": .text(stored(photo))]
        ).map(Self.arrow)
    }

    /// An arrow whose model's answer cannot be read is marked; a manual correction is never lost, since columns hold it too.
    private static func arrow(_ row: SQLRow) throws -> ArrowRow {
        let (model, word) = (try row.textIfAny("model"), try row.textIfAny("word"))
        let read: DetectedArrow? = model.flatMap { try? JSON.decode($0, "arrow") }
        let manual: Correction.Value? = try word.map { text in
            if let value: Correction.Value = try? JSON.decode(text, "correction") { return value }
            return Correction.Value(
                score: Int(try row.number("score")), isX: try row.number("is_x") != 0,
                isRemoved: try row.number("is_removed") != 0)
        }
        return ArrowRow(
            number: Int(try row.number("number")), model: read, manual: manual, archer: try row.textIfAny("archer"),
            isDamaged: model != nil && read == nil)
    }

    package func correctedPhotos() throws -> [String] {
        try database.rows(
            "SELECT path FROM score_photo WHERE id IN (SELECT photo FROM score_arrow WHERE word IS NOT NULL)", [:]
        ).map(path)
    }

    package func parkedPhotos(content: String?) throws -> [ParkedPhoto] {
        let condition = content == nil ? "" : "WHERE content = :content "
        return try database.rows(
            "SELECT details, path FROM score_parked \(condition)ORDER BY id",
            content.map { ["content": .text($0)] } ?? [:]
        ).map { local(try JSON.decode(try $0.text("details"), "former photo \(try path($0))")) }
    }

    package func sheetMarks() throws -> [SheetMark] {
        try database.rows("SELECT session, day, number FROM score_sheet", [:]).map {
            SheetMark(session: try $0.text("session"), day: try $0.text("day"), number: try $0.number("number"))
        }
    }
}

extension SQLScoreRows {
    /// A row's path on this host.
    private func path(_ row: SQLRow) throws -> String { local(try row.text("path")) }

    func stored(_ path: String) -> String { names?.stored(path) ?? path }

    func stored<Row: RowWithPaths>(_ row: Row) -> Row { names.map { row.withPaths($0.stored) } ?? row }

    private func local(_ path: String) -> String { names?.local(path) ?? path }

    private func local<Row: RowWithPaths>(_ row: Row) -> Row { names.map { row.withPaths($0.local) } ?? row }
}
