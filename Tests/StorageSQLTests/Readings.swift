import Findings
import Scoring
import Storage

/// What was read from photos of a face of 500 pixels a radius.
enum Readings {
    private static let center = Point(x: 600, y: 600)

    private static let face = TargetDetection.Face(
        type: .wa122, sizeAssumed: false, center: center,
        homography: Homography(rows: [1, 0, -center.x, 0, 1, -center.y, 0, 0, 500]),
        outline: Ellipse(cx: center.x, cy: center.y, a: 500, b: 500, angleDeg: 0), residual: 0.02, confidence: 0.9)

    /// An arrow to the right of the centre, in radii; its score is what the rings say.
    static func arrow(_ x: Double) -> DetectedArrow {
        let score = ArrowScorer(face: .wa122, system: .olympic).score(at: Point(x: x, y: 0))
        let tip = Point(x: center.x + x * 500, y: center.y)
        return DetectedArrow(
            id: 1, face: 0, normalizedX: x, normalizedY: 0, pixelX: tip.x, pixelY: tip.y,
            distanceFromCenter: score.distanceFromCenter, clockPositionDeg: score.clockPositionDeg, confidence: 0.9,
            boundingBox: Box(x: tip.x, y: tip.y, width: 90, height: 120), kind: .arrow, nock: nil, score: score.score,
            isX: score.isX, distanceMm: score.distanceMm, distanceToLine: score.distanceToLine, reviewReasons: [],
            source: .model)
    }

    static func photo(
        _ path: String, _ arrows: [DetectedArrow], at time: Int64? = nil, content: String? = nil,
        trouble: String? = nil
    ) -> PhotoReading {
        PhotoReading(
            session: path.split(separator: "/").dropLast().last.map(String.init) ?? ".",
            folder: PhotoReading.folder(ofPhoto: path),
            photo: Session.Photo(
                path: path, captured: time, annotated: nil, width: 1200, height: 1200,
                faces: trouble == nil ? [face] : []),
            content: content, arrows: arrows, trouble: trouble, counting: Counting())
    }
}
