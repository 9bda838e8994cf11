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
    /// How much further it is grown, as a share of the longer side of the box around the hull.
    public var share: Double

    /// A subtraction of keypoints above a visibility, whose hull is grown by a margin in pixels and by a share of its size.
    public init(visibility: Double = 0.5, margin: Double = 0, share: Double = 0) {
        self.visibility = visibility
        self.margin = margin
        self.share = share
    }

    /// The objects without the hands, in the order of the masks; one of which nothing stays is left out.
    ///
    /// An object that no hand covers stays as it is, its box and its polygons too.
    public func subtract(hands: [Pose], from masks: [InstanceMask]) -> [InstanceMask] {
        var drawn = DrawnHands(hands, of: self)
        return masks.compactMap { object in
            guard object.mask.box != nil else { return nil }
            guard let rest = drawn.rest(of: object.mask), rest != object.mask else { return object }
            guard let box = rest.box else { return nil }
            return InstanceMask(
                label: object.label, classId: object.classId, confidence: object.confidence, box: box, mask: rest)
        }
    }

    /// People whose masks are without the hands, in the same order; all else of them stays as it is.
    public func subtract(hands: [Pose], fromMasksOf people: [Pose]) -> [Pose] {
        var drawn = DrawnHands(hands, of: self)
        return people.map { person in
            var person = person
            person.mask = person.mask.map { drawn.rest(of: $0) ?? $0 }
            return person
        }
    }

    /// A mask without the hands; it may show nothing then.
    public func subtract(hands: [Pose], from mask: RunLengthMask) -> RunLengthMask {
        var drawn = DrawnHands(hands, of: self)
        return drawn.rest(of: mask) ?? mask
    }

    /// The hull of a hand's keypoints that can be seen.
    func hull(of hand: Pose) -> ConvexHull {
        ConvexHull(of: hand.keypoints.filter { $0.visibility.map { $0 > visibility } ?? true }.map(\.point))
    }

    /// The pixels of hands; nil where there are none.
    fileprivate func mask(of hulls: [ConvexHull], size: PixelSize) -> RunLengthMask? {
        let drawn = hulls.compactMap { hull in
            let side = hull.bounds.map { max($0.width, $0.height) } ?? 0
            return RunLengthMask(size: size, hull: hull, margin: margin + max(share, 0) * side)
        }
        return drawn.dropFirst().reduce(drawn.first) { $0?.union($1) }
    }
}

/// Hands as pixels; masks of one photo have one size, so that they are drawn once.
private struct DrawnHands {
    private let subtraction: Subtraction
    private let hulls: [ConvexHull]
    private var drawn: [PixelSize: RunLengthMask] = [:]

    init(_ hands: [Pose], of subtraction: Subtraction) {
        self.subtraction = subtraction
        hulls = hands.map(subtraction.hull)
    }

    /// What stays of a mask; nil where no hand is there.
    mutating func rest(of mask: RunLengthMask) -> RunLengthMask? {
        guard let cut = drawn[mask.size] ?? subtraction.mask(of: hulls, size: mask.size) else { return nil }
        drawn[mask.size] = cut
        return mask.subtracting(cut)
    }
}
