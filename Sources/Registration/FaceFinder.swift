import Findings
import Scoring

/// Finds target faces in a photo and the map between each and its plane, from the pixels alone.
///
/// A colour face is looked for by its zones, a black or blue one by its disc; what is found is followed along the printed edges
/// and lines until one map explains them all. The same photo always gives the same result.
public struct FaceFinder: Sendable {
    private let wanted: Set<FaceFamily>

    /// - Parameter wanted: the families that may be found; nil for any.
    public init(wanted: Set<FaceFamily>? = nil) {
        self.wanted = wanted ?? Set(FaceFamily.allCases)
    }

    /// The faces of an upright photo.
    ///
    /// - Parameter hints: boxes, in the photo's pixels, where a detector saw a face or its middle. Where nothing is
    ///   found in one it is looked at again on finer pixels.
    public func faces(in raster: Raster, hints: [Box] = []) -> FaceSearch {
        let pyramid = Pyramid(raster)
        var harvest = Harvest(registrar: Registrar(pyramid: pyramid, wanted: wanted))
        look(pyramid, longSide: 1100, into: &harvest) { _ in true }
        let missed = hints.filter { hint in
            !harvest.faces.contains { hint.contains($0.center) || $0.outline.bounds.intersectionOverUnion(hint) > 0.3 }
        }
        if !missed.isEmpty {
            look(pyramid, longSide: 2200, into: &harvest) { center in missed.contains { $0.contains(center) } }
        }
        return harvest.result
    }

    /// Looks at one level of the pyramid for candidates whose middle is in a place that is asked for.
    private func look(_ pyramid: Pyramid, longSide: Int, into harvest: inout Harvest, at isAsked: (Point) -> Bool) {
        if wanted.contains(where: { !$0.isFoundByDisc }) {
            let level = pyramid.level(longSideAtMost: longSide)
            let zones = ColourCandidates(map: ZoneMap(pyramid.levels[level]), scale: pyramid.scale(of: level))
            for start in zones.all() where isAsked(start.center) { harvest.add(.colour(start: start)) }
        }
        if wanted.contains(where: \.isFoundByDisc) {
            let level = pyramid.level(longSideAtMost: longSide * 2 / 3)
            let discs = DiscCandidates(raster: pyramid.levels[level], scale: pyramid.scale(of: level))
            for disc in discs.all() where isAsked(disc.center) && !harvest.covers(disc.center) {
                harvest.add(.disc(disc))
            }
        }
    }
}

extension FaceFamily {
    /// Whether its print is one dark disc, which is looked for by its outline; the others have gold, red and blue.
    fileprivate var isFoundByDisc: Bool {
        switch self {
        case .field, .nfaa, .nfaaSpot, .card: true
        case .tenRing, .sixRing, .fiveRing: false
        }
    }
}

extension Box {
    fileprivate func contains(_ point: Point) -> Bool {
        point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
    }
}
