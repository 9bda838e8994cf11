import Findings
import Foundation
import Scoring

extension Registrar {
    /// The least share of a face's area that must be in the picture.
    private static let leastShare = 0.55
    /// The least share of the rays, in the picture, on which the colour edges are where the map puts them.
    private static let leastSupport = 0.35
    /// An edge this far from its ring, in radii, does not belong to it.
    private static let agreement = 0.02

    /// The face as it is reported, or why it is none.
    func judged(_ progress: Progress) -> Outcome {
        let (map, family) = (progress.map, progress.family)
        guard let outline = map.ring(family.outlineRadius), let back = map.inverse else { return .missing(.unclear) }
        let size = pyramid.levels[0].size
        let share = Self.visibleShare(back, radius: family.outlineRadius, in: size)
        guard share >= Self.leastShare, Self.contains(size, back.map(Point(x: 0, y: 0))) else {
            return .missing(.partial)
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
        return .face(
            RegisteredFace(
                family: family, homography: map, outline: outline, residual: residual, confidence: confidence))
    }

    /// Whether thin lines follow the face's shape: a dark ellipse alone is no face.
    static func hasLines(_ progress: Progress) -> Bool {
        let shares = progress.found.filter { $0.edge.kind != .step && $0.visible >= 40 }.map { ring in
            let near = ring.points.count { abs(progress.map.map($0.place).length - ring.edge.radius) < 0.01 }
            return Double(near) / Double(ring.visible)
        }
        return shares.count(where: { $0 >= 0.3 }) >= 2 && shares.reduce(0, +) >= 1.3
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
