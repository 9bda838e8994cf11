import Findings

/// Reads a query from left to right, each character once.
///
/// By scalars: a quote with an accent over it is another character than a quote.
struct QueryParser {
    /// Brackets in brackets that are read; a person writes three.
    private static let deepest = 64

    let text: String
    var characters: [Unicode.Scalar] = []
    var place = 0
    private var depth = 0

    init(_ text: String) { self.text = text }

    /// The whole query.
    mutating func query() throws(QueryError) -> QueryNode {
        guard text.utf8.count <= Query.longest else {
            throw error(at: 0, "it has more than \(Query.longest) bytes; a query is one line")
        }
        characters = Array(text.unicodeScalars)
        skipSpaces()
        guard place < characters.count else { return .all }
        let node = try alternatives()
        guard place == characters.count else {
            throw error(at: place, "this bracket closes none; leave it out, or put the text in double quotes")
        }
        return node
    }

    /// What is wrong at a place.
    func error(at place: Int, _ message: String) -> QueryError {
        var before = String.UnicodeScalarView()
        before.append(contentsOf: characters[..<min(place, characters.count)])
        return QueryError(text: text, column: String(before).count + 1, message: message)
    }

    mutating func skipSpaces() {
        while place < characters.count, characters[place].properties.isWhitespace { place += 1 }
    }

    private mutating func alternatives() throws(QueryError) -> QueryNode {
        var nodes = [try conjunction()]
        while takeKeyword("OR") { nodes.append(try conjunction()) }
        return .any(of: nodes)
    }

    private mutating func conjunction() throws(QueryError) -> QueryNode {
        var parts = QueryParts()
        while true {
            try part(into: &parts)
            let behind = place
            let isJoined = takeKeyword("AND")
            guard place < characters.count, characters[place] != ")", !isKeyword("OR") else {
                if isJoined { throw error(at: behind, "'AND' needs something on both sides") }
                break
            }
        }
        return try parts.node(of: self)
    }

    /// One term, one bracket, or the opposite of one.
    private mutating func part(into parts: inout QueryParts) throws(QueryError) {
        let start = place
        guard place < characters.count, !isKeyword("OR"), !isKeyword("AND"), characters[place] != ")" else {
            throw error(at: place, missing())
        }
        if takeMinus() || takeKeyword("NOT") {
            guard place < characters.count, characters[place] != ")", !isKeyword("OR"), !isKeyword("AND") else {
                throw error(at: start, "a minus or 'NOT' stands before what must not be, as in -is:reviewed")
            }
            try deeper(at: start)
            var own = QueryParts()
            try part(into: &own)
            depth -= 1
            parts.add(try own.node(of: self).opposite)
        } else if characters[place] == "(" {
            try deeper(at: start)
            place += 1
            skipSpaces()
            let node = try alternatives()
            guard place < characters.count else { throw error(at: start, "this bracket is not closed") }
            place += 1
            skipSpaces()
            depth -= 1
            parts.add(node)
        } else {
            try term(into: &parts)
            skipSpaces()
        }
    }

    private mutating func deeper(at place: Int) throws(QueryError) {
        depth += 1
        guard depth <= Self.deepest else {
            throw error(at: place, "more than \(Self.deepest) brackets lie in each other; write it flatter")
        }
    }

    private func missing() -> String {
        guard place < characters.count else {
            return "something is missing at the end: a term such as label:arrow, or words to look for"
        }
        return characters[place] == ")"
            ? "there is nothing between the brackets, or nothing before the last one"
            : "'OR' and 'AND' need something on both sides; as words to look for they stand in double quotes"
    }

    /// A minus with something behind it.
    private mutating func takeMinus() -> Bool {
        guard characters[place] == "-", place + 1 < characters.count, !characters[place + 1].properties.isWhitespace
        else {
            return false
        }
        place += 1
        return true
    }

    private func isKeyword(_ word: String) -> Bool {
        let end = place + word.unicodeScalars.count
        guard end <= characters.count, characters[place..<end].elementsEqual(word.unicodeScalars) else { return false }
        return end == characters.count || characters[end].properties.isWhitespace || Self.isBracket(characters[end])
    }

    static func isBracket(_ character: Unicode.Scalar) -> Bool { character == "(" || character == ")" }

    private mutating func takeKeyword(_ word: String) -> Bool {
        guard isKeyword(word) else { return false }
        place += word.unicodeScalars.count
        skipSpaces()
        return true
    }
}

/// What stands side by side: terms of findings are about the same ones, and words are looked for in one text.
struct QueryParts {
    private var nodes: [QueryNode] = []
    private var words: [String] = []
    private var tests: [(test: QueryTest, place: Int)] = []
    private var counts: [QueryTest] = []
    private var photo: [(test: QueryTest, place: Int)] = []
    private var places: (words: Int?, findings: Int?) = (nil, nil)

    /// Something that says nothing of the terms beside it.
    mutating func add(_ node: QueryNode) { nodes.append(node) }

    mutating func add(word: String) {
        if words.isEmpty { places.words = nodes.count; nodes.append(.all) }
        words.append(word)
    }

    mutating func add(_ test: QueryTest, at place: Int) {
        switch test.term.row.level {
        case .photo:
            photo.append((test, place))
            nodes.append(.photo(test))
        case .finding, .count:
            if tests.isEmpty, counts.isEmpty { places.findings = nodes.count; nodes.append(.all) }
            if test.term.row.level == .count { counts.append(test) } else { tests.append((test, place)) }
        }
    }

    /// All of it.
    func node(of parser: QueryParser) throws(QueryError) -> QueryNode {
        try Self.check(photo, of: parser)
        try Self.check(tests, of: parser)
        var nodes = nodes
        if let place = places.words { nodes[place] = .words(words) }
        if let place = places.findings { nodes[place] = .findings(tests.map(\.test), counts: counts) }
        return .all(of: nodes)
    }

    /// Refuses two different values where a photo or a finding has one alone: no photo would ever fit.
    private static func check(
        _ tests: [(test: QueryTest, place: Int)], of parser: QueryParser
    ) throws(QueryError) {
        var known: [QueryTerm: (values: [QueryValue], folded: Set<QueryValue>)] = [:]
        for (test, place) in tests where test.relation == .equals && test.term.row.isSingle && !test.hasStars {
            let former = known[test.term]
            let folded = test.values.map(\.folded)
            if let former, former.folded.isDisjoint(with: folded) {
                let name = test.term.rawValue
                let both = QueryTest(test.term, .equals, former.values + test.values).text
                let what = test.term.row.level == .photo ? "photo" : "finding"
                let and =
                    test.term.row.level == .photo
                    ? "" : "; for photos with both write them in brackets, each for itself"
                throw parser.error(
                    at: place, "a \(what) has one \(name), so that no photo fits both; for either write \(both)\(and)")
            }
            known[test.term] = former ?? (test.values, Set(folded))
        }
    }
}

extension QueryTest {
    fileprivate var hasStars: Bool {
        values.contains { if case .text(let pattern) = $0 { pattern.plain == nil } else { false } }
    }
}

extension QueryValue {
    fileprivate var folded: QueryValue {
        if case .text(let pattern) = self {
            .text(TextPattern(pieces: pattern.pieces.map { $0.lowercased() }))
        } else {
            self
        }
    }
}
