import Findings
import Foundation
import Scoring
import SystemPackage

@testable import Results

/// Records as a run makes them.
enum Samples {
    static let hash = String(repeating: "0a", count: 32)

    static let done = Record(
        timestamp: Timestamp(Date(timeIntervalSince1970: 1_777_617_000.25)),
        source: .init(path: "photos/day1/a.jpg", bytes: 123, sha256: hash), state: .done, attempts: 1,
        photo: PhotoResult(
            image: .init(width: 4_000, height: 3_000, orientation: 6, format: "jpeg"),
            models: [.init(name: "targets", sha256: hash, engine: "openvino 2025.3", precision: "bf16")],
            results: [DetectorResult(detector: "targets", task: .detect, model: 0, found: .detections(detections))],
            timings: .init(load: 18.25, infer: 30, decode: 0.125, draw: nil, write: 2)),
        outputs: .init(
            annotated: "/out/day1/a.jpg.annotated.jpg", crops: ["/out/day1/a.jpg.crops/001-arrow.jpg"],
            original: "/kept/day1/a.jpg", in: "/out"))

    static let detections = [
        // By descending confidence, as a detector gives them.
        Detection(
            label: "arrow", classId: 0, confidence: 0.875, box: Box(x: 10.5, y: 20.25, width: 30, height: 40.125)),
        Detection(label: "=face, \"big\"", classId: 2, confidence: 0.5, box: Box(x: 0, y: 0, width: 1, height: 1)),
    ]

    static let scored = {
        var record = justScored
        record.photo.settleScored(lookingFor: [])
        return record
    }()

    private static let justScored = Record(
        timestamp: Timestamp(Date(timeIntervalSince1970: 2)),
        source: .init(path: "photos/end1.jpg", bytes: 99, sha256: hash), state: .done, attempts: 1,
        photo: PhotoResult(
            image: .init(width: 800, height: 600, orientation: 1, format: "jpeg"),
            targetDetection: TargetDetection(faces: [
                .init(
                    type: .wa122, sizeAssumed: true, center: Point(x: 400.5, y: 300.25),
                    homography: Homography(rows: [
                        0.00333333333, 0, -1.335, 0, 0.0033333333, -1, 0.00000123456789, 0, 1,
                    ]),
                    outline: Ellipse(cx: 400, cy: 300, a: 300, b: 280.5, angleDeg: 12.5), residual: 0.0312,
                    confidence: 0.98
                )
            ]),
            arrows: [
                DetectedArrow(
                    id: 1, face: 0, normalizedX: 0, normalizedY: 0.03, pixelX: 400.5, pixelY: 309.25,
                    distanceFromCenter: 0.03, clockPositionDeg: 90, confidence: 0.85,
                    boundingBox: Box(x: 390, y: 300, width: 40, height: 50), kind: .arrow, nock: Point(x: 420, y: 340),
                    score: 10, isX: true, distanceMm: 18.3, distanceToLine: 0.2, reviewReasons: [.nearLine],
                    source: .model),
                DetectedArrow(
                    id: 2, face: nil, normalizedX: -1.2, normalizedY: 0.1, pixelX: 3, pixelY: 4,
                    distanceFromCenter: 1.204,
                    clockPositionDeg: 175.2, confidence: 1, boundingBox: Box(x: 0, y: 0, width: 9, height: 9),
                    kind: .hole,
                    nock: nil, score: 0, isX: false, distanceMm: 734.4, distanceToLine: 2, reviewReasons: [],
                    source: .person),
            ],
            imageMetadata: .init(
                width: 800, height: 600, orientation: 1, format: "jpeg", captured: "2026-05-30T14:05:09", make: "Acme"))
    )

    static let unscored = Record(
        timestamp: Timestamp(Date(timeIntervalSince1970: 3)),
        source: .init(path: "photos/sky.jpg", bytes: 99, sha256: hash), state: .done, attempts: 1,
        photo: PhotoResult(targetDetection: TargetDetection(faces: [], reason: "no face is seen")))

    static let failed = Record(
        timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
        source: .init(path: broken, bytes: 7, sha256: nil, duplicateOf: broken), state: .failed,
        error: .init(code: "truncated", message: "cannot read it: it ends in the middle", fault: .input), attempts: 3)

    /// `a%`, a byte that is no character, `.jpg`.
    static let broken = FilePath(rawBytes: [0x61, 0x25, 0xFF] + Array(".jpg".utf8))

    static let empty = Record(
        timestamp: Timestamp(Date(timeIntervalSince1970: 1)),
        source: .init(path: "b.png", bytes: 1, sha256: hash, duplicateOf: "a.png"), state: .done, attempts: 1)
}
