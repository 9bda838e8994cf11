import Findings
import Foundation
import Scoring

extension Registrar {
    /// A face with a dark disc: a field face, a card, or black and white bands.
    func discFace(_ candidate: Ellipse, _ sampler: Sampler, _ lumas: LumaSampler) -> Outcome {
        // The narrow look first: a wide one can take the sheet's own edge for the disc's.
        let disc = discEdge(candidate, window: 0.06, sampler)
        let narrow = disc.map { discFace(edge: $0, sampler, lumas) } ?? .missing(.noFace)
        if case .face = narrow { return narrow }
        guard let wide = discEdge(candidate, window: 0.12, sampler) else { return narrow }
        if let disc, abs(wide.meanRadius / disc.meanRadius - 1) < 0.02 { return narrow }
        return discFace(edge: wide, sampler, lumas)
    }

    private func discFace(edge disc: Ellipse, _ sampler: Sampler, _ lumas: LumaSampler) -> Outcome {
        if let start = BandedStart(disc: disc, sampler: lumas) {
            return bandedFace(start, sampler)
        }
        let start = DiscStart(sampler: lumas, disc: disc.affineMap(toRadius: 1))
        if let blue = blueFace(start, sampler) { return judged(blue) }
        if let map = fieldMap(start, sampler),
            let refined = refined(Progress(family: .field, map: map), sampler), Self.hasLines(refined)
        {
            return judged(refined)
        }
        return card(start, sampler)
    }

    /// The disc's edge at full sharpness; nil where the candidate's outline is no ellipse that is darker inside.
    private func discEdge(_ candidate: Ellipse, window: Double, _ sampler: Sampler) -> Ellipse? {
        var map = candidate.affineMap(toRadius: 0.4)
        for (window, spread) in [(window, window / 4), (window / 2, 0.01)] {
            guard let search = EdgeSearch(sampler: sampler, map: map) else { return nil }
            let edge = search.find(RingEdge(radius: 0.4, kind: .step), window: window, spread: spread)
            guard edge.visible >= 40, edge.points.count * 2 >= edge.visible,
                let fit = HomographyFit(edge.points, start: map, perspective: 0.02),
                fit.errors.count(where: { abs($0) < 0.03 }) * 2 >= edge.visible
            else { return nil }
            map = fit.homography
        }
        return map.ring(0.4)
    }

    /// From the disc's edge outwards, because a disc alone says little of the perspective.
    private func card(_ start: DiscStart, _ sampler: Sampler) -> Outcome {
        let guesses = (4...7).compactMap { rings in
            // Most cards have four rings in the disc; where two readings are as good, that is the one.
            start.best(DiscStart.marks(rings: rings)).map {
                (rings: rings, map: $0.map, score: $0.score * (rings == 4 ? 1.15 : 1))
            }
        }
        guard let best = guesses.max(by: { $0.score < $1.score }) else { return .missing(.noFace) }
        // No card is much lighter in its middle than around it: a face with a yellow middle of no known kind is.
        guard start.goldContrast(best.map) < 40 else { return .missing(.unclear) }
        let disc = Double(best.rings) / 10
        let scaled = Homography(rows: [disc, 0, 0, 0, disc, 0, 0, 0, 1]).after(best.map)
        var progress = Progress(family: .card, map: scaled)
        for (reach, window, spread) in [
            (disc + 0.1, 0.035, 0.008), (disc + 0.2, 0.03, 0.008), (disc + 0.3, 0.03, 0.008), (1, 0.03, 0.008),
            (1, 0.03, 0.008), (1, 0.025, 0.006), (1, 0.02, 0.005), (1, 0.02, 0.005),
        ] {
            let edges = RingEdge.card(disc: best.rings).filter { $0.radius <= reach + 0.01 }
            guard let next = step(progress, edges: edges, window: window, spread: spread, sampler) else {
                return .missing(.noFace)
            }
            progress = next
        }
        return Self.hasLines(progress) ? judged(progress) : .missing(.noFace)
    }

    /// The map of a field face, where the disc has a yellow middle.
    private func fieldMap(_ start: DiscStart, _ sampler: Sampler) -> Homography? {
        guard let best = start.best(DiscStart.fieldMarks), start.goldContrast(best.map) >= 20,
            let back = best.map.inverse
        else { return nil }
        func colour(_ radius: Double) -> Colour {
            Colour.median(
                (0..<24).compactMap { k in
                    let angle = Double(k) * .pi / 12
                    let place = back.map(Point(x: radius * cos(angle), y: radius * sin(angle)))
                    return sampler.colour(x: place.x, y: place.y)
                })
        }
        let lift = colour(0.14) - colour(0.5)
        // One black from the yellow to the edge: not the red and blue of a colour face seen as one dark disc.
        guard (colour(0.3) - colour(0.9)).length < 0.4 * lift.length else { return nil }
        // Yellow lacks blue, whatever the light does to the black around it.
        return lift.red > 20 && lift.blue < 0.75 * max(lift.red, lift.green) ? best.map : nil
    }

    /// Black and white bands, whose radii are measured along with the map.
    private func bandedFace(_ start: BandedStart, _ sampler: Sampler) -> Outcome {
        var progress = Progress(family: .card, map: start.map)
        var edges = start.edges
        for window in [0.035, 0.03, 0.03] {
            guard let search = EdgeSearch(sampler: sampler, map: progress.map) else { return .missing(.unclear) }
            progress.found = edges.map { search.find($0, window: window, spread: 0.006) }
            let groups = progress.found.map { (places: $0.points.map(\.place), radius: $0.edge.radius) }
            guard let fit = BandedStart.fitted(groups, start: progress.map, spread: 0.006) else {
                return .missing(.unclear)
            }
            progress.map = fit.map
            edges = fit.radii.map { RingEdge(radius: $0, kind: .step) }
        }
        for i in progress.found.indices { progress.found[i].edge = edges[i] }
        guard case .face(var face) = judged(progress) else { return judged(progress) }
        // It is scored by ten equal rings: bands that end elsewhere are as doubtful as rings that do not lie where they should.
        let tenths: [Double] = edges.map { 10 * $0.radius }
        let off = tenths.map { abs($0 - $0.rounded()) }.max() ?? 0
        face.residual = max(face.residual, off)
        return .face(face)
    }
}
