import Foundation
import Storage

extension SQLOutboxRows {
    /// The columns of a message, in any order: each is read by its name.
    static let columns =
        "id, hook, subject, event, body, made, since, state, attempts, due, owner, ended, answer"

    package func insert(_ rows: [OutboxRow]) throws {
        try database.add(
            try rows.map { try Self.values(of: $0) }, columns: Self.written, to: "outbox")
    }

    package func restoreRows(_ rows: [OutboxRow]) throws {
        try database.add(
            try rows.map { [.integer($0.message.id.rawValue)] + (try Self.values(of: $0)) },
            columns: ["id"] + Self.written, to: "outbox")
        if let last = rows.map(\.message.id).max() { try database.goOn(behind: last.rawValue, in: "outbox") }
    }

    package func update(_ messages: [OutboxMessage]) throws {
        try database.execute(
            """
            UPDATE outbox SET state = :state, attempts = :attempts, due = :due, since = :since, owner = :owner,
                ended = :ended, answer = :answer
            WHERE id = :id
            """,
            each: try messages.map { message in
                let progress = message.progress
                return [
                    "id": .integer(message.id.rawValue), "state": .integer(Int64(progress.state.rawValue)),
                    "attempts": .integer(Int64(progress.attempts)), "due": .integer(progress.due),
                    "since": .integer(progress.since), "owner": SQLValue(progress.owner?.word),
                    "ended": SQLValue(progress.ended), "answer": SQLValue(try message.lastAnswer.map(JSON.encode)),
                ]
            })
    }

    package func remove(_ ids: [MessageID]) throws {
        try database.execute(
            "DELETE FROM outbox WHERE id IN (\(database.elements(ofNumbers: "ids")))",
            ["ids": .text(try JSON.encode(ids.map(\.rawValue)))])
    }

    /// The columns of a new row.
    private static let written = [
        "hook", "line", "subject", "job", "event", "body", "made", "since", "state", "attempts", "due", "owner",
        "ended",
        "answer",
    ]

    /// Their values.
    private static func values(of row: OutboxRow) throws -> [SQLValue] {
        let (message, progress) = (row.message, row.message.progress)
        return [
            .text(message.hook), .text(row.line), .text(message.subject.description),
            SQLValue(message.subject.job?.rawValue), .text(message.event),
            .text(String(decoding: message.body, as: UTF8.self)), .integer(message.made), .integer(progress.since),
            .integer(Int64(progress.state.rawValue)), .integer(Int64(progress.attempts)), .integer(progress.due),
            SQLValue(progress.owner?.word), SQLValue(progress.ended), SQLValue(try message.lastAnswer.map(JSON.encode)),
        ]
    }

    /// A message from its row.
    static func message(_ row: SQLRow) throws -> OutboxMessage {
        let id = try row.number("id")
        guard let subject = OutboxSubject(try row.text("subject")) else { throw damaged("a subject", of: id) }
        guard let state = OutboxState(rawValue: Int(try row.number("state"))) else { throw damaged("a state", of: id) }
        let owner = try row.textIfAny("owner").map { word in
            guard let owner = Owner(word: word) else { throw damaged("an owner", of: id) }
            return owner
        }
        let made = try row.number("made")
        var progress = OutboxProgress(made: made)
        progress.state = state
        progress.owner = owner
        progress.attempts = Int(try row.number("attempts"))
        progress.due = try row.number("due")
        progress.since = try row.number("since")
        progress.ended = try row.numberIfAny("ended")
        return OutboxMessage(
            id: MessageID(rawValue: id), hook: try row.text("hook"), subject: subject,
            event: try row.text("event"), body: Array(try row.text("body").utf8), made: made, progress: progress,
            lastAnswer: try row.textIfAny("answer").map { try answer($0, of: id) })
    }

    private static func answer(_ text: String, of id: Int64) throws -> OutboxAnswer {
        do {
            return try JSONDecoder().decode(OutboxAnswer.self, from: Data(text.utf8))
        } catch {
            throw damaged("an answer", of: id)
        }
    }
}
