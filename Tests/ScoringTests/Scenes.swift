import Findings
import Scoring

/// Faces and impacts as a photo of a flat face shows them: 500 pixels a radius, unless a test says otherwise.
enum Scenes {
    static func face(
        _ family: FaceFamily = .tenRing, at center: Point = Point(x: 600, y: 600), radius: Double = 500,
        residual: Double = 0.02, confidence: Double = 0.95
    ) -> RegisteredFace {
        let edge = radius * family.outlineRadius
        return RegisteredFace(
            family: family,
            homography: Homography(rows: [1, 0, -center.x, 0, 1, -center.y, 0, 0, radius]),
            outline: Ellipse(cx: center.x, cy: center.y, a: edge, b: edge, angleDeg: 0), residual: residual,
            confidence: confidence)
    }

    /// An arrow at a point of a face of 500 pixels a radius around 600, 600; its nock to the lower right.
    ///
    /// `nock` and `leaves` are measured from the tip.
    static func arrow(
        _ x: Double, _ y: Double, confidence: Double = 0.9, face: Int = 0, nock: Point? = Point(x: 90, y: 120),
        leaves: Point? = nil
    ) -> Impact {
        let tip = Point(x: 600 + 500 * x, y: 600 + 500 * y)
        return Impact(
            kind: .arrow, tip: tip, nock: nock.map { tip + $0 }, leaves: leaves.map { tip + $0 },
            confidence: confidence,
            box: Box(x: tip.x, y: tip.y, width: 90, height: 120), face: face)
    }

    static func hole(_ x: Double, _ y: Double, radius: Double = 0.02, confidence: Double = 0.9) -> Impact {
        let tip = Point(x: 600 + 500 * x, y: 600 + 500 * y)
        return Impact(
            kind: .hole, tip: tip, nock: nil, confidence: confidence,
            box: Box(centerX: tip.x, centerY: tip.y, width: 1000 * radius, height: 1000 * radius), face: 0)
    }

    /// A scored arrow of a session.
    static func scored(
        _ score: Int, isX: Bool = false, x: Double = 0, y: Double = 0, reasons: [ReviewReason] = [], face: Int? = 0
    ) -> DetectedArrow {
        DetectedArrow(
            id: 1, face: face, normalizedX: x, normalizedY: y, pixelX: 0, pixelY: 0,
            distanceFromCenter: Point(x: x, y: y).length, clockPositionDeg: 0, confidence: 0.9,
            boundingBox: Box(x: 0, y: 0, width: 1, height: 1), kind: .arrow, nock: nil, score: score, isX: isX,
            distanceMm: 0, distanceToLine: 0.5, reviewReasons: reasons, source: .model)
    }

    /// An end of one photo with a face of a type.
    static func end(
        _ number: Int = 1, _ arrows: [DetectedArrow], type: FaceType = .wa122, trouble: String? = nil,
        review: [ReviewReason] = []
    ) -> Session.End {
        let judged = TargetScorer(ScoringSettings(face: type)).score(faces: [face(type.family)], impacts: [])
        let photo = Session.Photo(
            path: "day/\(number).jpg", captured: nil, annotated: nil, width: 1200, height: 1200,
            faces: trouble == nil ? judged.targetDetection.faces : [])
        return Session.End(
            number: number, photos: [photo],
            arrows: arrows.enumerated().map { Session.Arrow(number: $0 + 1, photo: 0, value: $1) }, trouble: trouble,
            review: review)
    }

    static func session(
        _ ends: [Session.End], system: ScoringSystem = .olympic, arrowsPerEnd: Int = 3
    ) -> Session {
        Session(
            name: "day",
            rounds: [
                Session.Round(number: 1, name: "Round 1", system: system, arrowsPerEnd: arrowsPerEnd, ends: ends)
            ])
    }
}
