import Findings

/// A kind of finding that a review may correct: the list of what was said of its findings, by detector.
///
/// How clients get it is a protocol in `Review`.
package protocol ReviewedFinding: FindingKind {
    /// What was said of one detector.
    associatedtype Said: Hashable, Codable, Sendable

    /// The list's key in a review.
    static var reviewName: String { get }
    /// Whether it is all that the detector found, and no part of it.
    static var isWhole: Bool { get }

    /// The names of classes in it.
    static func labels(_ said: Said) -> [String]
    /// The boxes in it, in pixels of the upright photo.
    static func boxes(_ said: Said) -> [Box]
    /// Throws for what no photo can show.
    static func check(_ review: FindingReview) throws(ReviewBookError)

    /// The findings of one detector as a user wants them: as many lists as the detector has entries in the record.
    static func corrected(_ found: [[Self]], as said: Said, in scene: ReviewedScene) -> [[Self]]

    /// What was said, without the model's confidence of what is not as the model found it.
    ///
    /// - Parameters:
    ///   - found: The findings of all entries of the detector; an origin is an index into them.
    ///   - former: What was said before; it stays as it is.
    static func withoutConfidence(_ said: Said, found: [Self], since former: Said?) -> Said
}

/// What a correction has to know of a photo and a detector.
package struct ReviewedScene {
    /// The photo's size; nil where it could not be read.
    let size: PixelSize?
    /// The number of a class that a user named: never another class's.
    let number: (String) -> Int

    package init(size: PixelSize?, number: @escaping (String) -> Int) {
        self.size = size
        self.number = number
    }
}

extension ReviewedFinding {
    package static var reviewName: String { listName }
    package static var isWhole: Bool { true }

    package static func labels(_ said: Said) -> [String] { [] }
    package static func boxes(_ said: Said) -> [Box] { [] }

    /// As it was said.
    package static func withoutConfidence(_ said: Said, found: [Self], since former: Said?) -> Said { said }

    /// All in the detector's first entry: several entries of a detector are corrected together.
    static func first(_ list: [Self], of found: [[Self]]) -> [[Self]] {
        found.indices.map { $0 == 0 ? list : [] }
    }
}

extension ReviewedFinding {
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
