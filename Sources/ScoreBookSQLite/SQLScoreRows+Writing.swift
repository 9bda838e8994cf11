import GRDB
import ScoreBook
import Scoring

extension SQLScoreRows {
    func write(_ outline: SessionOutline?, from old: SessionOutline?) throws {
        guard let outline else {
            if let old { try remove(session: old.name) }
            return
        }
        let counting = try JSON.encode(outline.counting)
        try database.execute(
            sql: """
                INSERT INTO score_session (name, counting) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET counting = excluded.counting
                """, arguments: [outline.name, counting])
        if outline.ends == old?.ends { return }
        let session = try number("SELECT id FROM score_session WHERE name = ?", [outline.name])
        try remove(ends: Set(old?.ends.map(\.id) ?? []).subtracting(outline.ends.map(\.id)))
        let rounds = try rounds(Set(outline.ends.map(\.round)), of: session)
        let before = Dictionary(uniqueKeysWithValues: (old?.ends ?? []).map { ($0.id, $0) })
        let changed = outline.ends.filter { before[$0.id] != $0 }
        // Two ends that change places would meet under one number on the way: each takes one of its own first.
        for end in changed {
            try database.execute(
                sql: """
                    INSERT INTO score_end (id, round, number) VALUES (?1, ?2, -?1)
                    ON CONFLICT (id) DO UPDATE SET round = excluded.round, number = excluded.number
                    """, arguments: [end.id, rounds[end.round]])
        }
        for end in changed {
            try database.execute(
                sql: "UPDATE score_end SET number = ? WHERE id = ?", arguments: [end.number, end.id])
            for (position, photo) in end.photos.enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO score_photo (path, end_id, position, captured) VALUES (?, ?, ?, ?)
                        ON CONFLICT (path) DO UPDATE
                        SET end_id = excluded.end_id, position = excluded.position, captured = excluded.captured
                        """, arguments: [photo.path, end.id, position, photo.captured])
            }
        }
    }

    func write(_ photo: PhotoRow) throws {
        try database.execute(
            sql: "UPDATE score_photo SET details = ? WHERE path = ?",
            arguments: [try JSON.encode(photo), photo.photo.path])
    }

    func write(_ arrows: [ArrowRow], of photo: String, in end: Int64) throws {
        let id = try number("SELECT id FROM score_photo WHERE path = ?", [photo])
        let numbers = arrows.map { String($0.number) }.joined(separator: ",")
        try database.execute(
            sql: "DELETE FROM score_arrow WHERE photo = ? AND (end_id <> ? OR number NOT IN (\(numbers)))",
            arguments: [id, end])
        for arrow in arrows {
            try database.execute(
                sql: """
                    INSERT INTO score_arrow
                        (end_id, number, photo, score, is_x, is_removed, needs_review, model, word)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (end_id, number) DO UPDATE
                    SET photo = excluded.photo, score = excluded.score, is_x = excluded.is_x,
                        is_removed = excluded.is_removed, needs_review = excluded.needs_review,
                        model = excluded.model, word = excluded.word
                    """,
                arguments: [
                    end, arrow.number, id, arrow.word?.score ?? arrow.model?.score ?? 0,
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

    /// The rounds of a session by their numbers: those that are wanted and no others.
    private func rounds(_ wanted: Set<Int>, of session: Int64) throws -> [Int: Int64] {
        let numbers = wanted.map(String.init).joined(separator: ",")
        for number in wanted.sorted() {
            try database.execute(
                sql: "INSERT INTO score_round (session, number) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [session, number])
        }
        try database.execute(
            sql: "DELETE FROM score_round WHERE session = ? AND number NOT IN (\(numbers))", arguments: [session])
        let rows = try Row.fetchAll(
            database, sql: "SELECT number, id FROM score_round WHERE session = ?", arguments: [session])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    private func remove(ends: Set<Int64>) throws {
        guard !ends.isEmpty else { return }
        let ids = ends.map(String.init).joined(separator: ",")
        try database.execute(sql: "DELETE FROM score_end WHERE id IN (\(ids))")
    }

    private func remove(session name: String) throws {
        let session = try number("SELECT id FROM score_session WHERE name = ?", [name])
        for sql in [
            "DELETE FROM score_end WHERE round IN (SELECT id FROM score_round WHERE session = ?)",
            "DELETE FROM score_round WHERE session = ?", "DELETE FROM score_session WHERE id = ?",
        ] {
            try database.execute(sql: sql, arguments: [session])
        }
    }

    private func number(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
        guard let number = try Int64.fetchOne(database, sql: sql, arguments: arguments) else {
            throw ScoreBookError(.damaged, "The score book has lost a row.", fault: .quiver)
        }
        return number
    }
}
