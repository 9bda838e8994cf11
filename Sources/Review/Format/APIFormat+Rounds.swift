import Scoring

extension APIFormat where Value == RoundDefinition {
    /// A round that sessions can be shot as.
    static let round = object([
        APIKey("id", \.id, .text), APIKey("name", \.name, .text), APIKey("faces", \.faces, .list(.anyWord)),
        APIKey("ends", \.ends, .whole), APIKey("arrowsPerEnd", \.arrowsPerEnd, .whole),
        APIKey("parts", \.parts, .whole), APIKey("maximum", \.maximum, .whole), APIKey("ties", \.ties, .anyWord),
    ]).named("RoundDefinition", "So many arrows of one archer, in so many ends, at a face.")
}

extension APIFormat where Value == [RoundDefinition] {
    /// All rounds that can be named.
    static let rounds = object([APIKey("rounds", { $0 }, .list(.round))]).named("RoundList")
}

extension APIFormat where Value == String {
    /// What clients send: a round's id, `none` for no round, or `usual` for the one of the settings.
    static let roundWord = text.with([
        "minLength": 1, "maxLength": .integer(RoundDefinition.longestName),
    ])
}

extension APIFormat where Value == RoundProgress {
    /// How far one archer is in the session's round.
    static let progress = object([
        APIKey("archer", \.archer, .orNull(.text)), APIKey("total", \.tally, .total), APIKey("best", \.best, .whole),
        APIKey("ends", \.ends, .whole), APIKey("missingEnds", \.missingEnds, .whole),
        APIKey("missingArrows", \.missingArrows, .whole), APIKey("surplusEnds", \.surplusEnds, .whole),
        APIKey("perArrow", \.perArrow, .list(.orNull(.number(decimals: 3)))),
        APIKey("perEnd", \.perEnd, .orNull(.number(decimals: 3))),
    ]).named("RoundProgress")
}

extension APIFormat where Value == Ranking.Row {
    /// One archer's place, with the counts that break ties.
    fileprivate static let row = object([
        APIKey("rank", \.rank, .whole), APIKey("isShared", \.isShared, .bool), APIKey("name", \.name, .text),
        APIKey("sessions", \.sessions, .list(.text)), APIKey("total", \.tally, .total),
        APIKey("counts", \.tieCounts, .list(.whole)), APIKey("missingArrows", \.missingArrows, .whole),
        APIKey("best", \.best, .whole),
    ])
}

extension APIFormat where Value == Ranking {
    /// The archers of a round, the best first.
    static let ranking = object([
        APIKey("round", \.round, .round), APIKey("date", \.date, .orNull(.text)),
        APIKey("ties", { $0.round.ties.criteria.map(\.title) }, .list(.text)), APIKey("rows", \.rows, .list(.row)),
    ]).named("Ranking")
}

extension APIFormat where Value == [Ranking] {
    /// One ranking for each round and day.
    static let rankings = object([APIKey("rankings", { $0 }, .list(.ranking))]).named("RankingList")
}
