import Foundation
import GRDB
import ScoreBook
import Scoring

/// The score book's rows in SQL; used inside a transaction of the queue's connection.
struct SQLScoreRows: ScoreRows {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func sessionNames() throws -> [String] {
        try String.fetchAll(database, sql: "SELECT name FROM score_session")
    }

    func outline(of session: String) throws -> SessionOutline? {
        let found = try Row.fetchOne(
            database, sql: "SELECT id, counting FROM score_session WHERE name = ?", arguments: [session])
        guard let found else { return nil }
        var ends: [SessionOutline.End] = []
        let photos = try Row.fetchCursor(
            database,
            sql: """
                SELECT score_end.id, score_round.number, score_end.number, path, captured
                FROM score_round JOIN score_end ON score_end.round = score_round.id
                    JOIN score_photo ON score_photo.end_id = score_end.id
                WHERE score_round.session = ?
                ORDER BY score_round.number, score_end.number, position
                """, arguments: [found[0] as Int64])
        while let row = try photos.next() {
            let id: Int64 = row[0]
            if ends.last?.id != id {
                ends.append(SessionOutline.End(id: id, round: row[1], number: row[2], photos: []))
            }
            ends[ends.count - 1].photos.append(CapturedPhoto(path: row[3], captured: row[4]))
        }
        return SessionOutline(name: session, counting: try JSON.decode(found[1], "session \(session)"), ends: ends)
    }

    func nextEnd() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT coalesce(max(id), 0) + 1 FROM score_end") ?? 1
    }

    func photo(_ path: String) throws -> PhotoRow? {
        let details = try Optional<String>.fetchOne(
            database, sql: "SELECT details FROM score_photo WHERE path = ?", arguments: [path])
        return try (details ?? nil).map { try JSON.decode($0, "photo \(path)") }
    }

    func arrows(of photo: String) throws -> [ArrowRow] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT number, model, word FROM score_arrow
                WHERE photo = (SELECT id FROM score_photo WHERE path = ?) ORDER BY number
                """, arguments: [photo])
        return try rows.map { row in
            let (model, word) = (row[1] as String?, row[2] as String?)
            return ArrowRow(
                number: row[0], model: try model.map { try JSON.decode($0, "arrow of \(photo)") },
                word: try word.map { try JSON.decode($0, "arrow of \(photo)") })
        }
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
            throw ScoreBookError(
                .damaged, "The score book's \(what) cannot be read. Work its photos again.", fault: .environment)
        }
    }
}
