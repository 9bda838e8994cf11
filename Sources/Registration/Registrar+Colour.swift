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
