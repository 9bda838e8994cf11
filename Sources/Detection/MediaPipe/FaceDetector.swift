import Findings
import Foundation
import Inference

/// Finds faces with MediaPipe's `face_detection_short_range` or `face_detection_full_range_sparse`.
///
/// Each face has a box and six keypoints, and where a mesh is wanted the 468 points of `face_landmark`.
public final class FaceDetector: Detector {
    /// The whole upright photo.
    public let request = PixelRequest.wholePhoto
    /// `face` alone.
    public let classNames = ["face"]
    /// MediaPipe's.
    public var ownConfidence: Double? { detector.kind.confidence }
    private let detector: KeypointDetector
    private let mesh: FaceMesh?
    private let settings: MediaPipeSettings

    /// Checks that the models are of these kinds; throws a sentence where not.
    ///
    /// - Parameters:
    ///   - detector: One of the two detectors, known by its input and outputs.
    ///   - landmarks: `face_landmark`; only needed for `settings.mesh`.
    public init(
        detector: any LoadedModel, landmarks: (any LoadedModel)? = nil, settings: MediaPipeSettings = .init()
    ) throws(DetectionError) {
        try settings.validate()
        self.detector = try KeypointDetector(
            detector, kinds: [.faceShort, .faceFull], confidence: settings.confidence)
        switch (settings.mesh, landmarks) {
        case (true, let landmarks?): mesh = try FaceMesh(landmarks, presence: settings.presence)
        case (true, nil):
            throw DetectionError(
                .setting, "A mesh of faces needs a second model, MediaPipe's face_landmark. Name it, or set mesh off.")
        case (false, _): mesh = nil
        }
        self.settings = settings
    }

    /// Runs the detector once, and the mesh's model for each of the first faces; by descending confidence.
    ///
    /// Where the settings ask for it, the detector runs again on parts of the photo that may show small faces.
    /// Where two faces are so near that their squares overlap by half, only the one with the lower score gets a mesh,
    /// as in MediaPipe. A face without a mesh is still a face.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var watch = InferenceWatch()
        let photo = try pixels.wholePhoto()
        let faces = try CloserLook(detector, isOn: settings.looksCloser)
            .detections(in: photo, &watch).prefix(settings.maximumDetections)
        var meshes: [Int: [MeshPoint]] = [:]
        if let mesh {
            let squares = faces.prefix(settings.maximum ?? 4).map(FaceMesh.square)
            for index in RotatedSquare.associated(squares) {
                meshes[index] = try mesh.points(in: squares[index], of: photo, &watch)
            }
        }
        let poses = faces.enumerated().compactMap { index, face in
            Pose(
                label: "face", classId: 0, confidence: face.score, box: face.box,
                keypoints: zip(Skeleton.face6.names, face.keypoints).map { Keypoint(name: $0, point: $1) },
                mesh: meshes[index]
            ).clipped(to: photo.size)
        }
        return watch.answer(.poses(poses))
    }
}

/// The 468 points of a face, with MediaPipe's `face_landmark`.
///
/// Its model takes 192 × 192 pixels and gives landmarks `[1, 1, 1, 1404]`, x, y, z each in pixels of the input, and the
/// logit of a presence `[1, 1, 1, 1]`. Source: MediaPipe 0.10.21, `face_landmark_cpu.pbtxt` and
/// `face_detection_front_detection_to_roi.pbtxt`.
struct FaceMesh {
    private static let side = 192
    private static let count = 468
    private let model: ModelOutputs
    private let presence: Double

    /// Checks that the model is of this kind; throws a sentence where not.
    init(_ loaded: any LoadedModel, presence: Double) throws(DetectionError) {
        guard let model = ModelOutputs(loaded, side: Self.side, shapes: [.init(Self.count * 3), .init(1)]) else {
            throw ModelOutputs.mismatch(loaded, need: "MediaPipe's face_landmark (468 points)")
        }
        self.model = model
        self.presence = presence
    }

    /// The square that is looked at: half as large again as the face, turned so that the eyes are level.
    static func square(of face: KeypointDetection) -> RotatedSquare {
        let angle = RotatedSquare.angle(from: face.keypoints[0], to: face.keypoints[1], target: 0)
        return RotatedSquare(around: face.box, angle: angle, scale: 1.5)
    }

    /// The points in pixels of the photo; nil where the model sees no face.
    func points(
        in square: RotatedSquare, of photo: PhotoBytes, _ watch: inout InferenceWatch
    ) throws -> [MeshPoint]? {
        guard square.isUsable else { return nil }
        let crop = RotatedCrop(side: Self.side, border: .replicate)(square, of: photo)
        var points: [MeshPoint]?
        try model.infer(crop, &watch) { outputs in
            guard sigmoid(outputs[1][0]) > presence else { return }
            points = (0..<Self.count).map { index in
                func part(_ axis: Int) -> Double { Double(outputs[0][index * 3 + axis]) / Double(Self.side) }
                let place = square.photo(Point(x: part(0), y: part(1)))
                return MeshPoint(x: place.x, y: place.y, z: part(2) * square.side)
            }
        }
        return points
    }
}
