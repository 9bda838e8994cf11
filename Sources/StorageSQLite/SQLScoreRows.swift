import Foundation
import GRDB
import Scoring
import Storage

/// The score book's rows in SQL; used inside a transaction of the queue's connection.
package struct SQLScoreRows: ScoreTable {
    let database: Database

    /// The rows of an open database, for as long as its transaction lasts.
    package init(_ database: Database) {
        self.database = database
    }

    package func sessionRows() throws -> [SessionRow] {
        try Row.fetchAll(database, sql: "SELECT name, folder, counting, details FROM score_session").map(Self.session)
    }

    package func sessionRow(named name: String) throws -> SessionRow? {
        try Row.fetchOne(
            database, sql: "SELECT name, folder, counting, details FROM score_session WHERE name = ?", arguments: [name]
        ).map(Self.session)
    }

    package func sessionRow(ofFolder folder: String) throws -> SessionRow? {
        try Row.fetchOne(
            database, sql: "SELECT name, folder, counting, details FROM score_session WHERE folder = ?",
            arguments: [folder]
        ).map(Self.session)
    }

    /// Settings that cannot be read are as where none are set: the next photo of the session writes them anew.
    private static func session(_ row: Row) -> SessionRow {
        SessionRow(
            name: row["name"], folder: row["folder"],
            counting: (try? JSON.decode(row["counting"] as String, "session")) ?? Counting(),
            details: (row["details"] as String?).flatMap { try? JSON.decode($0, "session") } ?? SessionDetails())
    }

    package func captures(of session: String) throws -> [CapturedPhoto] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT path, captured, skipped,
                    CASE WHEN json_valid(details) THEN json_extract(details, '$.marks.archer') END AS archer
                FROM score_photo
                WHERE session = (SELECT id FROM score_session WHERE name = ?)
                """, arguments: [session]
        ).map {
            CapturedPhoto(
                path: $0["path"], captured: $0["captured"], isSkipped: $0["skipped"], archer: $0["archer"])
        }
    }

    package func photo(_ path: String) throws -> PhotoRow? {
        let details = try Optional<String>.fetchOne(
            database, sql: "SELECT details FROM score_photo WHERE path = ?", arguments: [path])
        return try (details ?? nil).map { try JSON.decode($0, "photo \(path)") }
    }

    package func photos(ofFile file: String) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT path FROM score_photo WHERE file = :file", arguments: ["file": file])
    }

    package func photos(inTrouble trouble: String) throws -> [String] {
        // One that cannot be read has no reason that is known.
        try String.fetchAll(
            database,
            sql: """
                SELECT path FROM score_photo
                WHERE CASE WHEN json_valid(details) THEN json_extract(details, '$.trouble') END = :trouble
                """, arguments: ["trouble": trouble])
    }

    package func changesOfPhotoReviews() throws -> Int {
        // The photo's number is in it: what one photo loses is never what another gains. A row that cannot be read says nothing.
        try Int.fetchOne(
            database,
            sql: """
                SELECT coalesce(sum(1000 * id + json_extract(details, '$.marks.revision')), 0) FROM score_photo
                WHERE json_valid(details) AND (
                    id IN (SELECT photo FROM score_arrow WHERE word IS NOT NULL)
                    OR json_extract(details, '$.marks.isConfirmed') OR json_extract(details, '$.marks.isSkipped')
                    OR json_array_length(details, '$.marks.faces') > 0)
                """) ?? 0
    }

    package func arrows(of photo: String) throws -> [ArrowRow] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT number, model, word, score, is_x, is_removed, archer FROM score_arrow
                WHERE photo = (SELECT id FROM score_photo WHERE path = ?) ORDER BY number
                """, arguments: [photo]
        ).map(Self.arrow)
    }

    /// An arrow whose model's answer cannot be read is marked; a manual correction is never lost, since columns hold it too.
    private static func arrow(_ row: Row) -> ArrowRow {
        let (model, word) = (row["model"] as String?, row["word"] as String?)
        let read: DetectedArrow? = model.flatMap { try? JSON.decode($0, "arrow") }
        let manual: Correction.Value? = word.map { text in
            let columns = Correction.Value(score: row["score"], isX: row["is_x"], isRemoved: row["is_removed"])
            return (try? JSON.decode(text, "correction")) ?? columns
        }
        return ArrowRow(
            number: row["number"], model: read, manual: manual, archer: row["archer"],
            isDamaged: model != nil && read == nil)
    }

    package func correctedPhotos() throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT path FROM score_photo
                WHERE id IN (SELECT photo FROM score_arrow WHERE word IS NOT NULL)
                """)
    }

    package func parkedPhotos(content: String?) throws -> [ParkedPhoto] {
        let condition = content == nil ? "" : "WHERE content = ? "
        return try Row.fetchAll(
            database, sql: "SELECT details, path FROM score_parked \(condition)ORDER BY id",
            arguments: content.map { [$0] } ?? []
        ).map { try JSON.decode($0["details"] as String, "former photo \($0["path"] as String)") }
    }
}

/// Values as text in a column.
enum JSON {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String, _ what: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw ScoreBookError.damaged(what)
        }
    }
}

extension SQLScoreRows {
    package func write(_ session: SessionRow) throws {
        try database.execute(
            sql: """
                INSERT INTO score_session (name, folder, counting, details)
                VALUES (:name, :folder, :counting, :details)
                ON CONFLICT (name) DO UPDATE
                SET folder = excluded.folder, counting = excluded.counting, details = excluded.details
                """,
            arguments: [
                "name": session.name, "folder": session.folder, "counting": try JSON.encode(session.counting),
                "details": try JSON.encode(session.details),
            ])
    }

    package func removeIfEmpty(session name: String) throws {
        try database.execute(
            sql: """
                DELETE FROM score_session
                WHERE name = ? AND NOT EXISTS (SELECT 1 FROM score_photo WHERE session = score_session.id)
                """, arguments: [name])
    }

    package func write(_ photo: PhotoRow) throws {
        try database.execute(
            sql: """
                INSERT INTO score_photo (path, file, session, captured, skipped, details)
                VALUES (:path, :file, (SELECT id FROM score_session WHERE name = :session), :captured, :skipped, :details)
                ON CONFLICT (path) DO UPDATE
                SET file = excluded.file, session = excluded.session, captured = excluded.captured,
                    skipped = excluded.skipped, details = excluded.details
                """,
            arguments: [
                "path": photo.photo.path, "file": photo.photo.filePath, "session": photo.session,
                "captured": photo.photo.captured, "skipped": photo.marks.isSkipped,
                "details": try JSON.encode(photo),
            ])
    }

    package func write(_ arrows: [ArrowRow], of photo: String) throws {
        guard
            let id = try Int64.fetchOne(
                database, sql: "SELECT id FROM score_photo WHERE path = ?", arguments: [photo])
        else {
            throw ScoreBookError(.damaged, "The score book has lost a row.", fault: .quiver)
        }
        let numbers = arrows.map { String($0.number) }.joined(separator: ",")
        try database.execute(
            sql: "DELETE FROM score_arrow WHERE photo = ? AND number NOT IN (\(numbers))", arguments: [id])
        for arrow in arrows {
            try database.execute(
                sql: """
                    INSERT INTO score_arrow (photo, number, score, is_x, is_removed, needs_review, model, word, archer)
                    VALUES (:photo, :number, :score, :is_x, :is_removed, :needs_review, :model, :word, :archer)
                    ON CONFLICT (photo, number) DO UPDATE
                    SET score = excluded.score, is_x = excluded.is_x, is_removed = excluded.is_removed,
                        needs_review = excluded.needs_review, model = excluded.model, word = excluded.word,
                        archer = excluded.archer
                    """,
                arguments: [
                    "photo": id, "number": arrow.number, "score": arrow.manual?.score ?? arrow.model?.score ?? 0,
                    "is_x": arrow.manual?.isX ?? arrow.model?.isX ?? false,
                    "is_removed": arrow.manual?.isRemoved ?? false,
                    "needs_review": arrow.manual == nil && arrow.model?.needsReview == true,
                    "model": try arrow.model.map(JSON.encode), "word": try arrow.manual.map(JSON.encode),
                    "archer": arrow.archer,
                ])
        }
    }

    package func remove(photo: String) throws {
        try database.execute(
            sql: "DELETE FROM score_arrow WHERE photo = (SELECT id FROM score_photo WHERE path = ?)",
            arguments: [photo])
        try database.execute(sql: "DELETE FROM score_photo WHERE path = ?", arguments: [photo])
    }

    package func write(_ parked: ParkedPhoto) throws {
        try database.execute(
            sql: """
                INSERT INTO score_parked (path, content, details) VALUES (:path, :content, :details)
                ON CONFLICT (content, path) DO UPDATE SET details = excluded.details
                """, arguments: ["path": parked.path, "content": parked.content, "details": try JSON.encode(parked)])
    }

    package func remove(_ parked: ParkedPhoto) throws {
        try database.execute(
            sql: "DELETE FROM score_parked WHERE path = ? AND content = ?", arguments: [parked.path, parked.content])
    }

    package func sheetMarks() throws -> [SheetMark] {
        try Row.fetchAll(database, sql: "SELECT session, day, number FROM score_sheet").map {
            SheetMark(session: $0["session"], day: $0["day"], number: $0["number"])
        }
    }

    package func write(_ mark: SheetMark) throws {
        try database.execute(
            sql: """
                INSERT INTO score_sheet (session, day, number) VALUES (:session, :day, :number)
                ON CONFLICT (session, day) DO UPDATE SET number = excluded.number
                """, arguments: ["session": mark.session, "day": mark.day, "number": mark.number])
    }

    package func remove(_ mark: SheetMark) throws {
        try database.execute(
            sql: "DELETE FROM score_sheet WHERE session = ? AND day = ? AND number = ?",
            arguments: [mark.session, mark.day, mark.number])
    }
}
