import Scoring

extension APIFormat where Value == Archers {
    static let archers = object([
        APIKey("names", \.names, .eachOnce), APIKey("by", \.by, .word),
        APIKey("colours", { archers in archers.names.indices.map(archers.colour) }, .list(.colour), isRequired: false),
    ]).named("Archers")

    /// What clients send: folders are a matter of the settings.
    static let change = object([
        APIKey("names", described: .eachOnce), APIKey("by", described: .chosen),
        APIKey("colours", orNull: .list(.colour)),
    ]).named("ArchersChange")
}

extension APIFormat where Value == Archers.Way {
    fileprivate static let chosen = APIFormat(
        schema: .words(Archers.Way.allCases.filter { $0 != .folder }.map(\.rawValue))
    ) {
        .string($0.rawValue)
    }
}

extension APIFormat where Value == [String] {
    /// The names of archers, each once.
    fileprivate static let eachOnce = list(.archer).with(["maxItems": .integer(Archers.most), "uniqueItems": true])
}

extension APIFormat where Value == String {
    /// The name of an archer.
    static let archer = text.with(["minLength": 1, "maxLength": .integer(Archers.longestName)])
}

extension APIFormat where Value == ArrowColour? {
    /// The colour of an archer's arrows; null where it was not entered.
    static let colour = APIFormat(
        schema: ["enum": .array(ArrowColour.allCases.map { .string($0.rawValue) } + [.null])]
    ) {
        .init($0?.rawValue)
    }.named("Colour")
}
