import Control
import JSONTree
import Reports
import Scoring
import Storage

/// Sessions: the list, one with its ends, and changes of it as a whole.
struct SessionsAPI {
    let library: ReviewLibrary

    var operations: [Operation] { [list, one, drawings, change, split, merge, trend] }

    private static let id = Operation.Parameter.path(
        "id", ["type": "string"], example: "0123456789abcdef0123", "The session's id.")

    private var list: Operation {
        Operation(
            id: "listSessions", method: .get, path: "/sessions", summary: "All sessions, the newest first.",
            answer: .json(APIFormat.sessions), isKept: true
        ) { [library] _ in
            .json(try await library.read { APIFormat.sessions.write(try SessionRow.all(in: $0)) })
        }
    }

    private var one: Operation {
        Operation(
            id: "getSession", method: .get, path: "/sessions/{id}", summary: "One session with its ends and arrows.",
            parameters: [Self.id], answer: .json(SessionJSON.format),
            refusals: [404: "There is no such session."], isKept: true
        ) { [library] call in
            let id = try call.parameter("id")
            return .json(
                try await library.read { try library.session(library.sessionName(id, in: $0), in: $0).value })
        }
    }

    private var drawings: Operation {
        Operation(
            id: "getSessionDrawings", method: .get, path: "/sessions/{id}/drawings",
            summary: "One session as the report draws it, part by part.",
            parameters: [
                Self.id,
                .query(
                    "lang", .words(ReportLanguage.allCases.map(\.rawValue)), example: "de",
                    "The language of its words; English where it is left out."),
            ], answer: .json(SessionDrawings.format), refusals: [404: "There is no such session."], isKept: true
        ) { [library] call in
            let id = try call.parameter("id")
            let wanted = call.query["lang"] ?? ReportLanguage.english.rawValue
            guard let language = ReportLanguage(rawValue: wanted) else {
                throw Problem(.badRequest, code: .badRequest, "'lang' is one of en and de.")
            }
            return .json(
                try await library.read {
                    let content = try library.session(library.sessionName(id, in: $0), in: $0)
                    return SessionDrawings.format.write(SessionDrawings(of: content, in: language))
                })
        }
    }

    /// What a client may change of a session.
    private struct Change: Decodable, Sendable {
        var name: String?
        var date: String??
        var archers: Archers?
        var round: String?

        static let format = APIFormat<Change>.object([
            APIKey("name", orNull: .label), APIKey("date", orNull: APIFormat.text.with(["format": "date"])),
            APIKey("archers", orNull: .change), APIKey("round", orNull: .roundWord),
        ]).named("SessionChange")

        private enum CodingKeys: CodingKey { case name, date, archers, round }

        init(from decoder: any Decoder) throws {
            let keys = try decoder.container(keyedBy: CodingKeys.self)
            name = try keys.decodeIfPresent(String.self, forKey: .name)
            date = keys.contains(.date) ? .some(try keys.decodeIfPresent(String.self, forKey: .date)) : nil
            archers = try keys.decodeIfPresent(Archers.self, forKey: .archers)
            round = try keys.decodeIfPresent(String.self, forKey: .round)
        }
    }

    private var change: Operation {
        Operation(
            id: "changeSession", method: .put, path: "/sessions/{id}",
            summary: "Names or dates a session, or says who shot, and which round.", parameters: [Self.id],
            body: .json(
                Change.format,
                example: ["archers": ["names": ["Ana", "Ben"], "by": "end"]]),
            answer: .json(SessionJSON.format),
            refusals: [
                404: "There is no such session.", 422: "The name is taken, the day is none, or there is no such round.",
            ]
        ) { [library] call in
            let (id, change) = (try call.parameter("id"), try call.decoded(Change.self))
            var name = try await library.read { try library.sessionName(id, in: $0) }
            let round = try change.round.map { try library.choice(of: $0) }
            let whole = SessionChange.describe(
                name: change.name, date: change.date, archers: change.archers, round: round)
            if case .session(let now) = try await library.change(.session(name, whole), in: call.queue) { name = now }
            return .json(try await library.read { [name] in try library.session(name, in: $0).value })
        }
    }

    private struct Split: Decodable, Sendable {
        var photos: [String]
        var name: String

        static let format = APIFormat<Split>.object([
            APIKey("photos", described: APIFormat.list(.text).with(["minItems": 1])), APIKey("name", described: .label),
        ]).named("Split")
    }

    private var split: Operation {
        Operation(
            id: "splitSession", method: .post, path: "/sessions/{id}/split",
            summary: "Makes some of a session's photos a session of their own.", parameters: [Self.id],
            body: .json(
                Split.format,
                example: ["photos": ["0123456789abcdef0123"], "name": "Second round"]),
            answer: .json(APIFormat.oneSession),
            refusals: [404: "There is no such session.", 422: "The name is taken."]
        ) { [library] call in
            let (id, wanted) = (try call.parameter("id"), try call.decoded(Split.self))
            let (name, photos) = try await library.read { snapshot in
                (
                    try library.sessionName(id, in: snapshot),
                    try wanted.photos.map { try library.photoName($0, in: snapshot) }
                )
            }
            return try await made(by: .split(photos: photos, name: wanted.name), of: name, in: call.queue)
        }
    }

    private struct Merge: Decodable, Sendable {
        var into: String

        static let format = APIFormat<Merge>.object([APIKey("into", described: .text)]).named("Merge")
    }

    private var merge: Operation {
        Operation(
            id: "mergeSession", method: .post, path: "/sessions/{id}/merge",
            summary: "Makes a session a part of another one.", parameters: [Self.id],
            body: .json(Merge.format, example: ["into": "0123456789abcdef0123"]),
            answer: .json(APIFormat.oneSession), refusals: [404: "There is no such session."]
        ) { [library] call in
            let (id, wanted) = (try call.parameter("id"), try call.decoded(Merge.self))
            let (name, into) = try await library.read {
                (try library.sessionName(id, in: $0), try library.sessionName(wanted.into, in: $0))
            }
            return try await made(by: .merge(into: into), of: name, in: call.queue)
        }
    }

    private func made(by change: SessionChange, of name: String, in queue: String?) async throws -> Answer {
        guard case .session(let now) = try await library.change(.session(name, change), in: queue) else {
            throw Problem(.internalServerError, code: .unexpected, "The session was not changed.", fault: .quiver)
        }
        return .json(
            try await library.read { [library] in APIFormat.oneSession.write(try library.session(now, in: $0)) })
    }

    private var trend: Operation {
        Operation(
            id: "getTrend", method: .get, path: "/trend",
            summary: "Points an arrow, session by session and month by month.",
            parameters: [.query("archer", ["type": "string"], example: "Ana", "Only this archer's arrows.")],
            answer: .json(TrendJSON.format), isKept: true
        ) { [library] call in
            let archer = call.query["archer"].flatMap { $0.isEmpty ? nil : $0 }
            return .json(try await library.read { TrendJSON.format.write(try TrendJSON(of: archer, in: $0)) })
        }
    }
}
