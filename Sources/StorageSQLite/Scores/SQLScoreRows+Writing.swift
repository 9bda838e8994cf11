import GRDB
import Scoring
import Storage

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
}
