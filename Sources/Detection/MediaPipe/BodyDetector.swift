import Findings
import Inference

/// Finds people with MediaPipe's `pose_detection` and `pose_landmark_full`.
///
/// Each person has 33 keypoints and, where one is wanted, a mask.
public final class BodyDetector: Detector {
    /// The whole upright photo.
    public let request = PixelRequest.wholePhoto
    /// `person` alone.
    public let classNames = ["person"]
    /// MediaPipe's.
    public var ownConfidence: Double? { detector.kind.confidence }
    private let detector: KeypointDetector
    private let landmarks: BodyLandmarks
    private let settings: MediaPipeSettings

    /// Checks that the models are of these kinds; throws a sentence where not.
    ///
    /// - Parameters:
    ///   - detector: `pose_detection`.
    ///   - landmarks: `pose_landmark_full`.
    public init(
        detector: any LoadedModel, landmarks: (any LoadedModel)?, settings: MediaPipeSettings = .init()
    ) throws(DetectionError) {
        try settings.validate()
        self.detector = try KeypointDetector(detector, kinds: [.pose], confidence: settings.confidence)
        guard let landmarks else {
            throw DetectionError(.setting, "Poses need a second model, MediaPipe's pose_landmark_full. Name it.")
        }
        self.landmarks = try BodyLandmarks(landmarks, presence: settings.presence, wantsMask: settings.mask)
        self.settings = settings
    }

    /// Runs the detector once, and the landmarks' model for the best person; by descending confidence.
    ///
    /// MediaPipe follows one person only. Where the settings ask for more the next ones are followed as well, but for
    /// those whose square overlaps by half that of a better one.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var watch = InferenceWatch()
        let photo = try pixels.wholePhoto()
        let found = try detector.detections(in: photo, &watch)
        let squares = found.map(BodyLandmarks.square).reduce(into: [RotatedSquare]()) { kept, square in
            if !kept.contains(where: { $0.overlap(square) > 0.5 }) { kept.append(square) }
        }
        var people: [Pose] = []
        for square in squares.prefix(settings.maximum ?? 1) {
            guard let person = try landmarks.person(in: square, of: photo, &watch) else { continue }
            if let visible = person.clipped(to: photo.size) { people.append(visible) }
        }
        return watch.answer(.poses(Array(people.sortedByConfidence.prefix(settings.maximumDetections))))
    }
}
