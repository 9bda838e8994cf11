import Storage

/// Which photos are meant: one language for commands, the API, the page and hooks.
///
/// `label:arrow count>=3 -is:reviewed (state:failed OR folder:day1)`. What stands side by side holds at once, `OR` means
/// either, and a minus in front means not. Two queries are the same where they have the same canonical text.
public struct Query: Hashable, Sendable {
    /// What it asks for, for stores that have a language of their own.
    public let root: QueryNode

    /// A query of its parts.
    public init(_ root: QueryNode) { self.root = root }

    /// The query that every photo fits.
    public static let all = Query(.all)

    /// More characters than any query has; a longer text is refused.
    public static let longest = 20_000

    /// Reads a query; an empty text is one that every photo fits.
    ///
    /// - Throws: ``QueryError`` with the place of what is wrong, and what may be meant.
    public static func parse(_ text: String) throws(QueryError) -> Query {
        var parser = QueryParser(text)
        return Query(try parser.query())
    }

    /// A query that a photo fits which fits all of these; terms of findings in one say nothing of those in another.
    public static func all(_ queries: [Query]) -> Query { Query(.all(of: queries.map(\.root))) }

    /// Whether it lets every photo through.
    public var isAll: Bool { root == .all }

    /// The terms that it has, words not among them.
    public var terms: Set<QueryTerm> { Set(root.tests.map(\.term)) }

    /// The marks that it asks for, with `is:`.
    public var marks: Set<QueryMark> {
        Set(
            root.tests.filter { $0.term == .is }.flatMap(\.values).compactMap { value in
                if case .text(let pattern) = value { pattern.plain.flatMap(QueryMark.init) } else { nil }
            })
    }

    /// What must be known of a photo before the query can be answered for sure.
    public var needs: Set<QuerySource> { root.sources }

    /// The words that are looked for in what photos say and show; empty where there are none that every photo must have.
    ///
    /// Of several groups in brackets, which may stand in different texts, they are those of the first; the others stay in
    /// ``withoutWords``.
    public var words: [String] { root.words }

    /// The labels that it names, without those that have stars.
    public var labels: [String] {
        root.tests.filter { $0.term == .label }.flatMap(\.values).compactMap { value in
            if case .text(let pattern) = value { pattern.plain } else { nil }
        }
    }

    /// Those of all sets that it must be known of which photos are in them.
    public func sets(among all: [String]) -> [String] {
        let tests = root.tests.filter { $0.term == .set }
        // Whether a photo is in another set than one that is named, every other set decides.
        guard !tests.contains(where: { $0.relation == .isNot }) else { return all }
        return all.filter { name in tests.contains { $0.holds(for: .texts([FoldedText(name)])) } }
    }

    /// The first set that photos are to be in, named without stars, that is none of these; nil where all are there.
    ///
    /// What is asked not to be in a set may be asked before there is one.
    public func missingSet(among all: [String]) -> String? {
        root.askedSets.first { pattern in !all.contains { pattern.fits(FoldedText($0)) } }?.plain
    }

    /// The same query without its ``words``.
    public var withoutWords: Query { Query(root.withoutWords) }
}

extension Query: CustomStringConvertible {
    /// The canonical text, which is read as the same query.
    public var description: String { root.text }
}

extension Query: Codable {
    /// Reads a query's text.
    public init(from decoder: any Decoder) throws {
        let place = try decoder.singleValueContainer()
        do {
            self = try Query.parse(place.decode(String.self))
        } catch let error as QueryError {
            throw DecodingError.dataCorruptedError(in: place, debugDescription: error.description)
        }
    }

    /// Writes the canonical text.
    public func encode(to encoder: any Encoder) throws {
        var place = encoder.singleValueContainer()
        try place.encode(description)
    }
}
