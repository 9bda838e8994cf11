import Findings
import Storage

/// A kind of finding as clients get it with its photo, and as they send corrections of it.
protocol AnsweredFinding: ReviewedFinding {
    /// What clients get of it.
    associatedtype Answer = Self

    /// One in the list of a detector.
    static var answerFormat: APIFormat<Answer> { get }
    /// What was said of one detector.
    static var saidFormat: APIFormat<Said> { get }

    /// What stands in the list of a detector; nil where it has no place there.
    var answer: Answer? { get }
}

extension AnsweredFinding where Answer == Self {
    /// Itself.
    var answer: Self? { self }
}

extension AnsweredFinding {
    /// The list in the answer of one detector.
    static var detectorKey: APIKey<DetectorJSON> {
        APIKey(reviewName, { found(in: $0.results).compactMap(\.answer) }, .list(answerFormat))
    }

    /// The list in a review, by detector.
    static var reviewKey: APIKey<FindingReview> {
        APIKey(reviewName, optional: { $0[of: Self.self] }, .byName(saidFormat))
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

/// The kinds of findings that clients get, in the order of the API's description.
enum AnsweredFindings {
    static let kinds =
        first.compactMap { name in all.first { $0.reviewName == name } }
        + all.filter { !first.contains($0.reviewName) }

    private static let all = FindingList.kinds.compactMap { $0 as? any AnsweredFinding.Type }
    private static let first = ["detections", "classes", "poses", "masks", "texts", "codes", "tables"]
}
