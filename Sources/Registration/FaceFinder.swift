import Findings
import Scoring

/// Finds target faces in a photo and the map between each and its plane, from the pixels alone.
///
/// A colour face is looked for by its zones, a black or blue one by its disc; what is found is followed along the printed edges
/// and lines until one map explains them all. The same photo always gives the same result.
public struct FaceFinder: Sendable {
    /// A finder for faces of any family.
    public init() {}

    /// The faces of an upright photo.
    ///
    /// Where nothing is found it is looked at again on finer pixels.
    ///
    /// - Parameter hints: boxes, in the photo's pixels, where a detector saw a face or its middle, the surest first. Where
    ///   nothing is found in one there is a second look as well.
    public func faces(in raster: Raster, hints: [Box] = []) -> FaceSearch {
        let pyramid = Pyramid(raster)
        var harvest = Harvest(registrar: Registrar(pyramid: pyramid))
        look(pyramid, .first, into: &harvest) { _ in true }
        let missed = hints.filter { hint in
            !harvest.faces.contains { hint.contains($0.center) || $0.outline.bounds.intersectionOverUnion(hint) > 0.3 }
        }
        if harvest.isEmpty {
            look(pyramid, .fine, into: &harvest) { _ in true }
        } else if !missed.isEmpty {
            look(pyramid, .fine, into: &harvest) { center in missed.contains { $0.contains(center) } }
        }
        follow(missed, in: pyramid, into: &harvest)
        return harvest.result
    }

    /// Looks for a disc's outline in the boxes where a detector saw a face, and no face is known.
    private func follow(_ hints: [Box], in pyramid: Pyramid, into harvest: inout Harvest) {
        for hint in hints.prefix(Self.mostFollowed) where !harvest.covers(hint.center) {
            let level = pyramid.level(forLength: min(hint.width, hint.height) / 2, atLeast: Self.followedRadius)
            let outline = pyramid.levels[level].withLumaSampler(scale: pyramid.scale(of: level)) {
                HintedDisc(sampler: $0).ellipse(in: hint)
            }
            if let outline { harvest.add(.disc(outline)) }
        }
    }

    /// Of a picture of nothing but circles a detector may report hundreds; the surest come first.
    private static let mostFollowed = 12
    /// The radius of a disc, in pixels, on the level that its outline is looked for on.
    private static let followedRadius = 80.0

    /// How finely a photo is looked at.
    private struct Look {
        /// The picture is made at most this long for it.
        var longSide: Int
        /// How many patches of gold may be a face's middle, the largest first.
        var patches: Int

        static let first = Look(longSide: 1100, patches: 60)
        /// For a face that is small in a large picture: a few dots to the first look, and much straw and skin is larger.
        static let fine = Look(longSide: 2200, patches: 600)
    }

    /// Looks at one level of the pyramid for candidates whose middle is in a place that is asked for.
    private func look(_ pyramid: Pyramid, _ look: Look, into harvest: inout Harvest, at isAsked: (Point) -> Bool) {
        let fine = pyramid.level(longSideAtMost: look.longSide)
        let zones = ColourCandidates(map: ZoneMap(pyramid.levels[fine]), scale: pyramid.scale(of: fine))
        for start in zones.all(patches: look.patches) where isAsked(start.center) {
            harvest.add(.colour(start: start))
        }
        if harvest.isEmpty {
            for gold in zones.golds() where isAsked(gold.center) { harvest.add(.gold(gold)) }
        }
        let coarse = pyramid.level(longSideAtMost: look.longSide * 2 / 3)
        let discs = DiscCandidates(raster: pyramid.levels[coarse], scale: pyramid.scale(of: coarse))
        for disc in discs.all() where isAsked(disc.center) && !harvest.covers(disc.center) {
            harvest.add(.disc(disc))
        }
    }
}

extension FaceFamily {
    /// Whether its print is one dark disc, which is looked for by its outline; the others have gold, red and blue.
    var isFoundByDisc: Bool {
        switch self {
        case .field, .nfaa, .nfaaSpot, .card: true
        case .tenRing, .sixRing, .fiveRing: false
        }
    }
}

extension Box {
    /// Its middle.
    var center: Point { Point(x: x + width / 2, y: y + height / 2) }

    fileprivate func contains(_ point: Point) -> Bool {
        point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
    }
}
