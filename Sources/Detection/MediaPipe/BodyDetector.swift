import Findings
import Foundation
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
        return watch.answer(.poses(Array(people.sorted(byDescending: \.confidence).prefix(settings.maximumDetections))))
    }
}

/// The 33 keypoints of a person, and a mask, with MediaPipe's `pose_landmark_full`.
///
/// Its model takes 256 × 256 pixels and gives landmarks `[1, 195]`, 39 of x, y, z in pixels of the input and the logits of
/// visibility and presence, a presence `[1, 1]` of 0 to 1, a mask `[1, 256, 256, 1]` of logits, a heatmap
/// `[1, 64, 64, 39]` of logits, and landmarks in metres. Source: MediaPipe 0.10.21, `pose_landmark_cpu.pbtxt`,
/// `tensors_to_pose_landmarks_and_segmentation.pbtxt` and `pose_detection_to_roi.pbtxt`.
struct BodyLandmarks {
    private static let side = 256
    /// Keypoints of the model: 33 of the body, the others for following it through a video.
    private static let count = 39
    private static let fields = 5
    private let model: ModelOutputs
    private let presence: Double
    private let wantsMask: Bool

    /// Checks that the model is of this kind; throws a sentence where not.
    init(_ loaded: any LoadedModel, presence: Double, wantsMask: Bool) throws(DetectionError) {
        let (map, mask) = (HeatmapRefinement.side, PersonMask.side)
        let shapes: [ModelOutputs.Shape] = [
            .init(Self.count * Self.fields), .init(1), .init(map * map * Self.count, last: Self.count),
            .init(mask * mask),
        ]
        guard let model = ModelOutputs(loaded, side: Self.side, shapes: shapes) else {
            throw ModelOutputs.mismatch(loaded, need: "MediaPipe's pose_landmark_full")
        }
        self.model = model
        self.presence = presence
        self.wantsMask = wantsMask
    }

    /// The square that is looked at: around the hips' centre, turned so that the body points up.
    static func square(of person: KeypointDetection) -> RotatedSquare {
        let (hips, end) = (person.keypoints[0], person.keypoints[1])
        return RotatedSquare(
            center: hips, side: 2 * hips.distance(to: end) * 1.25,
            angle: RotatedSquare.angle(from: hips, to: end, target: .pi / 2))
    }

    /// The person in pixels of the photo; nil where the model sees none.
    func person(in square: RotatedSquare, of photo: PhotoBytes, _ watch: inout InferenceWatch) throws -> Pose? {
        guard square.isUsable else { return nil }
        let crop = RotatedCrop(side: Self.side, border: .replicate)(square, of: photo)
        var person: Pose?
        try model.infer(crop, &watch) { outputs in
            let confidence = Double(outputs[1][0])
            guard confidence > presence else { return }
            let keypoints = Self.keypoints(outputs[0], heatmap: outputs[2], in: square)
            let visible = keypoints.filter { $0.visibility ?? 1 >= 0.5 }
            person = Pose(
                label: "person", classId: 0, confidence: min(confidence, 1),
                box: Box(around: (visible.isEmpty ? keypoints : visible).map(\.point)), keypoints: keypoints,
                mask: wantsMask ? PersonMask(outputs[3]).mask(in: square, of: photo.size) : nil)
        }
        return person
    }

    private static func keypoints(
        _ values: UnsafeBufferPointer<Float>, heatmap: UnsafeBufferPointer<Float>, in square: RotatedSquare
    ) -> [Keypoint] {
        let refinement = HeatmapRefinement(values: heatmap, channels: count)
        return Skeleton.body33.names.enumerated().map { index, name in
            func part(_ field: Int) -> Double { Double(values[index * fields + field]) / Double(side) }
            let place = refinement.refined(Point(x: part(0), y: part(1)), channel: index)
            return Keypoint(
                name: name, point: square.photo(place), z: part(2) * square.side,
                visibility: sigmoid(values[index * fields + 3]))
        }
    }
}

/// Moves keypoints to the middle of what a heatmap shows around them.
///
/// Source: MediaPipe 0.10.21, `refine_landmarks_from_heatmap_calculator.cc`. The pose graph asks for a window of 7 cells,
/// but the published package uses 9, and so does this.
struct HeatmapRefinement {
    /// The sides of the map in cells.
    static let side = 64
    /// Cells to each side of a keypoint's own.
    private static let reach = 4
    /// The largest weight of the window must reach this, else the keypoint stays.
    private static let confidence = 0.5

    /// Logits `[64, 64, channels]`.
    let values: UnsafeBufferPointer<Float>
    /// Keypoints of the map.
    let channels: Int

    /// A keypoint in parts of the crop's sides, moved to the weighted mean of the cells around it.
    func refined(_ point: Point, channel: Int) -> Point {
        guard let column = Self.cell(point.x), let row = Self.cell(point.y) else { return point }
        var (total, best, sumX, sumY) = (0.0, 0.0, 0.0, 0.0)
        for y in max(row - Self.reach, 0)...min(row + Self.reach, Self.side - 1) {
            for x in max(column - Self.reach, 0)...min(column + Self.reach, Self.side - 1) {
                let weight = sigmoid(values[(y * Self.side + x) * channels + channel])
                total += weight
                sumX += weight * Double(x)
                sumY += weight * Double(y)
                best = max(best, weight)
            }
        }
        guard best >= Self.confidence, total > 0 else { return point }
        return Point(x: sumX / total / Double(Self.side), y: sumY / total / Double(Self.side))
    }

    /// The cell of a coordinate, rounded towards zero; nil outside of the map.
    private static func cell(_ part: Double) -> Int? {
        let place = part * Double(side)
        return place > -1 && place < Double(side) ? Int(place) : nil
    }
}
