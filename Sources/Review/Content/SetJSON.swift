import Storage

/// Photos that are put into a set or taken out of it, as clients send them.
struct SetChange: Decodable, Sendable {
    /// What is done.
    enum Word: String, Codable, CaseIterable {
        case add, remove

        /// As the queue has it.
        var change: PhotoSetChange {
            switch self {
            case .add: .add
            case .remove: .remove
            }
        }
    }

    var set: String
    var change: Word
    /// The photos' numbers in the queue.
    var jobs: [Int64]

    static let format = APIFormat<SetChange>.object([
        APIKey("set", described: .setName), APIKey("change", described: APIFormat<Word>.word),
        APIKey("jobs", described: .list(.job).with(["maxItems": .integer(PhotoSet.mostAtOnce)])),
    ]).named("SetChange")
}

/// Another name for a set, as clients send it.
struct SetRenaming: Decodable, Sendable {
    var set: String
    var name: String

    static let format = APIFormat<SetRenaming>.object([
        APIKey("set", described: .setName), APIKey("name", described: .setName),
    ]).named("SetRenaming")
}

/// A set that is meant.
struct SetChoice: Decodable, Sendable {
    var set: String

    static let format = APIFormat<SetChoice>.object([APIKey("set", described: .setName)]).named("SetChoice")
}

/// What became of a change of a set.
struct SetChanged: Sendable {
    /// The set as it is now.
    var set: PhotoSet
    /// The photos that were put into it, or taken out.
    var jobs: [Int] = []
    /// Whether the photos that were put into it are all that it has.
    var isNew = false
    /// Photos that were in it already, or were not in it; and those without content.
    var untouched: [Int] = []

    static let format = APIFormat<SetChanged>.object([
        APIKey("set", \.set, .set), APIKey("jobs", \.jobs, .list(.whole)), APIKey("isNew", \.isNew, .bool),
        APIKey("untouched", \.untouched, .list(.whole)),
    ]).named(
        "SetChanged",
        "The set as it is now, `jobs` that were put into it or taken out, which undoing names, `isNew` where those that were "
            + "put in are all that it has, and `untouched`, for which nothing changed. A set without photos is none.")
}

extension APIFormat where Value == String {
    /// The name of a set.
    fileprivate static let setName = text.with(["minLength": 1, "maxLength": .integer(PhotoSet.longestName)])
}

extension APIFormat where Value == PhotoSet {
    /// A set of photos.
    static let set = object([APIKey("name", \.name, .text), APIKey("photos", \.count, .whole)]).named(
        "PhotoSet", "A named set, which the page has as a tag: its photos are `set:NAME` in queries; copies count once."
    )
}

extension APIFormat where Value == [PhotoSet] {
    static let sets = object([APIKey("sets", { $0 }, .list(.set))]).named("SetList")
}
