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

extension Pose: ReviewedFinding {
    package typealias Said = [ReviewedPose]

    /// More keypoints than any pose has.
    package static let mostKeypoints = 1000

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

    package static func corrected(_ found: [[Pose]], as said: [ReviewedPose], in scene: ReviewedScene) -> [[Pose]] {
        let known = Array(found.joined())
        return first(said.map { Pose($0, scene.number($0.label), known: known) }, of: found)
    }

    package static func withoutConfidence(_ said: [ReviewedPose], found: [Pose], since former: [ReviewedPose]?)
        -> [ReviewedPose]
    {
        said.withoutConfidence(found: found, since: former)
    }
}

extension FindingReview {
    /// The poses that there are, by detector; a detector that is not here found what is there.
    public var poses: [String: [ReviewedPose]] {
        get { self[of: Pose.self] }
        set { self[of: Pose.self] = newValue }
    }
}

extension Keypoint {
    /// Whether a photo can have it: near it, if not in it.
    fileprivate var isPossible: Bool {
        [x, y, z ?? 0].allSatisfy { abs($0) <= 999_999 } && (visibility ?? 0).isShare
    }
}

extension Pose {
    /// A pose as a user wants it, with the depths and places in the world that the model gave.
    fileprivate init(_ reviewed: ReviewedPose, _ number: Int, known: [Pose]) {
        // Another run may number what it finds otherwise: no pose gets another's depths.
        let found = reviewed.box.index(among: known.map(\.box), origin: reviewed.origin).map { known[$0] }
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: reviewed.box,
            keypoints: reviewed.keypoints, mesh: found?.mesh, mask: found?.mask)
        for (index, own) in (found?.keypoints ?? []).enumerated() where keypoints.indices.contains(index) {
            keypoints[index].z = own.z
            // What was moved in the photo lies elsewhere in the world too, and no model says where.
            keypoints[index].metres = keypoints[index].isAt(own) ? own.metres : nil
        }
    }
}

extension ReviewedPose: ReviewedShape {
    func isAsFound(_ one: Pose) -> Bool {
        label == one.label && box.isAt(one.box) && keypoints.count == one.keypoints.count
            && zip(keypoints, one.keypoints).allSatisfy { $0.isAt($1) }
    }
}
