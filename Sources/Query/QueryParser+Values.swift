import Findings

extension QueryParser {
    /// A value of a term, as its table says.
    ///
    /// - Parameter alone: Whether it stands behind a comparison, where nothing but one value has a meaning.
    func value(
        of piece: Piece, for term: QueryTerm, alone: Bool, at place: Int
    ) throws(QueryError) -> QueryValue {
        switch term.row.kind {
        case .words(let words): return try word(piece, among: words, for: term, at: place)
        case .whole, .part, .folder:
            guard piece.pieces.contains(where: { !$0.isEmpty }) || piece.pieces.count > 1 else {
                throw error(at: place, "'\(term.rawValue)' needs a value, as in \(term.row.example)")
            }
            return .text(TextPattern(pieces: piece.pieces))
        case .number(let unit):
            if let (from, to) = try bounds(piece.text, alone: alone, at: place) {
                let (from, to) = (
                    try from.map { (text) throws(QueryError) in try number(text, unit, for: term, at: place) },
                    try to.map { (text) throws(QueryError) in try number(text, unit, for: term, at: place) }
                )
                if let from, let to, from > to { throw backwards(piece.text, at: place) }
                return .numbers(from: from, to: to)
            }
            return .number(try number(piece.text[...], unit, for: term, at: place))
        case .date:
            if let (from, to) = try bounds(piece.text, alone: alone, at: place) {
                let (from, to) = (
                    try from.map { (text) throws(QueryError) in try date(text, for: term, at: place) },
                    try to.map { (text) throws(QueryError) in try date(text, for: term, at: place) }
                )
                if let from, let to, QueryDate.order(of: from, to: to) > 0 { throw backwards(piece.text, at: place) }
                return .dates(from: from, to: to)
            }
            return .date(try date(piece.text[...], for: term, at: place))
        }
    }

    private func word(
        _ piece: Piece, among words: [String], for term: QueryTerm, at place: Int
    ) throws(QueryError) -> QueryValue {
        let word = piece.text.lowercased()
        if words.contains(word) { return .text(TextPattern(word)) }
        let near = Suggestion.nearest(to: word, among: words)
        let meant =
            near.map { "did you mean \(term.rawValue):\($0)?" } ?? "it is one of \(words.joined(separator: ", "))"
        throw error(at: place, "'\(term.rawValue)' has no value '\(piece.text.plainName)'; \(meant)")
    }

    /// The two sides of `from..to`, one of which may be empty; nil where it is one value.
    private func bounds(
        _ text: String, alone: Bool, at place: Int
    ) throws(QueryError) -> (from: Substring?, to: Substring?)? {
        guard let dots = text.firstRange(of: "..") else { return nil }
        let (from, to) = (text[..<dots.lowerBound], text[dots.upperBound...])
        guard !alone else { throw error(at: place, "a range has its bounds itself: write : before it") }
        guard !from.isEmpty || !to.isEmpty else {
            throw error(at: place, "a range needs a bound, as in 2..5, 2.. or ..5")
        }
        return (from.isEmpty ? nil : from, to.isEmpty ? nil : to)
    }

    private func backwards(_ text: String, at place: Int) -> QueryError {
        error(at: place, "the range '\(text.plainName)' ends before it begins")
    }

    private func number(
        _ text: Substring, _ unit: QueryTerm.Unit, for term: QueryTerm, at place: Int
    ) throws(QueryError) -> Double {
        guard let number = QueryNumber.value(of: String(text), unit) else {
            let kind =
                switch unit {
                case .plain: "a number"
                case .share: "a number from 0 to 1, or a percentage with a percent sign"
                case .bytes: "a number of bytes, or of kB, MB or GB"
                }
            throw error(at: place, "'\(String(text).plainName)' is no value of '\(term.rawValue)', which is \(kind)")
        }
        if unit == .share, !(0...1).contains(number) {
            let percent = (1...100).contains(number) ? "; did you mean \(text)%?" : ""
            throw error(at: place, "'\(term.rawValue)' is 0 to 1, or 0% to 100%\(percent)")
        }
        return number
    }

    private func date(_ text: Substring, for term: QueryTerm, at place: Int) throws(QueryError) -> String {
        guard let date = QueryDate.value(of: String(text)) else {
            throw error(
                at: place,
                "'\(String(text).plainName)' is no time; write a year, a month, a day or a minute, as in "
                    + "2026, 2026-11, 2026-11-20 or 2026-11-20T14:30")
        }
        return date
    }
}
