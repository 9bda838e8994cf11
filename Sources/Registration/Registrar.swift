import Findings
import Foundation
import Scoring

/// Turns a candidate into a registered face, or says why it is none.
struct Registrar {
    let pyramid: Pyramid
    let wanted: Set<FaceFamily>
    static let debug = getenv("REGDEBUG") != nil

    enum Outcome {
        case face(RegisteredFace)
        case missing(MissingFace)
    }

    /// One pass: what is searched, how far around, and how far off a point may lie.
    private struct Pass {
        var window: Double
        var spread: Double
        var withLines: Bool
    }

    private static let passes = [
        Pass(window: 0.045, spread: 0.015, withLines: false),
        Pass(window: 0.03, spread: 0.008, withLines: true),
        Pass(window: 0.02, spread: 0.005, withLines: true),
        Pass(window: 0.02, spread: 0.005, withLines: true),
    ]

    func register(_ candidate: Candidate) -> Outcome {
        guard let ring = candidate.start.ring(0.4) else { return .missing(.unclear) }
        let radius = ring.meanRadius / 0.4
        guard radius >= 24 else { return .missing(.tooSmall) }
        let level = pyramid.level(forLength: radius, atLeast: 300)
        return pyramid.levels[level].withSampler(scale: pyramid.scale(of: level)) { sampler in
            register(candidate, level, sampler)
        }
    }

    private func register(_ candidate: Candidate, _ level: Int, _ sampler: Sampler) -> Outcome {
        var map = candidate.start
        let families: [FaceFamily]
        switch candidate.kind {
        case .colour:
            // The inner two edges first: the family is read further out, where the first map is not good enough.
            for window in [0.07, 0.05] {
                guard let search = EdgeSearch(sampler: sampler, map: map) else { return .missing(.unclear) }
                let points = [0.2, 0.4].flatMap {
                    search.find(RingEdge(radius: $0, kind: .step), window: window, spread: window / 4).points
                }
                guard let fit = HomographyFit(points, start: map, perspective: 0.1) else { return .missing(.unclear) }
                map = fit.homography
            }
            guard let search = EdgeSearch(sampler: sampler, map: map) else { return .missing(.unclear) }
            families = ColourExtent(search: search).families
        case .field: families = [.field]
        case .card: families = [.card]
        }
        guard let family = families.first(where: wanted.contains) else { return .missing(.noFace) }
        return family == .card ? card(map, level, sampler) : refine(map, family, sampler)
    }

    private func refine(_ start: Homography, _ family: FaceFamily, _ sampler: Sampler) -> Outcome {
        var map = start
        var found: [EdgeSearch.Found] = []
        for pass in Self.passes {
            guard let search = EdgeSearch(sampler: sampler, map: map) else { return .missing(.unclear) }
            let edges = family.steps + (pass.withLines ? family.lines : [])
            found = edges.map { search.find($0, window: pass.window, spread: pass.spread) }
            guard let fit = HomographyFit(found.flatMap(\.points), start: map) else { return .missing(.unclear) }
            map = fit.homography
        }
        guard family != .field || Self.hasLines(map, found) else { return .missing(.noFace) }
        return judge(map, family, found, sampler)
    }

    /// From the disc's edge outwards, because a disc alone says little of the perspective.
    private func card(_ start: Homography, _ level: Int, _ sampler: Sampler) -> Outcome {
        var map = start
        for (window, spread) in [(0.12, 0.03), (0.06, 0.01)] {
            guard let search = EdgeSearch(sampler: sampler, map: map) else { return .missing(.unclear) }
            let disc = search.find(RingEdge(radius: 0.4, kind: .step), window: window, spread: spread)
            if Self.debug { print("disc", map.ring(0.4)!, disc.points.count, disc.visible) }
            guard disc.points.count * 2 >= disc.visible, disc.visible >= 40,
                let fit = HomographyFit(disc.points, start: map, perspective: 0.02),
                fit.errors.count(where: { abs($0) < 0.03 }) * 2 >= disc.visible
            else { return .missing(.noFace) }
            map = fit.homography
        }
        guard let ellipse = map.ring(0.4) else { return .missing(.noFace) }
        let best = pyramid.levels[level].withLumaSampler(scale: pyramid.scale(of: level)) { sampler in
            let start = DiscStart(sampler: sampler, disc: ellipse.affineMap(toRadius: 1))
            return [4, 3, 5, 6, 7].compactMap { rings in
                start.best(DiscStart.marks(rings: rings)).map { (rings: rings, map: $0.map, score: $0.score) }
            }.max { $0.score * ($0.rings == 4 ? 1.15 : 1) < $1.score * ($1.rings == 4 ? 1.15 : 1) }
        }
        let banded = pyramid.levels[level].withLumaSampler(scale: pyramid.scale(of: level)) {
            BandedStart(disc: ellipse, sampler: $0)
        }
        if let banded { return bands(banded, sampler) }
        if let field = field(ellipse, level, sampler) { return refine(field, .field, sampler) }
        guard let best else { return .missing(.noFace) }
        let disc = Double(best.rings) / 10
        map = Homography(rows: [disc, 0, 0, 0, disc, 0, 0, 0, 1]).after(best.map)
        var found: [EdgeSearch.Found] = []
        for (reach, window, spread) in [
            (disc + 0.1, 0.035, 0.008), (disc + 0.2, 0.03, 0.008), (disc + 0.3, 0.03, 0.008), (1, 0.03, 0.008),
            (1, 0.03, 0.008),
            (1, 0.025, 0.006), (1, 0.02, 0.005), (1, 0.02, 0.005),
        ] {
            guard let search = EdgeSearch(sampler: sampler, map: map) else { return .missing(.unclear) }
            let edges = RingEdge.card(disc: best.rings).filter { $0.radius <= reach + 0.01 }
            found = edges.map { search.find($0, window: window, spread: spread) }
            guard let fit = HomographyFit(found.flatMap(\.points), start: map) else { return .missing(.unclear) }
            map = fit.homography
        }
        guard Self.hasLines(map, found) else { return .missing(.noFace) }
        return judge(map, .card, found, sampler)
    }

    /// The map of a field face, where the disc's middle is a yellow one.
    private func field(_ disc: Ellipse, _ level: Int, _ sampler: Sampler) -> Homography? {
        guard wanted.contains(.field) else { return nil }
        let best = pyramid.levels[level].withLumaSampler(scale: pyramid.scale(of: level)) { sampler in
            let start = DiscStart(sampler: sampler, disc: disc.affineMap(toRadius: 1))
            return start.best(DiscStart.fieldMarks).map { (map: $0.map, contrast: start.goldContrast($0.map)) }
        }
        guard let best, best.contrast >= 20, let back = best.map.inverse else { return nil }
        func colour(_ radius: Double) -> Colour {
            let colours = (0..<24).compactMap { k in
                let angle = Double(k) * .pi / 12
                let place = back.map(Point(x: radius * cos(angle), y: radius * sin(angle)))
                return sampler.colour(x: place.x, y: place.y)
            }
            func median(_ channel: (Colour) -> Double) -> Double {
                colours.isEmpty ? 0 : colours.map(channel).sorted()[colours.count / 2]
            }
            return Colour(red: median(\.red), green: median(\.green), blue: median(\.blue))
        }
        // Yellow lacks blue, whatever the light does to the black around it.
        let (gold, black) = (colour(0.14), colour(0.5))
        let lift = gold - black
        // One black from the yellow to the edge: not the red and blue of a colour face seen as one dark disc.
        guard (colour(0.3) - colour(0.9)).length < 0.4 * lift.length else { return nil }
        return lift.red > 20 && lift.blue < 0.75 * max(lift.red, lift.green) ? best.map : nil
    }

    /// Whether thin lines follow the face's shape: a dark ellipse alone is no face.
    private static func hasLines(_ map: Homography, _ found: [EdgeSearch.Found]) -> Bool {
        let shares = found.filter { $0.edge.kind != .step && $0.visible >= 40 }.map { ring in
            Double(ring.points.count { abs(map.map($0.place).length - ring.edge.radius) < 0.01 })
                / Double(ring.visible)
        }
        return shares.count(where: { $0 >= 0.3 }) >= 2 && shares.reduce(0, +) >= 1.3
    }

    private func bands(_ start: BandedStart, _ sampler: Sampler) -> Outcome {
        var map = start.map
        var edges = start.edges
        var found: [EdgeSearch.Found] = []
        for window in [0.035, 0.03, 0.03] {
            guard let search = EdgeSearch(sampler: sampler, map: map) else { return .missing(.unclear) }
            found = edges.map { search.find($0, window: window, spread: 0.006) }
            let groups = found.map { (places: $0.points.map(\.place), radius: $0.edge.radius) }
            guard let fit = BandedStart.fitted(groups, start: map, spread: 0.006) else { return .missing(.unclear) }
            map = fit.map
            edges = fit.radii.map { RingEdge(radius: $0, kind: .step) }
        }
        for i in found.indices { found[i].edge = edges[i] }
        if Self.debug { print("bands", edges.map(\.radius)) }
        return judge(map, .card, found, sampler)
    }

    private func judge(
        _ map: Homography, _ family: FaceFamily, _ found: [EdgeSearch.Found], _ sampler: Sampler
    ) -> Outcome {
        guard let outline = map.ring(family.outlineRadius), let back = map.inverse else { return .missing(.unclear) }
        let size = pyramid.levels[0].size
        let center = back.map(Point(x: 0, y: 0))
        let share = Self.visibleShare(back, radius: family.outlineRadius, in: size)
        if Self.debug { print(family, "share", share, center, found.map { ($0.edge.radius, $0.points.count, $0.visible) }) }
        guard share >= 0.55, Self.contains(size, center) else { return .missing(.partial) }
        var squares = 0.0
        var agreeing = 0
        var visible = 0
        for ring in found where ring.edge.kind == .step {
            visible += ring.visible
            for point in ring.points {
                let error = map.map(point.place).length - ring.edge.radius
                guard abs(error) < 0.02 else { continue }
                agreeing += 1
                squares += error * error
            }
        }
        guard visible > 0, agreeing > 0 else { return .missing(.unclear) }
        let support = Double(agreeing) / Double(visible)
        guard support >= 0.35 else { return .missing(.unclear) }
        let residual = 10 * (squares / Double(agreeing)).squareRoot()
        let confidence =
            min(max((support - 0.3) / 0.5, 0), 1) * min(1, 0.4 + 0.6 * (share - 0.5) / 0.45)
            / (1 + (residual / 0.25) * (residual / 0.25))
        return .face(
            RegisteredFace(
                family: family, homography: map, outline: outline, residual: residual, confidence: confidence))
    }

    /// The share of the face's area that the picture shows, as the face itself measures it.
    private static func visibleShare(_ toPhoto: Homography, radius: Double, in size: PixelSize) -> Double {
        var inside = 0
        for ring in 0..<10 {
            let distance = radius * ((Double(ring) + 0.5) / 10).squareRoot()
            for k in 0..<60 {
                let angle = Double(k) * .pi / 30
                if contains(size, toPhoto.map(Point(x: distance * cos(angle), y: distance * sin(angle)))) { inside += 1 }
            }
        }
        return Double(inside) / 600
    }

    private static func contains(_ size: PixelSize, _ point: Point) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x <= Double(size.width) && point.y <= Double(size.height)
    }
}
