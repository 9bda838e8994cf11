import Findings

/// A shot while it is judged.
struct ScoredShot {
    let placed: PlacedImpact
    var score: ArrowScore
    var reasons: [ReviewReason] = []

    init(
        _ placed: PlacedImpact, on type: FaceType, _ settings: ScoringSettings, _ tolerances: ReviewTolerances
    ) {
        self.placed = placed
        let scorer = ArrowScorer(
            face: type, system: settings.system, lineRule: settings.lineRule, shaftDiameter: settings.shaftDiameter)
        let hole = placed.impact.kind == .hole ? placed.impact.box : nil
        let radius = hole.flatMap { tolerances.holeRadius($0, placed.pixel, on: type) }
        score = scorer.score(at: placed.point, radius: radius)
    }

    var confidence: Double { placed.impact.confidence }

    mutating func doubt(_ reason: ReviewReason) {
        if !reasons.contains(reason) { reasons.append(reason) }
    }

    /// By face, then from the highest score down, then from the centre out.
    static func inOrder(_ all: [ScoredShot]) -> [ScoredShot] {
        all.sorted { a, b in
            if a.placed.face != b.placed.face { return a.placed.face < b.placed.face }
            if a.score.score != b.score.score { return a.score.score > b.score.score }
            if a.score.isX != b.score.isX { return a.score.isX }
            return a.score.distanceFromCenter < b.score.distanceFromCenter
        }
    }

    func arrow(id: Int) -> DetectedArrow {
        let impact = placed.impact
        return DetectedArrow(
            id: id, face: placed.face, normalizedX: placed.point.x, normalizedY: placed.point.y,
            pixelX: impact.tip.x, pixelY: impact.tip.y, distanceFromCenter: score.distanceFromCenter,
            clockPositionDeg: score.clockPositionDeg, confidence: impact.confidence, boundingBox: impact.box,
            kind: impact.kind, nock: impact.nock, score: score.score, isX: score.isX, distanceMm: score.distanceMm,
            distanceToLine: score.distanceToLine, reviewReasons: reasons, source: .model,
            colour: impact.colour)
    }
}

extension ReviewTolerances {
    /// What the box of a hole in a card says of its radius, in millimetres; nil where half the shaft counts, and for boxes
    /// of no such size.
    ///
    /// `pixel` is the width of one of the photo's pixels there, in radii of the face.
    func holeRadius(_ box: Box, _ pixel: Double, on type: FaceType) -> Double? {
        guard type.family == .card else { return nil }
        let radius = (box.width + box.height) / 4 * pixel * holeShare
        return (leastHole...largestHole).contains(radius) ? radius * type.radius : nil
    }
}
