import Findings
import JSONTree
import Storage

/// A kind of finding as clients get it with its photo, and as they send corrections of it.
protocol AnsweredFinding: ReviewedFinding {
    /// One in the list of a detector; nil where it has no place there.
    var json: JSONValue? { get }

    /// What was said of one detector.
    static func json(_ said: Said) -> JSONValue
}

extension AnsweredFinding {
    /// The list in the answer of one detector.
    static func member(of results: [DetectorResult]) -> JSONValue.Member {
        .init(reviewName, .array(found(in: results).compactMap(\.json)))
    }

    /// The list in a review, by detector.
    static func member(of review: FindingReview) -> JSONValue.Member {
        let said = review[of: Self.self].sorted { $0.key < $1.key }
        return .init(reviewName, .object(said.map { .init($0.key, json($0.value)) }))
    }

    /// The labels of its findings, where they are classes.
    static func labels(in results: [DetectorResult]) -> [String] {
        choice == .all ? [] : found(in: results).map(\.label)
    }

    /// What was found; of a class in regions that of the first alone.
    private static func found(in results: [DetectorResult]) -> [Self] {
        (choice == .likeliest ? results.prefix(1) : results[...]).flatMap { $0.found[of: Self.self] ?? [] }
    }
}

extension [JSONValue.Member] {
    /// An object with some members first, in the order that clients have known from the first, and the others behind them.
    func object(beginning names: [String]) -> JSONValue {
        .object(names.compactMap { name in first { $0.name == name } } + filter { !names.contains($0.name) })
    }
}
