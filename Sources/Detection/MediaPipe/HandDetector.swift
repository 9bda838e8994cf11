import Findings
import Foundation
import Inference

/// Finds hands with MediaPipe's `palm_detection` and `hand_landmark`, both `_full` or `_lite`.
///
/// Each hand has 21 keypoints, and is the person's own left or right hand in a photo that is not mirrored.
public final class HandDetector: Detector {
    /// The whole upright photo.
    public let request = PixelRequest.wholePhoto
    /// The hands in the order of their class numbers.
    public let classNames = HandLandmarks.labels
    /// MediaPipe's.
    public var ownConfidence: Double? { detector.kind.confidence }
    private let detector: KeypointDetector
    private let landmarks: HandLandmarks
    private let settings: MediaPipeSettings

    /// Checks that the models are of these kinds; throws a sentence where not.
    ///
    /// - Parameters:
    ///   - detector: `palm_detection_full` or `_lite`.
    ///   - landmarks: `hand_landmark_full` or `_lite`.
    public init(
        detector: any LoadedModel, landmarks: (any LoadedModel)?, settings: MediaPipeSettings = .init()
    ) throws(DetectionError) {
        try settings.validate()
        self.detector = try KeypointDetector(detector, kinds: [.palm], confidence: settings.confidence)
        guard let landmarks else {
            throw DetectionError(.setting, "Hands need a second model, MediaPipe's hand_landmark. Name it.")
        }
        self.landmarks = try HandLandmarks(landmarks, presence: settings.presence)
        self.settings = settings
    }

    /// Runs the palms' model once and the hands' for each of the first palms; by descending confidence.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var watch = InferenceWatch()
        let photo = try pixels.wholePhoto()
        let palms = try detector.detections(in: photo, &watch).prefix(settings.maximum ?? 2)
        let squares = palms.map(HandLandmarks.square)
        var hands: [Pose] = []
        for index in RotatedSquare.associated(squares) {
            guard let hand = try landmarks.hand(in: squares[index], of: photo, &watch) else { continue }
            if let visible = hand.clipped(to: photo.size) { hands.append(visible) }
        }
        return watch.answer(.poses(Array(hands.sorted(byDescending: \.confidence).prefix(settings.maximumDetections))))
    }
}

/// The 21 keypoints of a hand, with MediaPipe's `hand_landmark`.
///
/// Its model takes 224 × 224 pixels and gives landmarks `[1, 63]`, x, y, z each in pixels of the input, a presence
/// `[1, 1]`, a handedness `[1, 1]` and landmarks in metres `[1, 63]`, in this order; presence and handedness are 0 to 1.
/// Source: MediaPipe 0.10.21, `hand_landmark_cpu.pbtxt` and `palm_detection_detection_to_roi.pbtxt`.
struct HandLandmarks {
    /// The person's own hands, in the order of their class numbers.
    static let labels = ["left hand", "right hand"]

    private static let side = 224
    /// What the model's depths are divided by (`normalize_z`).
    private static let depthScale = 0.4
    private let model: ModelOutputs
    private let presence: Double

    /// Checks that the model is of this kind; throws a sentence where not.
    init(_ loaded: any LoadedModel, presence: Double) throws(DetectionError) {
        let shapes: [ModelOutputs.Shape] = [.init(63), .init(1), .init(1), .init(63)]
        guard let model = ModelOutputs(loaded, side: Self.side, shapes: shapes) else {
            throw ModelOutputs.mismatch(loaded, need: "MediaPipe's hand_landmark")
        }
        self.model = model
        self.presence = presence
    }

    /// The square that is looked at: around palm and fingers, turned so that the middle finger points up.
    static func square(of palm: KeypointDetection) -> RotatedSquare {
        let angle = RotatedSquare.angle(from: palm.keypoints[0], to: palm.keypoints[2], target: .pi / 2)
        return RotatedSquare(around: palm.box, angle: angle, scale: 2.6, shift: -0.5)
    }

    /// The hand in pixels of the photo; nil where the model sees none.
    func hand(in square: RotatedSquare, of photo: PhotoBytes, _ watch: inout InferenceWatch) throws -> Pose? {
        guard square.isUsable else { return nil }
        let crop = RotatedCrop(side: Self.side, border: .replicate)(square, of: photo)
        var hand: Pose?
        try model.infer(crop, &watch) { outputs in
            let confidence = Double(outputs[1][0])
            guard confidence > presence else { return }
            // MediaPipe's "Left" from 0.5 on is for mirrored photos: in others it is the right hand.
            let right = min(max(Double(outputs[2][0]), 0), 1)
            let side = right >= 0.5 ? 1 : 0
            let keypoints = Skeleton.hand21.names.enumerated().map { index, name in
                func part(_ axis: Int) -> Double { Double(outputs[0][index * 3 + axis]) / Double(Self.side) }
                return Keypoint(
                    name: name, point: square.photo(Point(x: part(0), y: part(1))),
                    z: part(2) / Self.depthScale * square.side,
                    metres: WorldPoint(outputs[3], index: index, turned: square.angle))
            }
            hand = Pose(
                label: Self.labels[side], classId: side, confidence: min(confidence, 1),
                sideConfidence: max(right, 1 - right), box: Box(around: keypoints.map(\.point)), keypoints: keypoints)
        }
        return hand
    }
}
