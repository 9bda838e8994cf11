import Scoring
import Storage

extension SQLScoreRows {
    package func write(_ session: SessionRow) throws {
        let session = stored(session)
        try database.execute(
            """
            INSERT INTO score_session (name, folder, counting, details)
            VALUES (:name, :folder, :counting, :details)
            ON CONFLICT (name) DO UPDATE
            SET folder = excluded.folder, counting = excluded.counting, details = excluded.details
            """,
            [
                "name": .text(session.name), "folder": SQLValue(session.folder),
                "counting": .text(try JSON.encode(session.counting)),
                "details": .text(try JSON.encode(session.details)),
            ])
    }

    package func removeIfEmpty(session name: String) throws {
        try database.execute(
            """
            DELETE FROM score_session
            WHERE name = :name AND NOT EXISTS (SELECT 1 FROM score_photo WHERE session = score_session.id)
            """, ["name": .text(name)])
    }

    package func write(_ photo: PhotoRow) throws {
        let photo = stored(photo)
        try database.execute(
            """
            INSERT INTO score_photo (path, file, session, captured, skipped, details)
            VALUES (:path, :file, (SELECT id FROM score_session WHERE name = :session), :captured, :skipped, :details)
            ON CONFLICT (path) DO UPDATE
            SET file = excluded.file, session = excluded.session, captured = excluded.captured,
                skipped = excluded.skipped, details = excluded.details
            """,
            [
                "path": .text(photo.photo.path), "file": .text(photo.photo.filePath), "session": .text(photo.session),
                "captured": SQLValue(photo.photo.captured), "skipped": SQLValue(photo.marks.isSkipped),
                "details": .text(try JSON.encode(photo)),
            ])
    }

    package func write(_ arrows: [ArrowRow], of photo: String) throws {
        let path = SQLValue.text(stored(photo))
        guard let row = try database.first("SELECT id FROM score_photo WHERE path = :path", ["path": path]) else {
            throw ScoreBookError(.damaged, "The score book has lost a row.", fault: .quiver)
        }
        let (id, numbers) = (SQLValue.integer(try row.number("id")), Set(arrows.map { Int64($0.number) }))
        for old in try database.rows("SELECT number FROM score_arrow WHERE photo = :photo", ["photo": id]) {
            let number = try old.number("number")
            if numbers.contains(number) { continue }
            try database.execute(
                "DELETE FROM score_arrow WHERE photo = :photo AND number = :number",
                ["photo": id, "number": .integer(number)])
        }
        for arrow in arrows { try write(arrow, ofRow: id) }
    }

    private func write(_ arrow: ArrowRow, ofRow photo: SQLValue) throws {
        try database.execute(
            """
            INSERT INTO score_arrow (photo, number, score, is_x, is_removed, needs_review, model, word, archer)
            VALUES (:photo, :number, :score, :is_x, :is_removed, :needs_review, :model, :word, :archer)
            ON CONFLICT (photo, number) DO UPDATE
            SET score = excluded.score, is_x = excluded.is_x, is_removed = excluded.is_removed,
                needs_review = excluded.needs_review, model = excluded.model, word = excluded.word,
                archer = excluded.archer
            """,
            [
                "photo": photo, "number": .integer(Int64(arrow.number)),
                "score": .integer(Int64(arrow.manual?.score ?? arrow.model?.score ?? 0)),
                "is_x": SQLValue(arrow.manual?.isX ?? arrow.model?.isX ?? false),
                "is_removed": SQLValue(arrow.manual?.isRemoved ?? false),
                "needs_review": SQLValue(arrow.manual == nil && arrow.model?.needsReview == true),
                "model": SQLValue(try arrow.model.map(JSON.encode)),
                "word": SQLValue(try arrow.manual.map(JSON.encode)), "archer": SQLValue(arrow.archer),
            ])
    }

    package func remove(photo: String) throws {
        let path: [String: SQLValue] = ["path": .text(stored(photo))]
        try database.execute(
            "DELETE FROM score_arrow WHERE photo = (SELECT id FROM score_photo WHERE path = :path)", path)
        try database.execute("DELETE FROM score_photo WHERE path = :path", path)
    }

    package func write(_ parked: ParkedPhoto) throws {
        let parked = stored(parked)
        try database.execute(
            """
            INSERT INTO score_parked (path, content, details) VALUES (:path, :content, :details)
            ON CONFLICT (content, path) DO UPDATE SET details = excluded.details
            """,
            [
                "path": .text(parked.path), "content": .text(parked.content),
                "details": .text(try JSON.encode(parked)),
            ])
    }

    package func remove(_ parked: ParkedPhoto) throws {
        try database.execute(
            "DELETE FROM score_parked WHERE path = :path AND content = :content",
            ["path": .text(stored(parked.path)), "content": .text(parked.content)])
    }

    package func write(_ mark: SheetMark) throws {
        try database.execute(
            """
            INSERT INTO score_sheet (session, day, number) VALUES (:session, :day, :number)
            ON CONFLICT (session, day) DO UPDATE SET number = excluded.number
            """, ["session": .text(mark.session), "day": .text(mark.day), "number": .integer(mark.number)])
    }

    package func remove(_ mark: SheetMark) throws {
        try database.execute(
            "DELETE FROM score_sheet WHERE session = :session AND day = :day AND number = :number",
            ["session": .text(mark.session), "day": .text(mark.day), "number": .integer(mark.number)])
    }
}
