import Findings

extension QueryParser {
    /// A term with its value, or a word to look for.
    mutating func term(into parts: inout QueryParts) throws(QueryError) {
        let start = place
        if let (name, relation) = try head() {
            guard let term = QueryTerm(word: name) else { throw unknown(name, at: start) }
            let test = try test(of: term, relation, at: start)
            return parts.add(test, at: start)
        }
        let word = try piece(until: { $0.properties.isWhitespace || Self.isBracket($0) })
        guard !word.text.unicodeScalars.contains("\0") else { throw error(at: start, "no text holds the character 0") }
        guard !word.text.allSatisfy(\.isWhitespace) else {
            throw error(at: start, "there is nothing between the quotes")
        }
        parts.add(word: word.text)
    }

    /// The name of a term and how it is compared; nil where a word stands here.
    private mutating func head() throws(QueryError) -> (name: String, QueryTest.Relation)? {
        var end = place
        while end < characters.count, characters[end].isASCII, characters[end].properties.isAlphabetic { end += 1 }
        let name = Self.text(characters[place..<end])
        guard name.isEmpty || end < characters.count else { return nil }
        if let found = relation(at: end) {
            guard !name.isEmpty else {
                let sign = Self.text(characters[end..<found.end])
                throw error(
                    at: place,
                    "a term is missing before '\(sign)', as in count>=3; as words to look for put it in double quotes")
            }
            place = found.end
            return (name, found.relation)
        }
        // Spaces around a comparison do no harm where a term stands before it.
        guard QueryTerm(word: name) != nil else { return nil }
        var next = end
        while next < characters.count, characters[next].properties.isWhitespace { next += 1 }
        guard next > end, let found = relation(at: next), found.relation != .equals || characters[next] == "=" else {
            return nil
        }
        place = found.end
        return (name, found.relation)
    }

    private func relation(at place: Int) -> (relation: QueryTest.Relation, end: Int)? {
        for relation in QueryTest.Relation.allCases {
            let sign = relation.rawValue.unicodeScalars
            guard place + sign.count <= characters.count,
                characters[place..<(place + sign.count)].elementsEqual(sign)
            else { continue }
            return (relation, place + sign.count)
        }
        return place < characters.count && characters[place] == "=" ? (.equals, place + 1) : nil
    }

    private func unknown(_ name: String, at place: Int) -> QueryError {
        let near = Suggestion.nearest(to: name, among: QueryTerm.byWord.keys.sorted())
        let meant =
            near.map { "did you mean '\($0)'?" }
            ?? "the terms are \(QueryTerm.allCases.map(\.rawValue).joined(separator: ", "))"
        return error(
            at: place,
            "there is no term '\(name.plainName)'; \(meant)"
                + (near == nil ? "; to look for it as a text, put it in double quotes" : ""))
    }

    /// What a term is compared with.
    private mutating func test(
        of term: QueryTerm, _ relation: QueryTest.Relation, at start: Int
    ) throws(QueryError) -> QueryTest {
        let row = term.row
        let isOrdered =
            switch row.kind {
            case .number, .date: true;
            default: false
            }
        guard isOrdered || relation == .equals || relation == .isNot else {
            throw error(
                at: start,
                "'\(term.rawValue)' is no number; write \(term.rawValue): or \(term.rawValue)!= before its value")
        }
        var values: [QueryValue] = []
        while true {
            skipSpaces()
            let begin = place
            let piece = try piece(until: { $0.properties.isWhitespace || Self.isBracket($0) || $0 == "," })
            guard !piece.text.isEmpty || piece.isQuoted else {
                throw error(at: begin, "'\(term.rawValue)' needs a value, as in \(row.example)")
            }
            values.append(try value(of: piece, for: term, alone: relation != .equals && relation != .isNot, at: begin))
            guard place < characters.count, characters[place] == "," else { break }
            place += 1
        }
        guard values.count == 1 || relation == .equals || relation == .isNot else {
            throw error(at: start, "'\(relation.rawValue)' takes one value; several stand behind : and !=")
        }
        return QueryTest(term, relation, values)
    }

    /// Characters that stand together, without quotes and escapes.
    struct Piece {
        /// The text between stars; a star in quotes, or behind a backslash, is a character like every other.
        var pieces = [""]
        /// All of it, with the stars.
        var text = ""
        var isQuoted = false
    }

    /// Reads up to a character that ends it.
    private mutating func piece(until isEnd: (Unicode.Scalar) -> Bool) throws(QueryError) -> Piece {
        var piece = Piece()
        if place < characters.count, Self.quotes.contains(characters[place]) {
            piece.isQuoted = true
            piece.text = try quoted()
            piece.pieces = [piece.text]
            return piece
        }
        while place < characters.count, !isEnd(characters[place]), characters[place] != "\"" {
            var character = characters[place]
            if character == "\\", place + 1 < characters.count {
                place += 1
                character = characters[place]
                piece.pieces[piece.pieces.count - 1].unicodeScalars.append(character)
            } else if character == "*" {
                piece.pieces.append("")
            } else {
                piece.pieces[piece.pieces.count - 1].unicodeScalars.append(character)
            }
            piece.text.unicodeScalars.append(character)
            place += 1
        }
        return piece
    }

    /// Straight quotes, and those that phones make of them.
    static let quotes: Set<Unicode.Scalar> = ["\"", "“", "„", "”"]

    private static func text(_ characters: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: characters)
        return String(text)
    }

    private mutating func quoted() throws(QueryError) -> String {
        let start = place
        let isStraight = characters[place] == "\""
        var text = ""
        place += 1
        while place < characters.count {
            var character = characters[place]
            place += 1
            if isStraight ? character == "\"" : Self.quotes.contains(character) { return text }
            if character == "\\", place < characters.count, characters[place] == "\"" || characters[place] == "\\" {
                character = characters[place]
                place += 1
            }
            text.unicodeScalars.append(character)
        }
        throw error(at: start, "these quotes are not closed")
    }
}
