import Findings

/// Takes hands away from objects that are held: what stays is the object without the hand.
///
/// A segmenting model may take a hand and what it holds for one object. The hull of the hand's keypoints is cut out of
/// the object's mask, and its box is drawn anew around what stays.
public struct Subtraction: Hashable, Sendable {
    /// A keypoint counts where its visibility is above this, 0 to 1, or where it has none.
    public var visibility: Double
    /// How far the hull is grown on all sides, in pixels of the photo: keypoints lie inside of fingers.
    public var margin: Double

    /// A subtraction of keypoints above a visibility, whose hull is grown by a margin in pixels.
    public init(visibility: Double = 0.5, margin: Double = 0) {
        self.visibility = visibility
        self.margin = margin
    }

    /// The objects without the hands, in the order of the masks; one of which nothing stays is left out.
    ///
    /// An object that no hand covers stays as it is, its box and its polygons too.
    public func subtract(hands: [Pose], from masks: [InstanceMask]) -> [InstanceMask] {
        let hulls = hands.map(hull)
        // Masks of one photo have one size, so that hands are drawn once.
        var drawn: [PixelSize: RunLengthMask] = [:]
        return masks.compactMap { object in
            guard object.mask.box != nil else { return nil }
            let size = object.mask.size
            guard let cut = drawn[size] ?? self.mask(of: hulls, size: size) else { return object }
            drawn[size] = cut
            guard let rest = object.mask.subtracting(cut), rest != object.mask else { return object }
            guard let box = rest.box else { return nil }
            return InstanceMask(
                label: object.label, classId: object.classId, confidence: object.confidence, box: box, mask: rest)
        }
    }

    /// The hull of a hand's keypoints that can be seen.
    func hull(of hand: Pose) -> ConvexHull {
        ConvexHull(of: hand.keypoints.filter { $0.visibility.map { $0 > visibility } ?? true }.map(\.point))
    }

    private func mask(of hulls: [ConvexHull], size: PixelSize) -> RunLengthMask? {
        let drawn = hulls.compactMap { RunLengthMask(size: size, hull: $0, margin: margin) }
        return drawn.dropFirst().reduce(drawn.first) { $0?.union($1) }
    }
}
