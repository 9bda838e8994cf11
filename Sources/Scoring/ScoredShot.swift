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
    /// The radius that the box of a hole in a card gives it, in millimetres; nil where half the shaft counts, and for boxes
    /// of no such size.
    ///
    /// `pixel` is the width of one of the photo's pixels there, in radii of the face.
    func holeRadius(_ box: Box, _ pixel: Double, on type: FaceType) -> Double? {
        guard type.family == .card else { return nil }
        let radius = (box.width + box.height) / 4 * pixel * holeShare
        return (leastHole...largestHole).contains(radius) ? radius * type.radius : nil
    }
}

/// The rule of sheets of spots, triples and fives: of several arrows in one spot only the lowest counts, the others are misses.
struct SpotRule {
    let faces: [RegisteredFace]
    let types: [FaceType]
    /// The face that the settings name.
    let named: FaceType?

    /// How far the spots of one sheet lie from each other, in radii of the full face.
    ///
    /// They are 220 mm of 200 on a vertical triple, 215 to 224 on a Vegas face, and what a wavy sheet does to that.
    /// Five-ring faces on butts side by side lie wider. On a sheet of five the middle one lies 0.88 from the others.
    private static func spacing(_ family: FaceFamily) -> ClosedRange<Double>? {
        switch family {
        case .fiveRing: 0.95...1.22
        case .nfaaSpot: 0.8...1.32
        case .tenRing, .sixRing, .field, .nfaa, .card: nil
        }
    }

    /// Makes misses of what is too much, and marks it for review.
    ///
    /// The rule holds where such a sheet is named or three spots are seen on one. Two spots may be two faces of another
    /// kind: there the arrows are only marked. A single spot that is not named is most likely no sheet's at all.
    func settle(_ shots: inout [ScoredShot]) {
        for spot in types.indices where types[spot].isSpot {
            let isNamed = types[spot] == named
            let onSheet = Self.sheet(of: spot, faces).count
            guard isNamed || onSheet >= 2 else { continue }
            let inSpot = shots.indices.filter { shots[$0].placed.face == spot && shots[$0].score.score > 0 }
            guard let lowest = inSpot.min(by: { shots[$0].comesBelow(shots[$1]) }) else { continue }
            for index in inSpot where index != lowest {
                shots[index].doubt(.secondInSpot)
                if isNamed || onSheet >= 3 {
                    shots[index].score.score = 0
                    shots[index].score.isX = false
                }
            }
        }
    }

    /// The spots of one sheet, the given one among them.
    static func sheet(of spot: Int, _ faces: [RegisteredFace]) -> Set<Int> {
        var sheet: Set<Int> = [spot]
        var edge = [spot]
        while let one = edge.popLast() {
            for other in faces.indices where !sheet.contains(other) && areNeighbours(faces[one], faces[other]) {
                sheet.insert(other)
                edge.append(other)
            }
        }
        return sheet
    }

    /// Whether two faces are spots of one sheet: each lies in the other's plane where a neighbour lies.
    private static func areNeighbours(_ one: RegisteredFace, _ other: RegisteredFace) -> Bool {
        guard one.family == other.family, let spacing = spacing(one.family) else { return false }
        return spacing.contains(one.homography.map(other.center).length)
            && spacing.contains(other.homography.map(one.center).length)
    }
}

extension ScoredShot {
    fileprivate func comesBelow(_ other: ScoredShot) -> Bool {
        if score.score != other.score.score { return score.score < other.score.score }
        if score.isX != other.score.isX { return other.score.isX }
        // Of two alike the surer one counts: the other may be no arrow at all.
        return confidence > other.confidence
    }
}
