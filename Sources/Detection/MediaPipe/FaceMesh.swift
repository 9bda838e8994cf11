import Findings
import Foundation
import Inference

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
