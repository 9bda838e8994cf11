import Findings
import Foundation

/// The outline of a dark disc that a detector saw, where shafts, shadows and torn paper keep it from being one dark patch.
///
/// Along rays from the box's middle the places are gathered where it becomes lighter; the ellipse that most of them
/// agree with is the disc's.
struct HintedDisc {
    let sampler: LumaSampler

    private static let rayCount = 120
    /// How far a disc's edge may lie from that of the box's ellipse, as shares of its radius.
    private static let reach = 0.6...1.4
    /// A ray offers this many places: on some the strongest is a shaft's or a line's.
    private static let placesOfRay = 2
    /// The least rise of brightness that may be an edge, in levels of 255.
    private static let leastRise = 12.0
    /// The least number of places that must agree, as a share of the rays.
    private static let leastSupport = 0.5

    /// The ellipse in pixels of the photo; nil where there is none to be seen.
    func ellipse(in box: Box) -> Ellipse? {
        let points = (0..<Self.rayCount).flatMap { ray in
            let angle = Double(ray) * 2 * .pi / Double(Self.rayCount)
            return rises(from: box.center, along: Point(x: cos(angle) * box.width / 2, y: sin(angle) * box.height / 2))
        }
        guard let fit = EllipseFit(points, tolerance: 0.025, trials: 300) else { return nil }
        let agreeing = fit.inliers.count { $0 }
        guard Double(agreeing) >= Self.leastSupport * Double(Self.rayCount) else { return nil }
        return fit.ellipse
    }

    /// The places along a ray where it becomes lighter the most.
    private func rises(from middle: Point, along way: Point) -> [Point] {
        let step = max(1 / max(way.length * sampler.factor, 1), 0.005)
        // As far as the picture reaches.
        let lumas = Array(
            stride(from: Self.reach.lowerBound, through: Self.reach.upperBound, by: step)
                .map { sampler.luma(x: middle.x + way.x * $0, y: middle.y + way.y * $0) }
                .prefix { $0 >= 0 })
        /// Samples to both sides that are compared: wider than a printed line.
        let width = 5
        guard lumas.count > 2 * width else { return [] }
        var rises = (0...lumas.count - 2 * width).map { start in
            let inner = lumas[start..<start + width].reduce(0, +)
            return (lumas[start + width..<start + 2 * width].reduce(0, +) - inner) / Double(width)
        }
        var places: [Point] = []
        while places.count < Self.placesOfRay, let best = rises.indices.max(by: { rises[$0] < rises[$1] }),
            rises[best] >= Self.leastRise
        {
            let share = Self.reach.lowerBound + (Double(best + width) - 0.5) * step
            places.append(middle + way * share)
            for near in max(best - width, 0)...min(best + width, rises.count - 1) { rises[near] = 0 }
        }
        return places
    }
}
