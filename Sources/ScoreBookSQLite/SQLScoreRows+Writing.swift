import GRDB
import ScoreBook
import Scoring

extension SQLScoreRows {
    func write(_ session: SessionRow) throws {
        try database.execute(
            sql: """
                INSERT INTO score_session (name, folder, counting) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET folder = excluded.folder, counting = excluded.counting
                """, arguments: [session.name, session.folder, try JSON.encode(session.counting)])
    }

    func removeIfEmpty(session name: String) throws {
        try database.execute(
            sql: """
                DELETE FROM score_session
                WHERE name = ? AND NOT EXISTS (SELECT 1 FROM score_photo WHERE session = score_session.id)
                """, arguments: [name])
    }

    func write(_ photo: PhotoRow) throws {
        try database.execute(
            sql: """
                INSERT INTO score_photo (path, file, session, captured, details)
                VALUES (?, ?, (SELECT id FROM score_session WHERE name = ?), ?, ?)
                ON CONFLICT (path) DO UPDATE
                SET file = excluded.file, session = excluded.session, captured = excluded.captured,
                    details = excluded.details
                """,
            arguments: [
                photo.photo.path, photo.photo.filePath, photo.session, photo.photo.captured, try JSON.encode(photo),
            ])
    }

    func write(_ arrows: [ArrowRow], of photo: String) throws {
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
                    INSERT INTO score_arrow (photo, number, score, is_x, is_removed, needs_review, model, word)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (photo, number) DO UPDATE
                    SET score = excluded.score, is_x = excluded.is_x, is_removed = excluded.is_removed,
                        needs_review = excluded.needs_review, model = excluded.model, word = excluded.word
                    """,
                arguments: [
                    id, arrow.number, arrow.word?.score ?? arrow.model?.score ?? 0,
                    arrow.word?.isX ?? arrow.model?.isX ?? false, arrow.word?.isRemoved ?? false,
                    arrow.word == nil && arrow.model?.needsReview == true,
                    try arrow.model.map(JSON.encode), try arrow.word.map(JSON.encode),
                ])
        }
    }

    func remove(photo: String) throws {
        try database.execute(
            sql: "DELETE FROM score_arrow WHERE photo = (SELECT id FROM score_photo WHERE path = ?)",
            arguments: [photo])
        try database.execute(sql: "DELETE FROM score_photo WHERE path = ?", arguments: [photo])
    }

    func write(_ parked: ParkedPhoto) throws {
        try database.execute(
            sql: """
                INSERT INTO score_parked (path, content, details) VALUES (?, ?, ?)
                ON CONFLICT (content, path) DO UPDATE SET details = excluded.details
                """, arguments: [parked.path, parked.content, try JSON.encode(parked)])
    }

    func remove(_ parked: ParkedPhoto) throws {
        try database.execute(
            sql: "DELETE FROM score_parked WHERE path = ? AND content = ?", arguments: [parked.path, parked.content])
    }
}
