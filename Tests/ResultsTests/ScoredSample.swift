import Findings
import Foundation
import Scoring
import SystemPackage

@testable import Results

/// A scored photo of 800 x 600 pixels: two arrows, of which one shows no nock, a hole, a face that is larger than the photo,
/// and a person beside the target.
enum ScoredSample {
    static let classes = [
        DetectorClasses(
            name: "whole", task: "detect", model: DataSetScene.sha(1), classes: ["arrow", "hole", "face", "bull"]),
        DetectorClasses(name: "people", task: "detect", model: DataSetScene.sha(3), classes: ["person"]),
    ]

    static let face = TargetDetection.Face(
        type: .wa122, sizeAssumed: false, center: Point(x: 400, y: 300),
        homography: Homography(rows: [1, 0, -400, 0, 1, -300, 0, 0, 450]),
        outline: Ellipse(cx: 400, cy: 300, a: 450, b: 200, angleDeg: 0), residual: 0.02, confidence: 0.9)

    static let arrows = [
        arrow(1, at: (400, 310), nock: Point(x: 420, y: 340), 0.95, Box(x: 390, y: 300, width: 40, height: 50)),
        arrow(2, at: (100, 120), 0.6, Box(x: 95, y: 115, width: 10, height: 10)),
        arrow(3, at: (500, 400), 0.85, Box(x: 495, y: 395, width: 10, height: 10), kind: .hole),
    ]

    static func arrow(
        _ id: Int, at tip: (x: Double, y: Double), nock: Point? = nil, _ confidence: Double, _ box: Box,
        kind: Impact.Kind = .arrow, source: DetectedArrow.Source = .model
    ) -> DetectedArrow {
        DetectedArrow(
            id: id, face: 0, normalizedX: 0, normalizedY: 0.5, pixelX: tip.x, pixelY: tip.y, distanceFromCenter: 0.5,
            clockPositionDeg: 90, confidence: confidence, boundingBox: box, kind: kind, nock: nock, score: 5,
            isX: false, distanceMm: 305, distanceToLine: 0.5, reviewReasons: [], source: source)
    }

    /// What the network for whole photos saw, and what an own detector found.
    static let seen = [
        DetectorResult(
            detector: "whole", task: .detect, model: 0, threshold: 0.35,
            found: .detections([
                found("face", 2, 0.8), found("bull", 3, 0.7), found("arrow", 0, 0.4),
            ])),
        DetectorResult(
            detector: "people", task: .detect, model: 2, threshold: 0.5, found: .detections([found("person", 0, 0.7)])),
    ]

    static func found(_ label: String, _ number: Int, _ confidence: Double) -> Detection {
        Detection(
            label: label, classId: number, confidence: confidence, box: Box(x: 10, y: 20, width: 30, height: 40))
    }

    /// The photo as its worker has it before what was scored is a finding: also as an earlier version wrote it.
    static var unsettled: PhotoResult {
        PhotoResult(
            image: .init(width: 800, height: 600, orientation: 1, format: "jpeg"),
            models: ["targets.onnx", "arrows.onnx", "people.onnx"].enumerated().map {
                .init(name: $1, sha256: DataSetScene.sha($0 + 1), engine: "e", precision: "fp32")
            }, results: seen, targetDetection: TargetDetection(faces: [face]), arrows: arrows)
    }

    static var photo: PhotoResult {
        var photo = unsettled
        photo.settleScored(lookingFor: ["whole"], model: 1)
        return photo
    }

    static func record(_ photo: PhotoResult, of path: FilePath = "photos/end.jpg") -> Record {
        Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 4)),
            source: .init(path: path, bytes: 7, sha256: DataSetScene.content), state: .done, attempts: 1, photo: photo)
    }
}
