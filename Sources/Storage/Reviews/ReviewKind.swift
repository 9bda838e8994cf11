import Findings

/// A kind of list in reviews: what was said of the findings of one kind, by detector.
///
/// A new kind is a type that conforms, and a place in ``FindingReview/kinds``. What becomes of it in a record is a protocol in
/// `Results`, and how clients get it is one in `Review`.
package protocol ReviewKind: Sendable {
    /// What was said of one detector.
    associatedtype Said: Hashable, Codable, Sendable

    /// Its key in a review.
    static var listName: String { get }
    /// Whether it is all that the detector found, and no part of it.
    static var isWhole: Bool { get }

    /// The names of classes in it.
    static func labels(_ said: Said) -> [String]
    /// The boxes in it, in pixels of the upright photo.
    static func boxes(_ said: Said) -> [Box]
    /// Throws for what no photo can show.
    static func check(_ review: FindingReview) throws(ReviewBookError)
}

extension ReviewKind {
    package static var isWhole: Bool { true }

    package static func labels(_ said: Said) -> [String] { [] }
    package static func boxes(_ said: Said) -> [Box] { [] }
}

extension ReviewKind {
    /// The names of classes in all lists of the kind.
    package static func labels(of review: FindingReview) -> [String] { review[of: Self.self].values.flatMap(labels) }
    /// The boxes in all lists of the kind.
    package static func boxes(of review: FindingReview) -> [Box] { review[of: Self.self].values.flatMap(boxes) }
    /// The names of classes in the list of one detector.
    package static func labels(of review: FindingReview, by detector: String) -> [String] {
        review[of: Self.self][detector].map(labels) ?? []
    }

    /// The detectors that it speaks of.
    static func detectors(of review: FindingReview) -> [String] { Array(review[of: Self.self].keys) }

    /// Gives the detectors other names.
    static func rename(_ name: (String) -> String, in review: inout FindingReview) {
        review[of: Self.self] = Dictionary(
            review[of: Self.self].map { (name($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
