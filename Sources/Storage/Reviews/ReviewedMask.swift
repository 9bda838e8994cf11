import Findings

/// An object with its mask as a user wants it.
public struct ReviewedMask: Sendable, Hashable, Codable {
    /// The class's name.
    public var label: String
    /// Its pixels, in a picture of the photo's shape that may be smaller.
    public var mask: RunLengthMask
    /// The model's score; nil where it was painted by hand.
    public var confidence: Double?
    /// The index among what the detector found; nil where it was painted by hand.
    public var origin: Int?

    /// An object from its parts.
    public init(label: String, mask: RunLengthMask, confidence: Double? = nil, origin: Int? = nil) {
        self.label = label
        self.mask = mask
        self.confidence = confidence
        self.origin = origin
    }
}

extension InstanceMask: ReviewedFinding {
    package typealias Said = [ReviewedMask]

    /// The longest side of a mask that was painted by hand, which few photos pass.
    package static let longestReviewedSide = 16_384

    package static func labels(_ said: [ReviewedMask]) -> [String] { said.map(\.label) }

    package static func check(_ review: FindingReview) throws(ReviewBookError) {
        // Their number is checked together with that of poses.
        guard
            review.masks.values.joined().allSatisfy({
                max($0.mask.size.width, $0.mask.size.height) <= longestReviewedSide
            })
        else { throw ReviewBookError(.impossible, "A photo has fewer poses and masks, and smaller ones.") }
    }

    package static func corrected(_ found: [[InstanceMask]], as said: [ReviewedMask], in scene: ReviewedScene)
        -> [[InstanceMask]]
    {
        guard let size = scene.size else { return found }
        let known = Array(found.joined())
        return first(
            said.compactMap { InstanceMask($0, scene.number($0.label), known: known, photo: size) }, of: found)
    }

    package static func withoutConfidence(_ said: [ReviewedMask], found: [InstanceMask], since former: [ReviewedMask]?)
        -> [ReviewedMask]
    {
        said.withoutConfidence(found: found, since: former)
    }
}

extension FindingReview {
    /// The objects with masks that there are, by detector; a detector that is not here found what is there.
    public var masks: [String: [ReviewedMask]] {
        get { self[of: InstanceMask.self] }
        set { self[of: InstanceMask.self] = newValue }
    }
}

extension InstanceMask {
    /// An object as a user wants it; nil where nothing is left of it.
    fileprivate init?(_ reviewed: ReviewedMask, _ number: Int, known: [InstanceMask], photo: PixelSize) {
        let own = known.element(at: reviewed.origin)
        // What was not painted on keeps the edge that the model gave it, finer than the page's, and the model's box.
        let isUntouched = own.flatMap { $0.mask.scaled(to: reviewed.mask.size) } == reviewed.mask
        guard let mask = isUntouched ? own?.mask : reviewed.mask.scaled(to: photo),
            let box = isUntouched ? own?.box : mask.box
        else { return nil }
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: box, mask: mask)
    }
}

extension ReviewedMask: ReviewedShape {
    func isAsFound(_ one: InstanceMask) -> Bool {
        label == one.label && one.mask.scaled(to: mask.size) == mask
    }
}
