import Findings
import Storage

/// One change of many photos, as clients send it.
struct BulkChange: Decodable, Sendable {
    /// What is done.
    enum Word: String, Codable, CaseIterable {
        case accept, relabel, delete
    }

    /// A photo as the client has seen it.
    struct Seen: Decodable, Sendable {
        var job: Int64
        var revision: Int
        /// When the result was found that the client has seen; nil where it does not say.
        var finished: Int?
    }

    var change: Word
    /// The class that is changed or deleted; nil for every class.
    var from: String?
    /// The class that takes its place.
    var to: String?
    /// The detector whose findings are changed or deleted, as reviews name it; nil for every one.
    var detector: String?
    var photos: [Seen]
    /// Whether it is only told what would be changed.
    var isTrial: Bool?

    static let format = APIFormat<BulkChange>.object([
        APIKey("change", described: APIFormat<Word>.word), APIKey("from", orNull: .label), APIKey("to", orNull: .label),
        APIKey("detector", orNull: .text),
        APIKey("photos", described: .list(.seen).with(["maxItems": .integer(BulkAPI.most)])),
        APIKey("isTrial", orNull: .bool),
    ]).named("BulkChange")
}

extension APIFormat where Value == BulkChange.Seen {
    fileprivate static let seen = object([
        APIKey("job", described: .job), APIKey("revision", described: .revision), APIKey("finished", orNull: .whole),
    ])
}

extension APIFormat where Value == Int {
    /// How often something was said of a photo.
    fileprivate static let revision = whole(from: 0, to: 999_999_999)
}

/// Photos as they were before a change of many, as clients send them back.
struct BulkRestoring: Decodable, Sendable {
    struct Former: Decodable, Sendable {
        var job: Int64
        /// The revision that the change has made.
        var revision: Int
        /// Nil where nothing was said of the photo.
        var review: FindingReview?
    }

    var photos: [Former]

    static let format = APIFormat<BulkRestoring>.object([
        APIKey("photos", described: .list(.former).with(["maxItems": .integer(BulkAPI.most)]))
    ]).named("BulkRestoring")
}

extension APIFormat where Value == BulkRestoring.Former {
    fileprivate static let former = object([
        APIKey("job", described: .job), APIKey("revision", described: .revision), APIKey("review", orNull: .review),
    ])
}

/// What became of a change of many photos.
struct BulkResult: Sendable {
    /// A photo that was changed.
    struct Changed: Sendable {
        var job: Int
        var revision: Int
        /// What was said of it before.
        var former: FindingReview?
    }

    /// A photo that cannot be changed so.
    struct Refused: Sendable {
        var job: Int
        /// What is wrong, as a sentence for users.
        var reason: String
    }

    var photos: [Changed] = []
    /// How many findings were changed in them.
    var findings = 0
    /// Photos that were changed meanwhile.
    var conflicts: [Int] = []
    /// Photos in which there is nothing to change.
    var untouched: [Int] = []
    /// Photos that did not fit into this change.
    var left: [Int] = []
    /// Photos whose change is none that can be stored, each with why.
    var refused: [Refused] = []

    static let format = APIFormat<BulkResult>.object([
        APIKey("photos", \.photos, .list(.changed)), APIKey("findings", \.findings, .whole),
        APIKey("conflicts", \.conflicts, .list(.whole)), APIKey("untouched", \.untouched, .list(.whole)),
        APIKey("left", \.left, .list(.whole)), APIKey("refused", \.refused, .list(.refused)),
    ]).named(
        "BulkResult",
        "`photos` with what undoing needs, `conflicts` were changed meanwhile, `untouched` have nothing to change, `left` "
            + "were not tried: send them again, `refused` cannot be stored, with the reason.")
}

extension APIFormat where Value == BulkResult.Changed {
    fileprivate static let changed = object([
        APIKey("job", \.job, .whole), APIKey("revision", \.revision, .whole),
        APIKey("former", \.former, .orNull(.review)),
    ])
}

extension APIFormat where Value == BulkResult.Refused {
    fileprivate static let refused = object([APIKey("job", \.job, .whole), APIKey("reason", \.reason, .text)])
}
