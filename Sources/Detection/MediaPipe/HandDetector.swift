import Findings
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
        let palms = try detector.detections(in: photo, &watch).prefix(settings.maximum ?? 4)
        let squares = palms.map(HandLandmarks.square)
        var hands: [Pose] = []
        for index in RotatedSquare.associated(squares) {
            guard let hand = try landmarks.hand(in: squares[index], of: photo, &watch) else { continue }
            if let visible = hand.clipped(to: photo.size) { hands.append(visible) }
        }
        return watch.answer(Array(hands.sortedByConfidence.prefix(settings.maximumDetections)))
    }
}
