import Findings
import Scoring

extension Registrar {
    /// A face with gold, red and blue.
    func colourFace(_ start: Homography, _ sampler: Sampler) -> Outcome {
        // The inner two edges first: the family is read further out, where the first map is not good enough.
        var map = start
        for window in [0.07, 0.05] {
            guard let search = EdgeSearch(sampler: sampler, map: map) else { return .missing(.unclear) }
            let points = [0.2, 0.4].flatMap {
                search.find(RingEdge(radius: $0, kind: .step), window: window, spread: window / 4).points
            }
            guard let fit = HomographyFit(points, start: map, perspective: 0.1) else { return .missing(.unclear) }
            map = fit.homography
        }
        guard let search = EdgeSearch(sampler: sampler, map: map) else { return .missing(.unclear) }
        guard let family = ColourExtent.family(of: search) else { return closeUp(map, sampler) }
        guard let refined = refined(Progress(family: family, map: map), sampler) else { return .missing(.unclear) }
        return judged(refined)
    }

    /// Follows all edges of a family, in windows that grow narrower.
    func refined(_ start: Progress, _ sampler: Sampler) -> Progress? {
        var progress = start
        let family = start.family
        for (window, spread, edges) in [
            (0.045, 0.015, family.steps), (0.03, 0.008, family.rings),
            (0.02, 0.005, family.rings), (0.02, 0.005, family.rings),
        ] {
            guard let next = step(progress, edges: edges, window: window, spread: spread, sampler) else { return nil }
            progress = next
        }
        return progress
    }
}

/// Close-ups: faces that do not fit into the picture, as archers photograph a good group.
extension Registrar {
    /// A face of which little more than gold and red may be seen.
    func closeUp(_ gold: Ellipse, _ sampler: Sampler) -> Outcome {
        // From the gold outwards: one ring's arc leaves the tilt open, every further ring narrows it.
        var progress = Progress(family: .tenRing, map: gold.affineMap(toRadius: 0.2))
        for (reach, window, spread) in [(0.2, 0.03, 0.01), (0.3, 0.03, 0.01), (0.4, 0.05, 0.015), (0.4, 0.03, 0.01)] {
            let edges = FaceFamily.tenRing.rings.filter { $0.radius <= reach + 0.01 }
            guard let next = step(progress, edges: edges, window: window, spread: spread, sampler) else {
                return .missing(.noFace)
            }
            progress = next
        }
        return closeUp(progress.map, sampler)
    }

    /// A face whose blue does not end in the picture, or on too few rays to tell the family as usual.
    func closeUp(_ map: Homography, _ sampler: Sampler) -> Outcome {
        guard let search = EdgeSearch(sampler: sampler, map: map),
            let refined = refined(Progress(family: ColourExtent.family(ofCloseUp: search), map: map), sampler),
            Self.hasMiddle(refined)
        else { return .missing(.unclear) }
        let outcome = judged(refined)
        guard case .face(let face) = outcome else { return outcome }
        return .closeUp(face)
    }

    /// Whether what is printed on gold and red follows the face's shape: a yellow spot in something red is no face.
    static func hasMiddle(_ progress: Progress) -> Bool {
        if hasLines(progress) { return true }
        let seen = progress.found.filter { $0.edge.radius <= middleRadius + 0.01 && $0.visible >= 24 }
        let (edges, lines) = (seen.filter { $0.edge.kind == .step }, seen.filter { $0.edge.kind != .step })
        // Holes and shafts break the lines of a worn face up, but not where its colours meet.
        return edges.count == 2 && edges.allSatisfy { share(of: $0, on: progress.map) >= 0.5 }
            && lines.reduce(0) { $0 + share(of: $1, on: progress.map) } >= 0.6
    }
}

/// How far out a colour face is printed: where its blue ends, and whether black follows.
enum ColourExtent {
    /// The family that fits what is seen best; nil where no blue is seen.
    static func family(of search: EdgeSearch) -> FaceFamily? {
        var ends: [Double] = []
        var darker = 0
        var lighter = 0
        for ray in stride(from: 0, to: search.rayCount, by: 2) {
            guard let end = blueEnd(search, ray) else { continue }
            ends.append(end.radius)
            if end.darker { darker += 1 } else { lighter += 1 }
        }
        guard ends.count >= 8 else { return nil }
        if ends.sorted()[ends.count / 2] < 0.55 { return .fiveRing }
        return darker > lighter ? .tenRing : .sixRing
    }

    /// The family that fits a face best of which hardly anything is seen beyond its blue.
    static func family(ofCloseUp search: EdgeSearch) -> FaceFamily {
        let ends = stride(from: 0, to: search.rayCount, by: 2).compactMap { ray in
            blue(search, ray).flatMap { $0.seen >= 0.56 ? $0.end : nil }
        }.sorted()
        // Five rings' blue ends at 0.5; where that cannot be seen, ten rings are the likeliest.
        return ends.count >= 8 && ends[ends.count / 2] < 0.53 ? .fiveRing : .tenRing
    }

    /// Where the blue of one ray ends, and whether what follows is darker.
    private static func blueEnd(_ search: EdgeSearch, _ ray: Int) -> (radius: Double, darker: Bool)? {
        guard let blue = blue(search, ray), blue.seen >= 0.66, blue.end < 0.68 else { return nil }
        let beyond = [0.03, 0.04, 0.05, 0.06].compactMap { colour(search, ray, blue.end + $0)?.luma }.sorted()
        guard beyond.count == 4 else { return nil }
        return (blue.end, (beyond[1] + beyond[2]) / 2 < 0.7 * blue.luma)
    }

    /// Where the blue of one ray ends, how bright it is, and how far the ray was followed in the picture.
    private static func blue(_ search: EdgeSearch, _ ray: Int) -> (end: Double, luma: Double, seen: Double)? {
        let blues = stride(from: 0.425, through: 0.475, by: 0.01).compactMap { colour(search, ray, $0) }
        guard blues.count == 6 else { return nil }
        let blue = Colour.median(blues)
        guard blue.blue > blue.red * 1.1 else { return nil }
        let limit = max(0.3 * blue.length, 20)
        var score = 0.0
        var best = (score: -Double.infinity, radius: 0.0)
        var radius = 0.45
        while radius < 0.72, let seen = colour(search, ray, radius) {
            // Up to the end everything looks blue, beyond it nothing.
            score += (seen - blue).length < limit ? 1 : -1
            if score > best.score { best = (score, radius) }
            radius += 0.005
        }
        return (best.radius, blue.luma, radius)
    }

    private static func colour(_ search: EdgeSearch, _ ray: Int, _ radius: Double) -> Colour? {
        let place = search.toPhoto.map(search.direction(of: ray) * radius)
        return search.sampler.colour(x: place.x, y: place.y)
    }
}
