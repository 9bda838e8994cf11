import Findings

/// A shot while it is judged.
struct ScoredShot {
    let placed: PlacedImpact
    var score: ArrowScore
    var reasons: [ReviewReason] = []

    init(
        _ placed: PlacedImpact, on face: RegisteredFace, as type: FaceType, _ settings: ScoringSettings,
        _ tolerances: ReviewTolerances
    ) {
        self.placed = placed
        let scorer = ArrowScorer(
            face: type, system: settings.system, lineRule: settings.lineRule, shaftDiameter: settings.shaftDiameter)
        let radius = face.family == .card ? placed.holeRadius(tolerances).map { $0 * type.radius } : nil
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

extension PlacedImpact {
    /// What a hole's own box says of its radius, in radii of the face; nil for arrows and for boxes of no such size.
    fileprivate func holeRadius(_ tolerances: ReviewTolerances) -> Double? {
        guard impact.kind == .hole else { return nil }
        let radius = (impact.box.width + impact.box.height) / 4 * pixel * tolerances.holeShare
        return (tolerances.leastHole...tolerances.largestHole).contains(radius) ? radius : nil
    }
}
