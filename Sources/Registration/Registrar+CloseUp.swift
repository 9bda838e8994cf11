import Findings
import Scoring

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
