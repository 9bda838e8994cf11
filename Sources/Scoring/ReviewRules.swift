import Findings
import Foundation

/// What needs a manual review.
struct ReviewRules {
    let faces: [RegisteredFace]
    let settings: ScoringSettings
    let tolerances: ReviewTolerances

    /// Marks the shots that are in doubt.
    func mark(_ shots: inout [ScoredShot]) {
        let placed = shots.map(\.placed)
        for index in shots.indices {
            for reason in reasons(for: shots[index], among: placed) { shots[index].doubt(reason) }
        }
        if let wanted = settings.arrowsPerEnd, shots.count != wanted, !isOfSeveral(shots.count, wanted) {
            let reason = shots.count > wanted ? ReviewReason.tooManyArrows : .tooFewArrows
            markLeastSure(abs(shots.count - wanted), of: &shots, reason)
        }
    }

    /// Whether so many arrows may be those of several archers, each with as many as wanted.
    private func isOfSeveral(_ count: Int, _ wanted: Int) -> Bool {
        settings.arrowsAreOneArchers && wanted > 0 && count.isMultiple(of: wanted)
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

    private func reasons(for shot: ScoredShot, among placed: [PlacedImpact]) -> [ReviewReason] {
        let face = faces[shot.placed.face]
        let near = LineDoubt(tolerances: tolerances).reach(of: shot.placed, on: face)
        var reasons: [ReviewReason] = []
        if shot.score.distanceToLine < near { reasons.append(.nearLine) }
        let isMiss = shot.placed.depth > tolerances.missDepth
        let sure = shot.placed.impact.kind == .hole ? tolerances.holeConfidence : tolerances.confidence
        if shot.confidence < (isMiss ? tolerances.sureMiss : sure) { reasons.append(.lowConfidence) }
        if liesPoorly(face) { reasons.append(.poorRegistration) }
        if isOther(face) { reasons.append(.otherFace) }
        if HiddenTips(tolerances: tolerances).isHidden(shot.placed, among: placed) { reasons.append(.hidden) }
        return reasons
    }

    private func liesPoorly(_ face: RegisteredFace) -> Bool {
        face.residual > tolerances.residual || face.confidence < tolerances.faceConfidence
    }

    /// Whether the settings ask for another kind of face: by its name, or because `field` counts field faces only.
    private func isOther(_ face: RegisteredFace) -> Bool {
        let isUnnamed = settings.face.map { $0.family != face.family } ?? false
        return isUnnamed || (settings.system == .field && face.family != .field)
    }
}

/// Thresholds for what counts as a shot and what is flagged for manual review.
///
/// They are in one place so that they can be tuned on real photos. More review costs a
/// coach's time; less lets a wrong score through.
public struct ReviewTolerances: Sendable, Hashable, Codable {
    /// The doubt about a tip along its shaft, and about any other point of impact, in ring widths.
    ///
    /// With what is below, 19 of 20 tips that the model finds are not farther off towards a line.
    public var line = 0.08
    /// The doubt about a tip across its shaft, in ring widths.
    ///
    /// Of 56 photos of halls and 16 of other clubs that training never saw either half gives it: 0.050 and 0.048.
    public var lineAcross = 0.05
    /// How much of the registration's residual is doubt about a single point, per ring width of residual.
    public var residualShare = 1.0
    /// How far a tip may be from where it was seen, in pixels of the photo; it matters where the face is small in it.
    public var tipPixels = 1.5
    /// Below it an arrow is not sure to be one.
    ///
    /// Chosen on photos and renders that training never saw: of those between 0.5 and 0.7 half were none.
    public var confidence = 0.7
    /// Below it a hole is not sure to be one.
    public var holeConfidence = 0.5
    /// From which confidence on an impact is likelier an arrow than none: the model's confidences are chances.
    public var likely = 0.5
    /// How sure an impact beside the scoring area must be to count as a miss.
    public var missConfidence = 0.55
    /// How sure a miss must be not to be marked: the nails that hold the paper look like arrows.
    public var sureMiss = 0.97
    /// From which distance on an impact lies beside the scoring area, in radii of what scores.
    public var missDepth = 1.06
    /// How far out a miss is still one of this face, in radii of what scores.
    public var missReach = 1.3
    /// How far out a hole in a card's sheet is still a miss of its face, in radii of what scores, where it is surer.
    public var farMissReach = 1.5
    /// How sure a hole beyond ``missReach`` must be: a sheet has badges and writing there.
    ///
    /// On 114 photos of cards that training never saw prints are at most 0.55 there; three shots of one half are 0.80 to 0.89, two of
    /// the other half 0.65 and 0.90.
    public var farMissConfidence = 0.6
    /// How sure an arrow in a card must be for arrows to be its shots, and its holes old ones.
    ///
    /// On 114 photos of cards with bullet holes that training never saw no find is as sure.
    public var sureArrow = 0.65
    /// How sure a hole must be to be one: below, the model takes printed numerals and torn edges for holes.
    ///
    /// Chosen on halves of 61 cards, of which training saw no photo: of twelve halves eight have their best harmonic mean at 0.44,
    /// the others between 0.42 and 0.51. With all 114 photos of them recall is 0.970 and precision 0.980.
    public var sureHole = 0.44
    /// How sure one must be to fill up an end that is known to have more arrows.
    public var leastConfidence = 0.15
    /// Above it a face does not lie where its map puts it, in ring widths.
    public var residual = 0.25
    /// Below it a face is not sure to be one.
    public var faceConfidence = 0.5
    /// How near another arrow's shaft may pass a tip, in shaft diameters, before it hides it.
    public var hidingShafts = 1.0
    /// How far a shaft may go on behind another beyond what is seen of it, in its own diameters.
    ///
    /// On 101 photos that training never saw 6 and 8 are alike: of 330 right tips 2 are marked more, and one that stands wrong.
    public var hiddenReach = 8.0
    /// How near two tips on one shaft may be that are one arrow's, in shaft diameters.
    public var twinTips = 3.0
    /// How long a shaft must look, in its own diameters, for its nock not to hide its tip.
    public var leastLength = 2.0
    /// How far from its face an impact may be, in radii of what scores, and still belong to it.
    public var reach = 2.0
    /// How near two tips may be that were seen on two faces and are one, in radii of the full face.
    public var sameTip = 0.02
    /// The least overlap of two boxes that were seen on two faces and are one.
    public var sameBox = 0.6
    /// The share of a hole's box that is hole: boxes stand a little outside.
    ///
    /// Chosen on one half of 114 photos of cards that training never saw, with places among the bent rings: 0.75 gave 91.6 % exact
    /// scores, 0.85 89.3 % and 0.7 88.6 %; on the other half 90.9 %, 90.4 % and 90.9 %.
    public var holeShare = 0.75
    /// The least radius of a hole, in radii of the full 10-ring face; a box that gives less is not believed.
    public var leastHole = 0.01
    /// The largest radius of a hole, in radii of the full 10-ring face; a box that gives more is not believed.
    public var largestHole = 0.08

    /// The built-in tolerances.
    public init() {}
}
