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
            let outline = pyramid.withLumaSampler(level: level) {
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

/// What a search for faces in one photo came to.
public struct FaceSearch: Sendable, Hashable {
    /// The faces, the largest and most central first.
    public var faces: [RegisteredFace]
    /// Why there is none; nil when there is one.
    public var reason: MissingFace?

    /// The faces of a photo; where there are none, a missing reason becomes ``MissingFace/noFace``.
    public init(faces: [RegisteredFace], reason: MissingFace? = nil) {
        self.faces = faces
        self.reason = faces.isEmpty ? reason ?? .noFace : nil
    }
}

/// Why no face was registered in a photo.
public enum MissingFace: String, Sendable, Codable, CaseIterable {
    /// Nothing in the photo has a face's rings.
    case noFace
    /// The picture's edge cuts away too much of it.
    case partial
    /// It has too few pixels.
    case tooSmall
    /// Colours or a disc like a face's, but its rings could not be followed.
    case unclear

    /// The reason in a few words, as a record gives it.
    public var sentence: String {
        switch self {
        case .noFace: "no face is seen"
        case .partial: "only part of a face is in the picture"
        case .tooSmall: "the face is too small in the picture to score on"
        case .unclear: "something like a face is seen, but its rings could not be followed"
        }
    }
}

/// The faces of one photo as they are found, and why others were not.
struct Harvest {
    let registrar: Registrar
    private(set) var faces: [RegisteredFace] = []
    /// Faces by their inner rings alone: one counts where no other face is found.
    private var closeUps: [RegisteredFace] = []
    private var reasons: Set<MissingFace> = []

    init(registrar: Registrar) { self.registrar = registrar }

    /// Whether a place lies on a face that is known.
    func covers(_ place: Point) -> Bool { (faces + closeUps).contains { $0.outline.relativeRadius(of: place) < 1 } }

    /// Whether nothing is known that could be a face.
    var isEmpty: Bool { faces.isEmpty && closeUps.isEmpty }

    mutating func add(_ candidate: Registrar.Candidate) {
        switch registrar.register(candidate) {
        case .missing(let reason): reasons.insert(reason)
        case .closeUp(let face): closeUps.append(face)
        case .face(let face):
            let isKnown = faces.contains {
                $0.outline.relativeRadius(of: face.center) < 0.5 || face.outline.relativeRadius(of: $0.center) < 0.5
            }
            if !isKnown { faces.append(face) }
        }
    }

    /// All of it, the largest and most central face first.
    var result: FaceSearch {
        let size = registrar.pyramid.levels[0].size
        let middle = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
        func rank(_ face: RegisteredFace) -> Double {
            face.outline.meanRadius / (1 + face.center.distance(to: middle) / middle.length)
        }
        let reason = [MissingFace.partial, .tooSmall, .unclear].first { reasons.contains($0) }
        // A close-up shows one face, though it may have been seen twice.
        let found = faces.isEmpty ? closeUps.max { rank($0) < rank($1) }.map { [$0] } ?? [] : faces
        return FaceSearch(faces: found.sorted { rank($0) > rank($1) }, reason: reason)
    }
}
