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
    /// The corners of a turned box that a user gave; nil of an upright one, and of one that is turned as it was found.
    public var corners: [Point]?

    /// A box from its parts.
    public init(
        label: String, box: Box, confidence: Double? = nil, origin: Int? = nil, corners: [Point]? = nil
    ) {
        self.corners = corners
        self.label = label
        self.box = box
        self.confidence = confidence
        self.origin = origin
    }
}

extension Detection: ReviewedFinding {
    package typealias Said = [ReviewedBox]

    package static func labels(_ said: [ReviewedBox]) -> [String] { said.map(\.label) }
    package static func boxes(_ said: [ReviewedBox]) -> [Box] { said.map(\.box) }

    package static func check(_ review: FindingReview) throws(ReviewBookError) {
        let boxes = review.detections.values.joined()
        guard boxes.count <= FindingReview.mostBoxes else {
            throw ReviewBookError(.impossible, "A photo has at most \(FindingReview.mostBoxes) boxes.")
        }
        guard boxes.allSatisfy({ $0.box.isPossible && ($0.confidence ?? 0).isShare })
        else { throw ReviewBookError(.impossible, "A box has a place in the photo, a width and a height.") }
        guard boxes.compactMap(\.corners).allSatisfy({ Quadrilateral($0)?.isNearThePhoto == true }) else {
            throw ReviewBookError(.impossible, "A turned box has four corners near the photo.")
        }
    }

    package static func corrected(_ found: [[Detection]], as said: [ReviewedBox], in scene: ReviewedScene)
        -> [[Detection]]
    {
        let known = Array(found.joined())
        return first(said.map { Detection($0, scene.number($0.label), known: known) }, of: found)
    }

    package static func withoutConfidence(_ said: [ReviewedBox], found: [Detection], since former: [ReviewedBox]?)
        -> [ReviewedBox]
    {
        said.withoutConfidence(found: found, since: former)
    }
}

extension FindingReview {
    /// The boxes that there are, by detector; a detector that is not here found what is there.
    public var detections: [String: [ReviewedBox]] {
        get { self[of: Detection.self] }
        set { self[of: Detection.self] = newValue }
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

extension Detection {
    /// A box as a user wants it; one that was drawn by hand is certain.
    fileprivate init(_ reviewed: ReviewedBox, _ number: Int, known: [Detection]) {
        let found = known.element(at: reviewed.origin)
        // A rotated box that was not moved keeps its corners.
        let isUnmoved = found.map { $0.box.intersectionOverUnion(reviewed.box) > 0.999 } ?? false
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: reviewed.box,
            corners: reviewed.corners ?? (isUnmoved ? found?.corners : nil))
    }
}

extension ReviewedBox: ReviewedShape {
    func isAsFound(_ one: Detection) -> Bool {
        guard label == one.label, box.isAt(one.box) else { return false }
        guard let corners = corners.flatMap({ Quadrilateral($0) }) else { return true }
        return one.corners.flatMap { Quadrilateral($0) }?.isAt(corners) == true
    }
}
