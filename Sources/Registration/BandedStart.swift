import Findings
import Foundation

/// A first map of a face of black and white bands, from all of its bands' edges.
///
/// Such prints do not keep to ten equal rings, so the radii are measured along with the map: concentric circles fix
/// the perspective whatever their radii are. The outermost edge is taken as the full radius.
struct BandedStart {
    let map: Homography
    /// The bands' edges from the inside out; the last is 1.
    let edges: [RingEdge]

    private static let rayCount = 144
    private static let rounds = 12
    /// Fewer edges than this may be anything: the bull's eye in the middle of a MaxiCode has six.
    private static let fewestEdges = 7

    /// - Parameter disc: the dark middle, in pixels of the photo.
    init?(disc: Ellipse, sampler: LumaSampler) {
        let crossings = (0..<Self.rayCount).map { Self.crossings(disc: disc, ray: $0, sampler) }
        var rings: [[Point]] = []
        var radii: [Double] = []
        var last = disc
        while true {
            let index = rings.count
            let points = crossings.compactMap { index < $0.count ? $0[index] : nil }
            guard points.count * 3 >= Self.rayCount * 2, let fit = EllipseFit(points, tolerance: 0.04),
                fit.support * Double(points.count) >= 0.6 * Double(Self.rayCount),
                index == 0 || fit.ellipse.meanRadius > 1.05 * last.meanRadius,
                fit.ellipse.center.distance(to: disc.center) < 0.4 * fit.ellipse.meanRadius
            else { break }
            rings.append(zip(points, fit.inliers).filter(\.1).map(\.0))
            radii.append(fit.ellipse.meanRadius)
            last = fit.ellipse
        }
        // The outermost band is black: beyond it comes the paper, whose own edge is no ring.
        if rings.count % 2 == 0, !rings.isEmpty {
            rings.removeLast()
            radii.removeLast()
        }
        guard rings.count >= Self.fewestEdges, let outer = radii.last,
            let outline = EllipseFit.leastSquares(rings[rings.count - 1])
        else { return nil }
        let groups = zip(rings, radii).map { (places: $0, radius: $1 / outer) }
        guard let result = Self.fitted(groups, start: outline.affineMap(toRadius: 1), spread: 0.02) else { return nil }
        map = result.map
        edges = result.radii.map { RingEdge(radius: $0, kind: .step) }
    }

    /// The map and the radii that agree best: each in turn is fitted with the other held.
    static func fitted(
        _ groups: [(places: [Point], radius: Double)], start: Homography, spread: Double
    ) -> (map: Homography, radii: [Double])? {
        var map = start
        var radii = groups.map(\.radius)
        for _ in 0..<Self.rounds {
            let points = zip(groups, radii).flatMap { group, radius in
                group.places.map { RingPoint(place: $0, radius: radius, spread: spread) }
            }
            guard let fit = HomographyFit(points, start: map) else { return nil }
            map = fit.homography
            let seen = groups.map { group in
                let distances = group.places.map { map.map($0).length }.sorted()
                return distances.isEmpty ? group.radius : distances[distances.count / 2]
            }
            guard let outer = seen.last, outer > 0 else { return nil }
            radii = seen.map { $0 / outer }
            map = Homography(rows: [1 / outer, 0, 0, 0, 1 / outer, 0, 0, 0, 1]).after(map).normalized
        }
        return (map, radii)
    }

    /// Where a ray from the disc's centre passes between dark and light.
    private static func crossings(disc: Ellipse, ray: Int, _ sampler: LumaSampler) -> [Point] {
        let angle = Double(ray) * 2 * .pi / Double(rayCount)
        let edge = disc.point(at: angle)
        let direction = edge - disc.center
        let step = 0.5 / max(direction.length * sampler.factor, 1)
        func luma(_ t: Double) -> Double {
            sampler.luma(x: disc.cx + direction.x * t, y: disc.cy + direction.y * t)
        }
        let dark = [0.85, 0.89, 0.93].map { luma($0) }.sorted()[1]
        let light = [1.08, 1.13, 1.18].map { luma($0) }.sorted()[1]
        guard dark >= 0, light > dark + 25 else { return [] }
        let middle = (dark + light) / 2
        let margin = (light - dark) * 0.15
        var crossings: [Point] = []
        var isDark = true
        var t = 0.9
        var before = luma(t)
        var crossed = t
        while t < 16, crossings.count < 24 {
            let next = luma(t + step)
            guard next >= 0 else { break }
            if (before - middle) * (next - middle) <= 0, before != next {
                crossed = t + step * (middle - before) / (next - before)
            }
            if isDark ? next > middle + margin : next < middle - margin {
                isDark.toggle()
                crossings.append(disc.center + direction * crossed)
            }
            before = next
            t += step
        }
        return crossings
    }
}
