import Findings
import JSONTree
import Storage

/// A kind of finding as clients get it with its photo.
protocol AnsweredFinding: FindingKind {
    /// The name of its list in the answer.
    static var answerName: String { get }
    /// One in the list; nil where it has no place there.
    var json: JSONValue? { get }
}

extension AnsweredFinding {
    static var answerName: String { listName }

    /// The list in the answer of one detector.
    static func member(of results: [DetectorResult]) -> JSONValue.Member {
        .init(answerName, .array(found(in: results).compactMap(\.json)))
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

/// A kind of list in reviews as clients send it and get it.
protocol AnsweredReview: ReviewKind {
    /// What was said of one detector.
    static func json(_ said: Said) -> JSONValue
}

extension AnsweredReview {
    /// The list in a review, by detector.
    static func member(of review: FindingReview) -> JSONValue.Member {
        let said = review[of: Self.self].sorted { $0.key < $1.key }
        return .init(listName, .object(said.map { .init($0.key, json($0.value)) }))
    }
}
