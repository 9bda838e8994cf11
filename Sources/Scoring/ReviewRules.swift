import Findings
import Foundation

/// What a person should look at.
struct ReviewRules {
    let faces: [RegisteredFace]
    let settings: ScoringSettings
    let tolerances: ReviewTolerances

    /// Marks the shots that are in doubt.
    func mark(_ shots: inout [ScoredShot]) {
        for index in shots.indices {
            for reason in reasons(for: shots[index], among: shots) { shots[index].doubt(reason) }
        }
        if let wanted = settings.arrowsPerEnd, shots.count != wanted {
            let reason = shots.count > wanted ? ReviewReason.tooManyArrows : .tooFewArrows
            markLeastSure(abs(shots.count - wanted), of: &shots, reason)
        }
    }

    /// Flags as many of the least confident shots as there are too many or too few.
    ///
    /// Too many: the least confident are the likeliest false positives. Too few: a hidden arrow is likeliest near the least
    /// confident ones. All others stay unflagged.
    private func markLeastSure(_ count: Int, of shots: inout [ScoredShot], _ reason: ReviewReason) {
        for index in shots.indices.sorted(by: { shots[$0].confidence < shots[$1].confidence }).prefix(count) {
            shots[index].doubt(reason)
        }
    }

    private func reasons(for shot: ScoredShot, among shots: [ScoredShot]) -> [ReviewReason] {
        let face = faces[shot.placed.face]
        let tolerance = tolerances.lineTolerance(residual: face.residual, pixel: shot.placed.pixel)
        var reasons: [ReviewReason] = []
        if shot.score.distanceToLine < tolerance { reasons.append(.nearLine) }
        let isMiss = shot.placed.depth > tolerances.missDepth
        let sure = shot.placed.impact.kind == .hole ? tolerances.holeConfidence : tolerances.confidence
        if shot.confidence < (isMiss ? tolerances.sureMiss : sure) { reasons.append(.lowConfidence) }
        if liesPoorly(face) { reasons.append(.poorRegistration) }
        if isOther(face) { reasons.append(.otherFace) }
        if isHidden(shot, among: shots) { reasons.append(.hidden) }
        return reasons
    }

    private func liesPoorly(_ face: RegisteredFace) -> Bool {
        face.residual > tolerances.residual || face.confidence < tolerances.faceConfidence
    }

    /// Whether the settings speak of another kind of face: by its name, or because `field` counts field faces only.
    private func isOther(_ face: RegisteredFace) -> Bool {
        let isUnnamed = settings.face.map { $0.family != face.family } ?? false
        return isUnnamed || (settings.system == .field && face.family != .field)
    }

    /// Whether the shaft's own nock is before its tip, or another arrow's shaft.
    private func isHidden(_ shot: ScoredShot, among shots: [ScoredShot]) -> Bool {
        let (tip, shaft) = (shot.placed.impact.tip, shot.placed.shaft)
        guard shot.placed.impact.kind == .arrow else { return false }
        if let nock = shot.placed.impact.nock, tip.distance(to: nock) < tolerances.leastLength * shaft { return true }
        return shots.contains { other in
            guard other.placed.impact.kind == .arrow, let nock = other.placed.impact.nock else { return false }
            let start = other.placed.impact.tip
            // An arrow does not hide itself, nor a tip that stands beside its own.
            guard start.distance(to: tip) > tolerances.hidingShafts * shaft else { return false }
            return tip.distance(toSegmentFrom: start, to: nock) < tolerances.hidingShafts * shaft
        }
    }
}
