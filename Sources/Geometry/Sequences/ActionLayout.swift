import Findings

/// Which keypoints a classifier of actions takes, in which order, and where its y begins.
public struct ActionLayout: Sendable, Hashable {
    /// The name that stands for the middle between both shoulders, which poses do not have themselves.
    public static let neck = "neck"

    /// The keypoints' names, as ``Findings/Skeleton`` has them, or ``neck``.
    public let names: [String]
    /// Whether y is 0 at the picture's lower edge and grows upwards, as in Apple's Vision.
    public let isUpwards: Bool

    /// A layout from its parts.
    public init(names: [String], isUpwards: Bool = false) {
        self.names = names
        self.isUpwards = isUpwards
    }

    /// The 18 keypoints of OpenPose's COCO model: COCO's 17 and the neck, y downwards.
    ///
    /// The order is that of `POSE_COCO_BODY_PARTS` in OpenPose's `poseParameters.cpp`; "R" and "L" are the person's sides.
    public static let body18 = ActionLayout(names: body18Names)

    /// The same 18 keypoints with y upwards from the lower edge, as Vision measures for Create ML's `[60, 3, 18]`.
    ///
    /// Apple does not publish the order of its 18; who feeds a model of Create ML's compares it with one photo first.
    public static let vision18 = ActionLayout(names: body18Names, isUpwards: true)

    private static let body18Names = [
        "nose", neck, "rightShoulder", "rightElbow", "rightWrist", "leftShoulder", "leftElbow", "leftWrist",
        "rightHip", "rightKnee", "rightAnkle", "leftHip", "leftKnee", "leftAnkle", "rightEye", "leftEye", "rightEar",
        "leftEar",
    ]

    /// Whether a pose has at least half of the keypoints: a face has eyes and ears, too, and is no person.
    func fits(_ pose: Pose) -> Bool {
        let named = Self.named(pose)
        return 2 * names.count { named[$0] != nil } >= names.count
    }

    /// The tensor's values of one frame: all x, all y, all confidences; zeros for nobody.
    ///
    /// A keypoint without a visibility has the pose's own confidence.
    func values(of pose: Pose?, in size: PixelSize) -> [Float] {
        var values = [Float](repeating: 0, count: 3 * names.count)
        guard let pose, size.width > 0, size.height > 0 else { return values }
        var named = Self.named(pose)
        if let left = named["leftShoulder"], let right = named["rightShoulder"] {
            let visibility = left.visibility.flatMap { a in right.visibility.map { min(a, $0) } }
            named[Self.neck] = Keypoint(point: (left.point + right.point) * 0.5, visibility: visibility)
        }
        for (index, name) in names.enumerated() {
            guard let keypoint = named[name], keypoint.x.isFinite, keypoint.y.isFinite else { continue }
            let (x, y) = (keypoint.x / Double(size.width), keypoint.y / Double(size.height))
            let confidence = keypoint.visibility ?? pose.confidence
            values[index] = Float(x)
            values[names.count + index] = Float(isUpwards ? 1 - y : y)
            values[2 * names.count + index] = confidence.isFinite ? Float(confidence) : 0
        }
        return values
    }

    /// The keypoints by their names; those of a pose that names none by the skeleton of so many.
    private static func named(_ pose: Pose) -> [String: Keypoint] {
        let names = Skeleton(count: pose.keypoints.count)?.names
        let pairs = pose.keypoints.enumerated().compactMap { index, keypoint in
            (keypoint.name ?? names?[index]).map { ($0, keypoint) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
