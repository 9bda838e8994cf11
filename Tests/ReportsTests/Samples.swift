import Findings
import Foundation
import Scoring

/// Sessions made by arithmetic, with arrows where a seed puts them.
enum Samples {
    /// An arrow at a place of the face, in radii, scored by the tenths of its distance.
    static func arrow(
        _ number: Int, x: Double, y: Double, confidence: Double = 0.9, type: FaceType = .wa122, face: Int? = 0,
        photo: Int? = 0, kind: Impact.Kind = .arrow, system: ScoringSystem = .olympic, reasons: [ReviewReason] = [],
        source: DetectedArrow.Source = .model
    ) -> Session.Arrow {
        let scored = ArrowScorer(face: type, system: system).score(at: Point(x: x, y: y))
        let (pixelX, pixelY) = (600 + 360 * x, 450 + 360 * y)
        let value = DetectedArrow(
            id: number, face: face, normalizedX: x, normalizedY: y, pixelX: pixelX, pixelY: pixelY,
            distanceFromCenter: scored.distanceFromCenter, clockPositionDeg: scored.clockPositionDeg,
            confidence: confidence, boundingBox: Box(centerX: pixelX, centerY: pixelY, width: 20, height: 20),
            kind: kind, nock: nil, score: scored.score, isX: scored.isX, distanceMm: scored.distanceMm,
            distanceToLine: scored.distanceToLine, reviewReasons: reasons, source: source)
        return Session.Arrow(number: number, photo: photo, value: value)
    }

    /// A face in the middle of a photo of 1200 by 900.
    static func face(_ type: FaceType = .wa122, sizeAssumed: Bool = false) -> TargetDetection.Face {
        let radius = 360 * type.outlineRadius
        return TargetDetection.Face(
            type: type, sizeAssumed: sizeAssumed, center: Point(x: 600, y: 450),
            homography: Homography(rows: [1 / 360, 0, -600 / 360, 0, 1 / 360, -450 / 360, 0, 0, 1]),
            outline: Ellipse(cx: 600, cy: 450, a: radius, b: radius, angleDeg: 0), residual: 0.03, confidence: 0.97)
    }

    static func photo(
        _ path: String, captured: Int64? = nil, faces: [TargetDetection.Face] = [face()]
    ) -> Session.Photo {
        Session.Photo(
            path: path, captured: captured, annotated: path + ".annotated.jpg", width: 1200, height: 900, faces: faces)
    }

    /// Normally scattered places, always the same for a seed.
    struct Scatter {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        private mutating func uniform() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (Double(state >> 33) + 0.5) / Double(1 << 31)
        }

        mutating func next(_ spread: Double, around center: Point = Point(x: 0, y: 0)) -> Point {
            let (length, turn) = ((-2 * log(uniform())).squareRoot() * spread, 2 * Double.pi * uniform())
            return Point(x: center.x + length * cos(turn), y: center.y + length * sin(turn))
        }

        mutating func confidence() -> Double { 0.72 + 0.27 * uniform() }
    }
}
