import Scoring
import Storage
import Supervisor

/// A session's line in the list.
struct SessionRow: Sendable {
    private let session: Session
    private let id: String?
    private let total: Tally

    private init(_ session: Session, id: String?) {
        self.session = session
        self.id = id
        total = ScoreSheet(session).total
    }

    /// All sessions, the newest first.
    static func all(in snapshot: QueueSnapshot) throws -> [SessionRow] {
        let ids = try ids(in: snapshot)
        return try snapshot.scores.allSessions().sorted { ($0.date ?? "", $0.name) > ($1.date ?? "", $1.name) }
            .map { SessionRow($0, id: ids[$0.name]) }
    }

    /// The sessions' ids by their names.
    static func ids(in snapshot: QueueSnapshot) throws -> [String: String] {
        Dictionary(try snapshot.scores.sessions().map { ($0.name, NameIndex.id(of: $0.address)) }) { first, _ in first }
    }

    static let format = APIFormat<SessionRow>.object([
        APIKey("id", \.id, .always(.text)), APIKey("name", \.session.name, .text),
        APIKey("date", \.session.date, .orNull(.text)), APIKey("ends", \.ends.count, .whole),
        APIKey("photos", { $0.ends.reduce(0) { $0 + $1.photos.count } }, .whole),
        APIKey("arrows", \.total.arrows, .whole), APIKey("score", \.total.score, .whole),
        APIKey("highest", \.total.maximum, .whole, isRequired: false),
        APIKey("average", optional: \.total.average, .number(decimals: 3)),
        APIKey("faces", \.faces, .list(.seen)), APIKey("archers", \.session.totals, .list(.archer)),
        APIKey("doubts", \.ends, .doubts), APIKey("unnamed", optional: \.session.unnamedTotal, .total),
    ]).named("SessionRow")

    private var ends: [Session.End] { session.ends }

    private var faces: [FaceType] {
        ends.flatMap(\.photos).flatMap(\.faces).map(\.type).reduce(into: []) { types, type in
            if !types.contains(type) { types.append(type) }
        }
    }
}

extension APIFormat where Value == FaceType {
    /// A face that was shot at.
    fileprivate static let seen = object([APIKey("type", { $0 }, .anyWord), APIKey("name", \.words, .text)])
}

extension APIFormat where Value == (name: String, total: Tally) {
    /// What one archer shot.
    fileprivate static let archer = object([
        APIKey("name", { $0.name }, .text), APIKey("arrows", { $0.total.arrows }, .whole),
        APIKey("score", { $0.total.score }, .whole),
    ])
}

extension APIFormat where Value == [Session.End] {
    /// How much needs a manual review.
    fileprivate static let doubts = object([
        APIKey("arrows", { $0.reduce(0) { $0 + $1.arrows.count(where: \.value.needsReview) } }, .whole),
        APIKey("ends", { $0.count(where: \.isDoubtful) }, .whole),
    ])
}

extension APIFormat where Value == [SessionRow] {
    static let sessions = APIFormat<[SessionRow]>.object([APIKey("sessions", { $0 }, .list(SessionRow.format))])
        .named("SessionList")
}

extension APIFormat where Value == SessionJSON {
    static let oneSession = object([APIKey("session", { $0 }, SessionJSON.format)]).named("OneSession")
}
