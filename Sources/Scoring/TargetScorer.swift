import Findings
import Foundation

/// What a photo's faces and impacts count.
public struct ScoredTarget: Sendable, Hashable, Codable {
    /// The photo's faces; without one, the reason why.
    public var targetDetection: TargetDetection
    /// By face, then from the highest score down; numbered from 1.
    public var arrows: [DetectedArrow]

    /// The faces of a photo with their scored arrows.
    public init(targetDetection: TargetDetection, arrows: [DetectedArrow]) {
        self.targetDetection = targetDetection
        self.arrows = arrows
    }
}

/// Scores a photo: names its faces, finds each impact's place, counts it and marks what is doubtful.
public struct TargetScorer: Sendable {
    /// How arrows count, and what counts as a shot.
    public let settings: ScoringSettings
    /// Thresholds above which an arrow is flagged for manual review.
    public let tolerances: ReviewTolerances

    /// A scorer by these settings and tolerances.
    public init(_ settings: ScoringSettings, tolerances: ReviewTolerances = ReviewTolerances()) {
        self.settings = settings
        self.tolerances = tolerances
    }

    /// The record's faces and arrows.
    ///
    /// Impacts name their face by its index in `faces`. Where there is no face there are no arrows, whatever was seen: a
    /// score without a face would be invented. `reason` is why none was found.
    public func score(faces: [RegisteredFace], impacts: [Impact], reason: String? = nil) -> ScoredTarget {
        let order = faces.indices.sorted { (faces[$0].area, $1) > (faces[$1].area, $0) }
        let sorted = order.map { faces[$0] }
        let names = sorted.indices.map { FaceType.naming($0, of: sorted, settings: settings) }
        let planes = FacePlanes(
            faces: sorted, types: names.map(\.type), shaftDiameter: settings.visibleShaftDiameter,
            tolerances: tolerances)
        let placed = impacts.compactMap { impact in
            order.firstIndex(of: impact.face).flatMap { planes.place(impact, seenOn: $0) }
        }
        let shots = ShotSelection(settings: settings, tolerances: tolerances)
            .shots(among: counted(placed.withoutDoubles(tolerances), on: sorted))
        var scores = shots.map { ScoredShot($0, on: names[$0.face].type, settings, tolerances) }
        SpotRule(faces: sorted, types: names.map(\.type), named: settings.face).settle(&scores)
        ReviewRules(faces: sorted, settings: settings, tolerances: tolerances).mark(&scores)
        return ScoredTarget(
            targetDetection: TargetDetection(
                faces: zip(sorted, names).map { .init($0, as: $1.type, isSizeAssumed: $1.isSizeAssumed) },
                reason: faces.isEmpty ? reason ?? "No target face was found in this photo." : nil),
            arrows: ScoredShot.inOrder(scores).enumerated().map { $1.arrow(id: $0 + 1) })
    }

    /// What counts as a shot, by the settings or by the faces.
    private func counted(_ placed: [PlacedImpact], on faces: [RegisteredFace]) -> [PlacedImpact] {
        switch settings.count {
        case .arrows: return placed.filter { $0.impact.kind == .arrow }
        case .holes: return placed.filter { $0.impact.kind == .hole }
        case .auto:
            let withArrow = Set(
                placed.filter {
                    $0.impact.kind == .arrow && $0.depth <= tolerances.missDepth
                        && $0.impact.confidence > tolerances.sureArrow
                }.map(\.face))
            return placed.filter {
                let countsHoles = faces[$0.face].family == .card && !withArrow.contains($0.face)
                return $0.impact.kind == (countsHoles ? .hole : .arrow)
            }
        }
    }
}

extension RegisteredFace {
    /// What it takes of the photo.
    fileprivate var area: Double { outline.a * outline.b }
}

extension TargetDetection.Face {
    fileprivate init(_ face: RegisteredFace, as type: FaceType, isSizeAssumed: Bool) {
        self.init(
            type: type, sizeAssumed: isSizeAssumed, center: face.center, homography: face.homography.normalized,
            outline: face.outline, residual: face.residual, confidence: face.confidence)
    }
}
