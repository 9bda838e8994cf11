/// A query as a tree: what a photo is asked.
public indirect enum QueryNode: Hashable, Sendable {
    /// Nothing: every photo fits.
    case all
    /// All of these; never fewer than two, and none of them is one of these itself.
    case and([QueryNode])
    /// One of these at least; the same holds.
    case or([QueryNode])
    /// Not this.
    case not(QueryNode)
    /// Something of the photo itself.
    case photo(QueryTest)
    /// How many findings there are that all of the tests hold for.
    ///
    /// There must be one at least where nothing is said of their number.
    case findings([QueryTest], counts: [QueryTest])
    /// One text that the photo says, or what it shows, holds all of these words or parts of words.
    case words([String])
}

extension QueryNode {
    /// All of these at once.
    public static func all(of nodes: [QueryNode]) -> QueryNode {
        let parts = nodes.flatMap { node -> [QueryNode] in
            switch node {
            case .all: []
            case .and(let parts): parts
            default: [node]
            }
        }
        return parts.count > 1 ? .and(parts) : parts.first ?? .all
    }

    /// One of these at least.
    public static func any(of nodes: [QueryNode]) -> QueryNode {
        let parts = nodes.flatMap { node -> [QueryNode] in
            if case .or(let parts) = node { parts } else { [node] }
        }
        return parts.count > 1 ? .or(parts) : parts.first ?? .all
    }

    /// Not this; the opposite of an opposite is the thing itself.
    public var opposite: QueryNode {
        if case .not(let node) = self { node } else { .not(self) }
    }

    /// Every test in it.
    var tests: [QueryTest] {
        switch self {
        case .all, .words: []
        case .and(let nodes), .or(let nodes): nodes.flatMap(\.tests)
        case .not(let node): node.tests
        case .photo(let test): [test]
        case .findings(let tests, let counts): tests + counts
        }
    }

    /// The names of sets that photos are to be in, without those that have stars.
    var askedSets: [TextPattern] {
        switch self {
        case .and(let nodes), .or(let nodes): nodes.flatMap(\.askedSets)
        case .photo(let test) where test.term == .set && test.relation == .equals:
            test.values.compactMap { value in
                if case .text(let pattern) = value, pattern.plain != nil { pattern } else { nil }
            }
        // Of two opposites in a row none is left.
        case .not, .all, .words, .photo, .findings: []
        }
    }

    /// What must be known of a photo to decide it.
    var sources: Set<QuerySource> {
        switch self {
        case .all: []
        case .words: [.record]
        case .and(let nodes), .or(let nodes): nodes.reduce(into: []) { $0.formUnion($1.sources) }
        case .not(let node): node.sources
        case .photo(let test): test.sources
        case .findings: [.record]
        }
    }

    /// Words that one text must hold in each photo: of several groups, which may stand in different texts, the first.
    var words: [String] {
        for case .words(let words) in all { return words }
        return []
    }

    /// The same without those.
    var withoutWords: QueryNode {
        var rest = all
        let place = rest.firstIndex { if case .words = $0 { true } else { false } }
        if let place { rest.remove(at: place) }
        return .all(of: rest)
    }

    /// What must hold at once.
    private var all: [QueryNode] { if case .and(let nodes) = self { nodes } else { [self] } }
}

/// One term with what it is compared with: `count>=3`.
public struct QueryTest: Hashable, Sendable {
    /// How a value is compared.
    public enum Relation: String, Hashable, Sendable, CaseIterable {
        // Those of two characters first: each is read as the longest that stands there.
        case atLeast = ">="
        case atMost = "<="
        case isNot = "!="
        case above = ">"
        case below = "<"
        case equals = ":"
    }

    /// What is compared.
    public var term: QueryTerm
    /// How.
    public var relation: Relation
    /// With one of these: several stand with `:` and `!=` alone.
    public var values: [QueryValue]

    /// A test from its parts.
    public init(_ term: QueryTerm, _ relation: Relation, _ values: [QueryValue]) {
        self.term = term
        self.relation = relation
        self.values = values
    }

    /// That a term has this text, in which a star is one.
    public init(_ term: QueryTerm, text: String) { self.init(term, .equals, [.text(TextPattern(text))]) }

    /// What must be known of a photo to decide it.
    var sources: Set<QuerySource> {
        guard term == .is else { return [term.row.source] }
        var sources = Set(
            values.compactMap { value in
                if case .text(let pattern) = value { pattern.plain.flatMap(QueryMark.init)?.source } else { nil }
            })
        // Another mark than these may be one of the record's.
        if relation == .isNot { sources.insert(.record) }
        // Who has a record has its row too.
        return sources.contains(.record) ? sources.subtracting([.tables]) : sources
    }
}

/// What a photo's term is compared with.
public enum QueryValue: Hashable, Sendable {
    /// A text, perhaps with stars.
    case text(TextPattern)
    /// A number; shares are 0 to 1, sizes of files in bytes.
    case number(Double)
    /// Numbers from one to another, both included; nil for no bound.
    case numbers(from: Double?, to: Double?)
    /// A moment or a span of time: `2026`, `2026-11-20`, `2026-11-20T14:30`.
    case date(String)
    /// Times from one to another, both included as the spans that they are; nil for no bound.
    case dates(from: String?, to: String?)
}
