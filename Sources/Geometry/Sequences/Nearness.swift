import Findings

/// How near to each other two keypoints have to be.
public struct Nearness: Sendable, Hashable {
    /// Keypoints are near where their distance is less than this.
    public var distance: Double
    /// What it is measured in.
    public var measure: KeypointMeasure

    /// A distance in a measure; without one, that of two fingertips that touch.
    public init(_ distance: Double?, of measure: KeypointMeasure) {
        self.distance = distance ?? Nearness.touching(measure).distance
        self.measure = measure
    }

    /// Two fingertips that touch: a quarter of the palm, or 3 cm.
    ///
    /// Of the photo it is 0.05, the share that gesture samples for Apple's hand poses have, there of each side: there a small
    /// hand is always near itself.
    public static func touching(_ measure: KeypointMeasure) -> Nearness {
        switch measure {
        case .size: Nearness(0.25, of: .size)
        case .photo: Nearness(0.05, of: .photo)
        case .metres: Nearness(0.03, of: .metres)
        }
    }

    /// Whether two keypoints of a pose are near each other.
    func holds(between a: Keypoint, _ b: Keypoint, of pose: Pose, in photo: PixelSize) -> Bool {
        switch measure {
        case .size: a.point.distance(to: b.point) < distance * pose.size
        case .photo: a.point.distance(to: b.point) < distance * Double(max(photo.width, photo.height))
        case .metres: a.metres.flatMap { a in b.metres.map { a.distance(to: $0) < distance } } ?? false
        }
    }
}

extension Pose {
    /// The keypoint of a name; nil where it has none, or one that is less visible than that.
    func keypoint(_ name: String, visibility: Double = 0) -> Keypoint? {
        keypoints.first { $0.name == name && $0.visibility ?? 1 >= visibility }
    }

    /// How large it is in the photo: of a hand the palm, which fingers do not change, of all else the longer side of its box.
    ///
    /// A palm is seen shortened from one side at a time, so that its length and its width, the longer one, stand for it.
    var size: Double {
        func distance(_ first: String, _ second: String) -> Double? {
            guard let a = keypoint(first), let b = keypoint(second) else { return nil }
            return a.point.distance(to: b.point)
        }
        guard let length = distance("wrist", "middleMCP"), let width = distance("indexMCP", "littleMCP") else {
            return max(box.width, box.height)
        }
        return max(length, width)
    }

    /// Whether it is a hand whose fingers are all folded, such as a fist, or one that holds something.
    ///
    /// The tip of a folded finger is nearer to the wrist than its middle joint, in the world where the model says.
    var isClosedHand: Bool {
        guard let wrist = keypoint("wrist") else { return false }
        return ["index", "middle", "ring", "little"].allSatisfy { finger in
            guard let tip = keypoint(finger + "Tip"), let joint = keypoint(finger + "PIP") else { return false }
            if let root = wrist.metres, let far = tip.metres, let near = joint.metres {
                return far.distance(to: root) < Self.folded * near.distance(to: root)
            }
            return tip.point.distance(to: wrist.point) < Self.folded * joint.point.distance(to: wrist.point)
        }
    }

    /// A pinching index finger has its tip as far from the wrist as its middle joint, a folded one clearly nearer.
    private static let folded = 0.85
}
