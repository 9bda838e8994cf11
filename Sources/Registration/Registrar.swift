import Findings
import Foundation
import Scoring

/// Turns a candidate into a registered face, or names the reason why it is none.
struct Registrar {
    let pyramid: Pyramid

    enum Outcome {
        case face(RegisteredFace)
        /// A face by its inner rings alone: too much of the outer ones is outside the picture.
        case closeUp(RegisteredFace)
        case missing(MissingFace)
    }

    /// A place where a face may be.
    enum Candidate {
        /// A map from pixels of the photo to the plane, good to a few hundredths of the radius within the red.
        case colour(start: Homography)
        /// The outline, in pixels of the photo, of a gold middle whose red need not be seen all around.
        case gold(Ellipse)
        /// A dark ellipse in pixels of the photo: a card's disc, the middle of a banded face, or a field face.
        case disc(Ellipse)
    }

    /// What is known of a face while its edges are followed.
    struct Progress {
        var family: FaceFamily
        var map: Homography
        /// The edges that were seen in the last pass.
        var found: [EdgeSearch.Found] = []
    }

    /// A face of fewer pixels from the centre to its full radius is not scored on.
    private static let leastRadius = 24.0
    /// The full radius, in pixels, on the level of the pyramid that edges are searched on: finer is noise.
    private static let searchedRadius = 300.0

    func register(_ candidate: Candidate) -> Outcome {
        let radius: Double
        switch candidate {
        case .colour(let start):
            guard let red = start.ring(0.4) else { return .missing(.unclear) }
            radius = red.meanRadius / 0.4
            guard radius >= Self.leastRadius else { return .missing(.tooSmall) }
        case .gold(let gold): radius = gold.meanRadius / 0.2
        case .disc(let disc):
            // Dark dots are everywhere; a small one is no evidence of a face.
            radius = disc.meanRadius / 0.4
            guard radius >= Self.leastRadius else { return .missing(.noFace) }
        }
        let level = pyramid.level(forLength: radius, atLeast: Self.searchedRadius)
        let scale = pyramid.scale(of: level)
        return pyramid.levels[level].withSampler(scale: scale) { sampler in
            switch candidate {
            case .colour(let start): return colourFace(start, sampler)
            case .gold(let gold): return closeUp(gold, sampler)
            case .disc(let disc):
                return pyramid.withLumaSampler(level: level) { discFace(disc, sampler, $0) }
            }
        }
    }

    /// One pass of a search for edges and a fit of the map to all that were seen; nil where the map went astray.
    func step(
        _ progress: Progress, edges: [RingEdge], window: Double, spread: Double, _ sampler: Sampler
    ) -> Progress? {
        guard let search = EdgeSearch(sampler: sampler, map: progress.map) else { return nil }
        let found = edges.map { search.find($0, window: window, spread: spread) }
        guard let fit = HomographyFit(found.flatMap(\.points), start: progress.map) else { return nil }
        return Progress(family: progress.family, map: fit.homography, found: found)
    }
}

extension Registrar {
    /// The least share of a face's area that must be in the picture, or of its middle's.
    private static let leastShare = 0.55
    /// The radius of gold and red: of a close-up, that share of these must be in the picture.
    static let middleRadius = 0.4
    /// The least share of the rays, in the picture, on which the colour edges are where the map puts them.
    private static let leastSupport = 0.35
    /// An edge this far from its ring, in radii, does not belong to it.
    private static let agreement = 0.02

    /// The face as it is reported, or why it is none.
    func judged(_ progress: Progress) -> Outcome {
        let (map, family) = (progress.map, progress.family)
        guard let outline = map.ring(family.outlineRadius), let back = map.inverse else { return .missing(.unclear) }
        let size = pyramid.levels[0].size
        guard Self.contains(size, back.map(Point(x: 0, y: 0))) else { return .missing(.partial) }
        var share = Self.visibleShare(back, radius: family.outlineRadius, in: size)
        let isCloseUp = share < Self.leastShare
        if isCloseUp {
            // Gold and red fix the map; a disc's few lines do not.
            guard !family.isFoundByDisc, Self.hasMiddle(progress) else { return .missing(.partial) }
            share = Self.visibleShare(back, radius: Self.middleRadius, in: size)
            guard share >= Self.leastShare else { return .missing(.partial) }
        }
        var squares = 0.0
        var agreeing = 0
        var visible = 0
        for ring in progress.found where ring.edge.kind == .step {
            visible += ring.visible
            for point in ring.points {
                let error = map.map(point.place).length - ring.edge.radius
                guard abs(error) < Self.agreement else { continue }
                agreeing += 1
                squares += error * error
            }
        }
        guard agreeing > 0, Double(agreeing) >= Self.leastSupport * Double(visible) else { return .missing(.unclear) }
        let support = Double(agreeing) / Double(visible)
        let residual = 10 * (squares / Double(agreeing)).squareRoot()
        // Each of the three alone can make a registration doubtful.
        let confidence =
            min((support - 0.3) / 0.6, 1) * min(0.4 + 0.6 * (share - 0.5) / 0.45, 1)
            / (1 + (residual / 0.25) * (residual / 0.25))
        let face = RegisteredFace(
            family: family, homography: map, outline: outline, residual: residual, confidence: confidence)
        return isCloseUp ? .closeUp(face) : .face(face)
    }

    /// Whether thin lines follow the face's shape: a dark ellipse alone is no face.
    static func hasLines(_ progress: Progress) -> Bool {
        let shares = progress.found.filter { $0.edge.kind != .step && $0.visible >= 40 }
            .map { share(of: $0, on: progress.map) }
        return shares.count(where: { $0 >= 0.3 }) >= 2 && shares.reduce(0, +) >= 1.3
    }

    /// The share of a ring's rays on which it is where the map puts it.
    static func share(of ring: EdgeSearch.Found, on map: Homography) -> Double {
        let near = ring.points.count { abs(map.map($0.place).length - ring.edge.radius) < 0.01 }
        return Double(near) / Double(ring.visible)
    }

    /// The share of the face's area that the picture shows, as the face itself measures it.
    private static func visibleShare(_ toPhoto: Homography, radius: Double, in size: PixelSize) -> Double {
        var inside = 0
        for ring in 0..<10 {
            let distance = radius * ((Double(ring) + 0.5) / 10).squareRoot()
            for k in 0..<60 {
                let angle = Double(k) * .pi / 30
                let place = toPhoto.map(Point(x: distance * cos(angle), y: distance * sin(angle)))
                if contains(size, place) { inside += 1 }
            }
        }
        return Double(inside) / 600
    }

    private static func contains(_ size: PixelSize, _ point: Point) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x <= Double(size.width) && point.y <= Double(size.height)
    }
}
