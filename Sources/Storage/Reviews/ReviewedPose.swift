import Findings

/// A pose as a user wants it.
public struct ReviewedPose: Sendable, Hashable, Codable {
    /// What it is, such as `left hand`.
    public var label: String
    /// In pixels of the upright photo.
    public var box: Box
    /// In the model's order, in pixels of the upright photo.
    public var keypoints: [Keypoint]
    /// The model's score; nil where it was drawn by hand.
    public var confidence: Double?
    /// The index among what the detector found; nil where it was drawn by hand.
    public var origin: Int?

    /// A pose from its parts.
    public init(label: String, box: Box, keypoints: [Keypoint], confidence: Double? = nil, origin: Int? = nil) {
        self.label = label
        self.box = box
        self.keypoints = keypoints
        self.confidence = confidence
        self.origin = origin
    }
}

/// Poses in reviews.
package enum PoseReview: ReviewKind {
    package typealias Said = [ReviewedPose]

    package static let listName = "poses"
    /// More keypoints than any pose has.
    private static let mostKeypoints = 1000

    package static func labels(_ said: [ReviewedPose]) -> [String] { said.map(\.label) }
    package static func boxes(_ said: [ReviewedPose]) -> [Box] { said.map(\.box) }

    package static func check(_ review: FindingReview) throws(ReviewBookError) {
        let poses = review.poses.values.joined()
        guard poses.count + review.masks.values.joined().count <= FindingReview.mostBoxes,
            poses.allSatisfy({ $0.keypoints.count <= mostKeypoints })
        else { throw ReviewBookError(.impossible, "A photo has fewer poses and masks, and smaller ones.") }
        guard poses.flatMap(\.keypoints).allSatisfy(\.isPossible), poses.allSatisfy({ $0.box.isPossible }) else {
            throw ReviewBookError(.impossible, "A pose has a box and keypoints near the photo.")
        }
    }
}

extension FindingReview {
    /// The poses that there are, by detector; a detector that is not here found what is there.
    public var poses: [String: [ReviewedPose]] {
        get { self[of: PoseReview.self] }
        set { self[of: PoseReview.self] = newValue }
    }
}

extension Keypoint {
    /// Whether a photo can have it: near it, if not in it.
    fileprivate var isPossible: Bool {
        [x, y, z ?? 0].allSatisfy { abs($0) <= 999_999 } && (visibility ?? 0).isShare
    }
}
