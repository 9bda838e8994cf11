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

    /// From the disc's edge outwards, because a disc alone hardly determines the perspective.
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
        guard Self.hasLines(progress) else { return .missing(.noFace) }
        let outcome = judged(progress)
        guard case .face(var face) = outcome else { return outcome }
        face.bend = bend(of: progress.map, RingEdge.card(disc: best.rings), sampler)
        return .face(face)
    }

    /// How the rings of a card leave its map; they are looked for as far as the next ring is not.
    private func bend(of map: Homography, _ edges: [RingEdge], _ sampler: Sampler) -> RingBend? {
        guard let search = EdgeSearch(sampler: sampler, map: map) else { return nil }
        return RingBend(edges.map { search.find($0, window: Self.bendWindow, spread: 0.005) }, on: map)
    }

    private static let bendWindow = 0.042

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

extension Registrar {
    /// The NFAA's blue face or a spot of its five, followed along its edges; nil where the disc is none.
    func blueFace(_ start: DiscStart, _ sampler: Sampler) -> Progress? {
        // Few discs are blue: the others need no search for a centre.
        guard let ink = median(start.disc, 0.92, sampler), ink.blue > Self.leastBlue * ink.red else { return nil }
        let readings: [(family: FaceFamily, marks: [DiscStart.Mark])] = [
            (.nfaaSpot, DiscStart.spotMarks), (.nfaa, DiscStart.fieldMarks),
        ]
        for (family, marks) in readings {
            guard let best = start.best(marks), isBlueAroundWhite(best.map, middle: marks[0].radius, sampler) else {
                continue
            }
            let outline = family.outlineRadius
            let map = Homography(rows: [outline, 0, 0, 0, outline, 0, 0, 0, 1]).after(best.map)
            if let refined = refined(Progress(family: family, map: map), sampler), Self.hasLines(refined) {
                return refined
            }
        }
        return nil
    }

    /// Whether a disc is of one blue around a white middle.
    ///
    /// - Parameters:
    ///   - map: From the photo to a plane in which the disc's radius is 1.
    ///   - middle: The white's radius there.
    private func isBlueAroundWhite(_ map: Homography, middle: Double, _ sampler: Sampler) -> Bool {
        guard let white = median(map, middle * 0.7, sampler), let inner = median(map, middle + 0.1, sampler),
            let outer = median(map, 0.92, sampler)
        else { return false }
        let lift = white - outer
        // One print from the white to the edge: not the rings of a colour face seen as one dark disc.
        guard lift.luma > 30, (inner - outer).length < 0.35 * lift.length else { return false }
        guard white.red > 0, white.blue > 0, outer.red > 0 else { return false }
        // White has some of every colour even in a warm light, gold has not; and against it the print must be blue.
        let cast = white.blue / white.red
        return cast > 0.45 && outer.blue > Self.leastBlue * outer.red && outer.blue / outer.red > 1.5 * cast
    }

    /// How much more blue than red the print has at least.
    private static let leastBlue = 1.15

    /// The median colour around a circle of the plane; nil where it lies outside the picture.
    private func median(_ map: Homography, _ radius: Double, _ sampler: Sampler) -> Colour? {
        guard let back = map.inverse else { return nil }
        let colours = (0..<48).compactMap { k in
            let angle = Double(k) * .pi / 24
            let place = back.map(Point(x: radius * cos(angle), y: radius * sin(angle)))
            return sampler.colour(x: place.x, y: place.y)
        }
        return colours.isEmpty ? nil : Colour.median(colours)
    }
}
