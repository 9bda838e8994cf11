import Findings

/// The keypoints of one person over 60 frames, as classifiers of actions take them.
///
/// Values only: no model is run here. A tensor has the shape that its ``ActionOrder`` gives it, such as `[60, 3, K]`.
/// x and y are shares of the picture's sides, y from the upper edge or from the lower one; a keypoint that is not there,
/// and a frame without the person, is zeros.
public struct ActionWindow: Sendable, Hashable {
    /// The frames of a window, as Create ML's action classifiers have by default.
    public static let frameCount = 60
    /// From the beginning of one window to the next, in frames.
    public static let step = 30

    /// The indexes of the frames; fewer than ``frameCount`` where the sequence is shorter, and the rest is zeros.
    public let frames: Range<Int>
    /// The sides of the tensor: frames, x with y and confidence, keypoints.
    public let shape: [Int]
    /// The tensor, its last side first.
    public let values: [Float]

    /// The windows of a sequence in which the person is seen at all.
    ///
    /// The last frames that do not fill a window are left out, but for a sequence that is shorter than one.
    /// - Parameters:
    ///   - sequence: In the order in which they were taken, and without a gap in time, see ``Frame/bursts(of:gap:)``.
    ///   - stride: From the beginning of one window to the next, in frames, at least 1.
    ///   - layout: Which keypoints, in which order.
    ///   - order: In which order their numbers are.
    ///   - detector: Whose poses count; nil for all.
    public static func windows(
        of sequence: [Frame], stride: Int = step, layout: ActionLayout = .body18, order: ActionOrder = .coordinates,
        detector: String? = nil
    ) -> [ActionWindow] {
        let people = PersonTrack.follow(sequence, layout: layout, detector: detector)
        let last = max(sequence.count - frameCount, 0)
        return Swift.stride(from: 0, through: last, by: max(stride, 1)).compactMap { start in
            let range = start..<min(start + frameCount, sequence.count)
            guard people[range].contains(where: { $0 != nil }) else { return nil }
            var values: [Float] = []
            values.reserveCapacity(frameCount * 3 * layout.names.count)
            for index in range {
                values += order.arranged(layout.values(of: people[index], in: sequence[index].size))
            }
            values += [Float](repeating: 0, count: frameCount * 3 * layout.names.count - values.count)
            return ActionWindow(frames: range, shape: order.shape(of: layout), values: values)
        }
    }
}

/// Which keypoints a classifier of actions takes, and in which order.
public struct ActionLayout: Sendable, Hashable {
    /// The name that stands for the middle between both shoulders, which poses do not have themselves.
    public static let neck = "neck"

    /// The keypoints' names, as ``Findings/Skeleton`` has them, or ``neck``.
    public let names: [String]

    /// The 18 keypoints of OpenPose's COCO model: COCO's 17 and the neck, y downwards.
    ///
    /// The order is that of `POSE_COCO_BODY_PARTS` in OpenPose's `poseParameters.cpp`; "R" and "L" are the person's sides.
    public static let body18 = ActionLayout(names: [
        "nose", neck, "rightShoulder", "rightElbow", "rightWrist", "leftShoulder", "leftElbow", "leftWrist",
        "rightHip", "rightKnee", "rightAnkle", "leftHip", "leftKnee", "leftAnkle", "rightEye", "leftEye", "rightEar",
        "leftEar",
    ])

    /// The same keypoints as ``body18`` with y upwards, as Apple's Vision has its points.
    ///
    /// Vision's joints bear other names and come as a dictionary, so that a classifier's own order is that of its training:
    /// Create ML has the one of OpenPose.
    public static let vision18 = ActionLayout(names: body18.names, pointsUp: true)

    /// Whether y grows upwards from the lower edge.
    public let pointsUp: Bool

    /// Keypoints in an order.
    public init(names: [String], pointsUp: Bool = false) {
        self.names = names
        self.pointsUp = pointsUp
    }

    /// Whether a pose has at least half of the keypoints: a face has eyes and ears, too, and is no person.
    func fits(_ pose: Pose) -> Bool {
        let named = Self.named(pose)
        return 2 * names.count { named[$0] != nil } >= names.count
    }

    /// The tensor's values of one frame: all x, all y, all confidences; zeros without a pose.
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
            values[names.count + index] = Float(pointsUp ? 1 - y : y)
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

/// Follows one person from frame to frame by the nearest box.
enum PersonTrack {
    /// The person's pose in each frame, nil where it is not seen.
    ///
    /// It begins with the most confident pose. In the next frame the person is the pose whose box overlaps the last one
    /// most; where none does, the one whose centre is nearest, if that is no farther than the last box's longer side.
    /// A person who is not seen over a whole window is given up, and the most confident pose is followed from there.
    static func follow(_ frames: [Frame], layout: ActionLayout, detector: String?) -> [Pose?] {
        var last: Box?
        var missed = 0
        return frames.map { frame in
            let poses = frame.results
                .filter { (detector ?? $0.detector) == $0.detector }
                .flatMap { $0.found.poses ?? [] }
                .filter { $0.box.isFinite && layout.fits($0) }
            let found = last.map { next(after: $0, among: poses) } ?? poses.max { $0.confidence < $1.confidence }
            if let found {
                (last, missed) = (found.box, 0)
            } else {
                missed += 1
                if missed >= ActionWindow.frameCount { last = nil }
            }
            return found
        }
    }

    private static func next(after last: Box, among poses: [Pose]) -> Pose? {
        let overlapping = poses.filter { $0.box.intersectionOverUnion(last) > 0 }
        if let best = overlapping.max(by: {
            $0.box.intersectionOverUnion(last) < $1.box.intersectionOverUnion(last)
        }) {
            return best
        }
        let nearest = poses.min { $0.box.center.distance(to: last.center) < $1.box.center.distance(to: last.center) }
        return nearest.flatMap {
            $0.box.center.distance(to: last.center) <= max(last.width, last.height) ? $0 : nil
        }
    }
}

extension Box {
    fileprivate var center: Point { Point(x: x + width / 2, y: y + height / 2) }
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
