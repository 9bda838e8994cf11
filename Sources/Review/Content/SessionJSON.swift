import Findings
import JSONTree
import Scoring
import Storage

/// A session as the page gets it: sums, ends, photos with their faces, arrows with their manual corrections.
struct SessionJSON {
    let session: Session
    let sheet: ScoreSheet
    /// What links to it are made from.
    let address: String
    let scoring: ScoringSettings
    /// By which the page says how sure an arrow is.
    let confidenceLevels: ConfidenceLevels
    /// How photos are named to clients.
    let addresses: PhotoAddresses
    /// The manual corrections of each photo, by its name in the book.
    let reviews: [String: ReviewedPhoto]

    /// The whole session.
    var value: JSONValue { Self.format.write(self) }

    static let format = APIFormat<SessionJSON>.object([
        APIKey("id", { NameIndex.id(of: $0.address) }, .text), APIKey("name", \.session.name, .text),
        APIKey("date", \.session.date, .orNull(.text)), APIKey("system", \.scoring.system, .word),
        APIKey("arrowsPerEnd", { $0.scoring.arrowsPerEnd ?? 0 }, .whole),
        APIKey("shaft", \.scoring.shaftDiameter, .number), APIKey("lineRule", \.scoring.lineRule, .word),
        APIKey("confidenceLevels", \.confidenceLevels, .levels), APIKey("marks", \.marks, .list(.text)),
        APIKey("archers", \.session.archers, .archers),
        APIKey("faces", { $0.drawings(of: $0.faceTypes) }, .byType),
        APIKey("faceTypes", { $0.drawings(of: FaceType.allCases) }, .byType),
        APIKey("total", \.sheet.total, .total), APIKey("rounds", \.rounds, .list(RoundJSON.format)),
        APIKey("skipped", { $0.session.skipped.map($0.photo) }, .list(PhotoJSON.format)),
        APIKey("doubts", \.doubts, .list(.doubt)),
        APIKey("perArcher", \.session.totals, .list(.own)),
        APIKey("round", optional: \.session.round, .round),
        APIKey("progress", { RoundProgress.all(of: $0.session) }, .list(.progress), isRequired: false),
        APIKey("ranking", optional: { Ranking.all(of: [$0.session]).first }, .ranking),
        APIKey("unnamed", optional: \.session.unnamedTotal, .total),
    ]).named("Session")

    /// One photo, wherever it stands in the session; nil where it is not in it.
    func photo(named name: String) -> PhotoJSON? {
        (session.photos + session.skipped).first { $0.path == name }.map(photo)
    }

    fileprivate func photo(_ photo: Session.Photo) -> PhotoJSON {
        PhotoJSON(photo: photo, id: addresses.id(of: photo.path), said: reviews[photo.path])
    }

    private var doubts: [(photo: String, doubt: SessionDoubt)] {
        SessionDoubt.all(of: session).map { (addresses.id(of: $0.photo), $0) }
    }

    private var rounds: [RoundJSON] {
        zip(session.rounds, sheet.rounds).map { RoundJSON(round: $0, sheet: $1, session: self) }
    }

    private func drawings(of types: [FaceType]) -> [FaceJSON] {
        types.map { FaceJSON(type: $0, system: scoring.system) }
    }
}

extension SessionJSON {
    /// The buttons' marks, the best first.
    private var marks: [String] {
        let highest = session.rounds.map(\.highestScore).max() ?? (scoring.system == .field ? 6 : 10)
        let scores = (1...highest).reversed().map(String.init) + ["M"]
        return session.rounds.contains(where: \.countsX) ? ["X"] + scores : scores
    }

    /// The types of the faces that were seen, and the one that a user would add to a photo without any.
    private var faceTypes: [FaceType] {
        let photos = session.photos + session.skipped
        let usual = scoring.face ?? scoring.faces.first ?? (scoring.system == .field ? .field80 : .wa122)
        return (photos.flatMap(\.faces).map(\.type) + [usual]).reduce(into: []) { types, type in
            if !types.contains(type) { types.append(type) }
        }
    }
}

/// A round with its ends.
private struct RoundJSON: Sendable {
    let round: Session.Round
    let sheet: ScoreSheet.Round
    let session: SessionJSON

    static let format = APIFormat<RoundJSON>.object([
        APIKey("number", \.round.number, .whole), APIKey("name", \.round.name, .text),
        APIKey("arrowsPerEnd", \.round.arrowsPerEnd, .whole), APIKey("highestScore", \.round.highestScore, .whole),
        APIKey("countsX", \.round.countsX, .bool), APIKey("total", \.sheet.total, .total),
        APIKey("ends", \.ends, .list(EndJSON.format)),
    ])

    private var ends: [EndJSON] {
        zip(round.ends, sheet.rows).map { EndJSON(end: $0, row: $1, photos: $0.photos.map(session.photo)) }
    }
}

extension APIFormat where Value == (name: String, total: Tally) {
    /// What one archer shot.
    fileprivate static let own = object([APIKey("name", { $0.name }, .text), APIKey("total", { $0.total }, .total)])
}

extension APIFormat where Value == (photo: String, doubt: SessionDoubt) {
    /// What needs a manual review, behind the id of its photo.
    fileprivate static let doubt = object([
        APIKey("photo", { $0.photo }, .text), APIKey("arrow", { $0.doubt.arrow }, .orNull(.whole)),
        APIKey("chance", { $0.doubt.chance }, .number(decimals: 3)),
    ])
}

extension APIFormat where Value == Tally {
    /// The sums as the page gets them.
    static let total = object([
        APIKey("score", \.score, .whole), APIKey("maximum", \.maximum, .whole), APIKey("arrows", \.arrows, .whole),
        APIKey("tens", \.tens, .whole), APIKey("xs", \.xs, .whole),
        APIKey("average", \.average, .orNull(.number(decimals: 3))),
    ]).named("Total")
}
