/// The names of a kind of pose's keypoints, and which of them are joined by a line.
///
/// Sides are the person's own.
public struct Skeleton: Hashable, Sendable {
    /// The keypoints' names in their order.
    public let names: [String]
    /// Pairs of indexes into ``names``.
    public let limbs: [[Int]]

    /// A skeleton from its names and limbs.
    public init(names: [String], limbs: [[Int]]) {
        self.names = names
        self.limbs = limbs
    }

    /// The skeleton of a pose by the number of its keypoints; nil where there is none of so many.
    public init?(count: Int) {
        guard let known = [Skeleton.face5, .face6, .body17, .hand21, .body33].first(where: { $0.names.count == count })
        else { return nil }
        self = known
    }

    /// The skeleton that keypoints belong to: an arrow's by their names, of which one may be missing, any other by their
    /// number; nil where there is none.
    public init?(of keypoints: [Keypoint]) {
        let names = keypoints.compactMap(\.name)
        if !names.isEmpty, names.count == keypoints.count, Set(names).isSubset(of: Skeleton.arrow.names) {
            self = .arrow
        } else {
            self.init(count: keypoints.count)
        }
    }

    /// A scored arrow: where it enters the face, and the other end of its shaft.
    public static let arrow = Skeleton(names: ["tip", "nock"], limbs: [[0, 1]])

    /// YuNet, and other detectors of faces in the order of its five points.
    public static let face5 = Skeleton(
        names: ["rightEye", "leftEye", "noseTip", "mouthRight", "mouthLeft"],
        limbs: [[0, 1], [0, 2], [1, 2], [2, 3], [2, 4], [3, 4]])

    /// MediaPipe's face detectors.
    public static let face6 = Skeleton(
        names: ["rightEye", "leftEye", "noseTip", "mouth", "rightEar", "leftEar"],
        limbs: [[0, 1], [0, 2], [1, 2], [2, 3], [0, 4], [1, 5]])

    /// MediaPipe's hand landmarks: the wrist and four joints of each finger, from the palm outwards.
    ///
    /// Limbs are those of its `hands_connections.py`.
    public static let hand21 = Skeleton(
        names: [
            "wrist", "thumbCMC", "thumbMCP", "thumbIP", "thumbTip", "indexMCP", "indexPIP", "indexDIP", "indexTip",
            "middleMCP", "middlePIP", "middleDIP", "middleTip", "ringMCP", "ringPIP", "ringDIP", "ringTip",
            "littleMCP", "littlePIP", "littleDIP", "littleTip",
        ],
        limbs: [
            [0, 1], [1, 2], [2, 3], [3, 4], [0, 5], [5, 6], [6, 7], [7, 8], [5, 9], [9, 10], [10, 11], [11, 12],
            [9, 13], [13, 14], [14, 15], [15, 16], [13, 17], [0, 17], [17, 18], [18, 19], [19, 20],
        ])

    /// MediaPipe's pose landmarks.
    ///
    /// Names are those of its `PoseLandmark`, limbs those of its `pose_connections.py`.
    public static let body33 = Skeleton(
        names: [
            "nose", "leftEyeInner", "leftEye", "leftEyeOuter", "rightEyeInner", "rightEye", "rightEyeOuter",
            "leftEar", "rightEar", "mouthLeft", "mouthRight", "leftShoulder", "rightShoulder", "leftElbow",
            "rightElbow", "leftWrist", "rightWrist", "leftPinky", "rightPinky", "leftIndex", "rightIndex",
            "leftThumb", "rightThumb", "leftHip", "rightHip", "leftKnee", "rightKnee", "leftAnkle", "rightAnkle",
            "leftHeel", "rightHeel", "leftFootIndex", "rightFootIndex",
        ],
        limbs: [
            [0, 1], [1, 2], [2, 3], [3, 7], [0, 4], [4, 5], [5, 6], [6, 8], [9, 10], [11, 12], [11, 13], [13, 15],
            [15, 17], [15, 19], [15, 21], [17, 19], [12, 14], [14, 16], [16, 18], [16, 20], [16, 22], [18, 20],
            [11, 23], [12, 24], [23, 24], [23, 25], [24, 26], [25, 27], [26, 28], [27, 29], [28, 30], [29, 31],
            [30, 32], [27, 31], [28, 32],
        ])

    /// COCO's keypoints of people.
    ///
    /// Names and limbs are those of the categories of `person_keypoints_val2017.json`, there counted from 1.
    public static let body17 = Skeleton(
        names: [
            "nose", "leftEye", "rightEye", "leftEar", "rightEar", "leftShoulder", "rightShoulder", "leftElbow",
            "rightElbow", "leftWrist", "rightWrist", "leftHip", "rightHip", "leftKnee", "rightKnee", "leftAnkle",
            "rightAnkle",
        ],
        limbs: [
            [15, 13], [13, 11], [16, 14], [14, 12], [11, 12], [5, 11], [6, 12], [5, 6], [5, 7], [6, 8], [7, 9],
            [8, 10], [1, 2], [0, 1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 6],
        ])
}
