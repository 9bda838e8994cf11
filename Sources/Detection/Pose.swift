import Findings

/// An object with named points, in pixels of the model's input.
public struct Pose: Hashable, Sendable {
    /// The class's name.
    public var label: String
    /// The class's index in the model.
    public var classId: Int
    /// The model's score, 0 to 1.
    public var confidence: Double
    /// In pixels of the model's input.
    public var box: Box
    /// In the model's order.
    public var keypoints: [Keypoint]

    /// A pose from its parts.
    public init(label: String, classId: Int, confidence: Double, box: Box, keypoints: [Keypoint]) {
        self.label = label
        self.classId = classId
        self.confidence = confidence
        self.box = box
        self.keypoints = keypoints
    }
}

/// One point of an object.
public struct Keypoint: Hashable, Sendable {
    /// In pixels of the model's input; it may lie outside of it.
    public var point: Point
    /// How sure the model is that it can be seen, 0 to 1; 1 where the model does not say.
    public var visibility: Double

    /// A keypoint from its parts.
    public init(point: Point, visibility: Double) {
        self.point = point
        self.visibility = visibility
    }
}
