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
    private let faces: CloserLook?
    private let crowds: CrowdLooks?
    private let settings: MediaPipeSettings

    /// Checks that the models are of these kinds; throws a sentence where not.
    ///
    /// - Parameters:
    ///   - detector: `pose_detection`.
    ///   - landmarks: `pose_landmark_full`.
    ///   - faces: One of MediaPipe's two detectors of faces, to look at small people from near; nil where they are not.
    ///   - segmenter: `selfie_segmentation`, for the one mask of a crowd; nil for that of the people alone.
    public init(
        detector: any LoadedModel, landmarks: (any LoadedModel)?, faces: (any LoadedModel)? = nil,
        segmenter: (any LoadedModel)? = nil, settings: MediaPipeSettings = .init()
    ) throws(DetectionError) {
        try settings.validate()
        self.detector = try KeypointDetector(detector, kinds: [.pose], confidence: settings.confidence)
        guard let landmarks else {
            throw DetectionError(.setting, "Poses need a second model, MediaPipe's pose_landmark_full. Name it.")
        }
        self.landmarks = try BodyLandmarks(landmarks, presence: settings.presence, wantsMask: settings.mask)
        var closer: CloserLook?
        if let faces {
            closer = CloserLook(try KeypointDetector(faces, kinds: [.faceShort, .faceFull], confidence: nil))
        }
        self.faces = closer
        var looks: CrowdLooks?
        if let segmenter { looks = try CrowdLooks(segmenter) }
        crowds = looks
        self.settings = settings
    }

    /// Finds all people, or so many as the settings ask for; by descending confidence.
    ///
    /// MediaPipe follows one person only. Where the settings ask for more, no person is found twice and no two people are in one
    /// skeleton; see ``PeopleSearch``.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var watch = InferenceWatch()
        let photo = try pixels.wholePhoto()
        var search = PeopleSearch(detector: detector, landmarks: landmarks, photo: photo, maximum: settings.maximum)
        let found = try faces?.detections(in: photo, &watch) ?? []
        try search.run(faces: faces == nil ? nil : found, &watch)
        let people = search.bodies.sorted(byDescending: \.pose.confidence)
            .prefix(settings.maximum ?? .max).prefix(settings.maximumDetections)
        var crowd: Crowd?
        if max(found.count, people.count) > settings.crowd {
            crowd = Crowd(
                faces: faces == nil ? nil : found.count, bodies: people.count,
                mask: settings.mask ? try mask(of: people, faces: found, photo, &watch) : nil)
        }
        let poses = people.compactMap { body -> Pose? in
            var pose = body.pose
            // In a crowd each covers another one.
            if settings.mask, crowd == nil { pose.mask = body.mask(of: photo.size) }
            return pose.clipped(to: photo.size)
        }
        var answer = watch.answer(.poses(poses))
        answer.crowd = crowd
        return answer
    }

    /// One mask of all people: of those whose keypoints were found, and of all that a model of people sees.
    private func mask(
        of people: ArraySlice<Body>, faces: [KeypointDetection], _ photo: PhotoBytes, _ watch: inout InferenceWatch
    ) throws -> RunLengthMask? {
        var mask = CrowdMask(photo.size)
        _ = try crowds?.draw(photo, faces: faces, into: &mask, &watch)
        for body in people { body.mask(of: photo.size).map { mask.add($0) } }
        return mask.mask
    }
}

/// A person whom the landmark model saw in a square of the photo.
struct Body {
    /// Its keypoints, in pixels of the photo; without a mask.
    let pose: Pose
    /// Where the model looked.
    let square: RotatedSquare
    /// The model's mask, logits of 256 × 256 cells; empty where none is wanted.
    let logits: [Float]

    /// The middle of the head.
    var head: Point { Self.middle(pose.keypoints.prefix(11)) }
    /// The middle of shoulders and hips.
    var trunk: Point { Self.middle([11, 12, 23, 24].map { pose.keypoints[$0] }) }
    /// The middle of the hips.
    var hips: Point { (pose.keypoints[23].point + pose.keypoints[24].point) * 0.5 }

    /// Its pixels at the photo's size; nil where none are wanted.
    func mask(of photo: PixelSize) -> RunLengthMask? {
        guard !logits.isEmpty else { return nil }
        return logits.withUnsafeBufferPointer { PersonMask($0).mask(in: square, of: photo) }
    }

    private static func middle(_ keypoints: some Collection<Keypoint>) -> Point {
        keypoints.reduce(Point(x: 0, y: 0)) { $0 + $1.point } * (1 / Double(max(keypoints.count, 1)))
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
            .init(mask * mask), .init(Self.count * 3),
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
    func person(in square: RotatedSquare, of photo: PhotoBytes, _ watch: inout InferenceWatch) throws -> Body? {
        guard square.isUsable else { return nil }
        let crop = RotatedCrop(side: Self.side, border: .replicate)(square, of: photo)
        var person: Body?
        try model.infer(crop, &watch) { outputs in
            let confidence = Double(outputs[1][0])
            guard confidence > presence else { return }
            let keypoints = Self.keypoints(outputs[0], heatmap: outputs[2], metres: outputs[4], in: square)
            let visible = keypoints.filter { $0.visibility ?? 1 >= 0.5 }
            let pose = Pose(
                label: "person", classId: 0, confidence: min(confidence, 1),
                box: Box(around: (visible.isEmpty ? keypoints : visible).map(\.point)), keypoints: keypoints)
            person = Body(pose: pose, square: square, logits: wantsMask ? Array(outputs[3]) : [])
        }
        return person
    }

    private static func keypoints(
        _ values: UnsafeBufferPointer<Float>, heatmap: UnsafeBufferPointer<Float>,
        metres: UnsafeBufferPointer<Float>, in square: RotatedSquare
    ) -> [Keypoint] {
        let refinement = HeatmapRefinement(values: heatmap, channels: count)
        return Skeleton.body33.names.enumerated().map { index, name in
            func part(_ field: Int) -> Double { Double(values[index * fields + field]) / Double(side) }
            let place = refinement.refined(Point(x: part(0), y: part(1)), channel: index)
            return Keypoint(
                name: name, point: square.photo(place), z: part(2) * square.side,
                visibility: sigmoid(values[index * fields + 3]),
                metres: WorldPoint(metres, index: index, turned: square.angle))
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
