import Findings

/// A box as a user wants it.
public struct ReviewedBox: Sendable, Hashable, Codable {
    /// The class's name.
    public var label: String
    /// In pixels of the upright photo.
    public var box: Box
    /// The model's score; nil where it was drawn by hand.
    public var confidence: Double?
    /// The index among what the detector found; nil where it was drawn by hand.
    public var origin: Int?

    /// A box from its parts.
    public init(label: String, box: Box, confidence: Double? = nil, origin: Int? = nil) {
        self.label = label
        self.box = box
        self.confidence = confidence
        self.origin = origin
    }
}

/// Boxes in reviews.
package enum BoxReview: ReviewKind {
    package typealias Said = [ReviewedBox]

    package static let listName = "detections"

    package static func labels(_ said: [ReviewedBox]) -> [String] { said.map(\.label) }
    package static func boxes(_ said: [ReviewedBox]) -> [Box] { said.map(\.box) }

    package static func check(_ review: FindingReview) throws(ReviewBookError) {
        let boxes = review.detections.values.joined()
        guard boxes.count <= FindingReview.mostBoxes else {
            throw ReviewBookError(.impossible, "A photo has at most \(FindingReview.mostBoxes) boxes.")
        }
        guard boxes.allSatisfy({ $0.box.isPossible && ($0.confidence ?? 0).isShare })
        else { throw ReviewBookError(.impossible, "A box has a place in the photo, a width and a height.") }
    }
}

extension FindingReview {
    /// The boxes that there are, by detector; a detector that is not here found what is there.
    public var detections: [String: [ReviewedBox]] {
        get { self[of: BoxReview.self] }
        set { self[of: BoxReview.self] = newValue }
    }
}

extension Box {
    /// The shortest side of a box, in pixels.
    private static let leastSide = 0.01

    /// Whether a photo can have it.
    var isPossible: Bool {
        [x, y, width, height].allSatisfy { abs($0) <= 999_999 } && width >= Self.leastSide
            && height >= Self.leastSide
    }
}
