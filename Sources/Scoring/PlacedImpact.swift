import Findings
import Foundation

/// An impact on the face that it belongs to.
struct PlacedImpact {
    var impact: Impact
    /// The index of the face, in the order of the photo's record.
    var face: Int
    /// In the face's plane, among the printed rings.
    var point: Point
    /// The width of one of the photo's pixels at the tip, in radii of the full 10-ring face.
    var pixel: Double
    /// The shaft's width in the photo, in pixels.
    var shaft: Double
    /// From the centre, in radii of what scores: up to 1 is on the face.
    var depth: Double
}

/// A photo's faces, by which impacts find their place.
struct FacePlanes {
    /// In the order of the record.
    let faces: [RegisteredFace]
    let types: [FaceType]
    let shaftDiameter: Double
    let tolerances: ReviewTolerances

    /// The impact on the face that it was seen on, or on the one that it really stands on.
    ///
    /// A crop around one spot of a triple shows a neighbour's arrows too. Nil where it stands too far from any face to
    /// belong to one, or beyond the horizon of its plane.
    func place(_ impact: Impact, seenOn seen: Int) -> PlacedImpact? {
        let places = faces.indices.compactMap { place(impact, on: $0) }.filter { $0.depth <= tolerances.reach }
        let own = places.first { $0.face == seen }
        if let own, own.depth <= 1 { return own }
        guard let nearest = places.min(by: { $0.depth < $1.depth }) else { return nil }
        // A miss is a miss of the face that it was seen on.
        return nearest.depth <= 1 ? nearest : own ?? nearest
    }

    private func place(_ impact: Impact, on face: Int) -> PlacedImpact? {
        let map = faces[face].homography
        guard map.keepsTogether(impact.tip, faces[face].center) else { return nil }
        let point = faces[face].place(of: impact.tip)
        let pixel = map.scale(at: impact.tip)
        guard point.length.isFinite, pixel.isFinite, pixel > 0 else { return nil }
        return PlacedImpact(
            impact: impact, face: face, point: point, pixel: pixel,
            shaft: shaftDiameter / types[face].radius / pixel, depth: point.length / types[face].outlineRadius)
    }
}

extension [PlacedImpact] {
    /// Without the second sight of arrows and holes that were seen on two faces whose crops overlap.
    ///
    /// Two that were seen on one face stay two: arrows do stand shaft by shaft, and the model has distinguished them. Of two
    /// sights the one stays that lies on a face, or the surer one.
    func withoutDoubles(_ tolerances: ReviewTolerances) -> [PlacedImpact] {
        let best = sorted { a, b in
            if (a.depth <= 1) != (b.depth <= 1) { return a.depth <= 1 }
            return a.impact.confidence > b.impact.confidence
        }
        var kept: [PlacedImpact] = []
        for candidate in best where !kept.contains(where: { candidate.isDouble(of: $0, tolerances) }) {
            kept.append(candidate)
        }
        return kept
    }
}

extension PlacedImpact {
    fileprivate func isDouble(of other: PlacedImpact, _ tolerances: ReviewTolerances) -> Bool {
        guard impact.face != other.impact.face, impact.kind == other.impact.kind else { return false }
        let distance = impact.tip.distance(to: other.impact.tip)
        return distance <= Swift.max(shaft, tolerances.sameTip / pixel)
            || impact.box.intersectionOverUnion(other.impact.box) >= tolerances.sameBox
    }
}

/// Which impacts are taken for shots.
struct ShotSelection {
    let settings: ScoringSettings
    let tolerances: ReviewTolerances

    /// The shots among impacts of the kind that counts.
    ///
    /// Those the model is sure of. Where it is known how many arrows an end has and fewer are sure, the surest of the others
    /// are taken up to that number: a weak one is then likelier a hidden arrow than none, and it is marked for review by
    /// its low confidence. Where more are sure, the weakest are left out if they are likelier no arrow than one. Beside the
    /// scoring area lie pins, seams and other faces' arrows, so that a miss must be surer.
    func shots(among impacts: [PlacedImpact]) -> [PlacedImpact] {
        let possible = impacts.filter { impact in
            if impact.depth <= tolerances.missDepth { return true }
            let confidence = impact.impact.confidence
            if impact.depth <= tolerances.missReach { return confidence > tolerances.missConfidence }
            // A shot that missed the rings by far still went through the card's sheet; nails and other faces' arrows stand there too.
            return impact.impact.kind == .hole && impact.depth <= tolerances.farMissReach
                && confidence > tolerances.farMissConfidence
        }.sorted { $0.impact.confidence > $1.impact.confidence }
        let sure = possible.filter { isSure($0.impact) }
        guard let wanted = settings.arrowsPerEnd else { return sure }
        guard sure.count > wanted else { return Array(possible.prefix(wanted)) }
        // They may be several archers': the score book knows who shot, and says what is too much.
        if settings.arrowsAreOneArchers { return sure }
        // Of too many those go that are likelier no arrow than one; what is left over is for a manual review.
        return sure.prefix(wanted) + sure.dropFirst(wanted).filter { $0.impact.confidence > tolerances.likely }
    }

    /// Whether the model is as sure of it as the settings ask for; of a hole surer than of what it takes for holes.
    private func isSure(_ impact: Impact) -> Bool {
        impact.confidence >= settings.confidence
            && (impact.kind == .arrow || impact.confidence > tolerances.sureHole)
    }
}

extension ScoringSettings {
    /// The least confidence that an impact of any use has: what is below it need not be handed in.
    public var leastConfidence: Double {
        arrowsPerEnd == nil ? confidence : Swift.min(confidence, ReviewTolerances().leastConfidence)
    }
}
