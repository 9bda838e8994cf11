import Findings
import Foundation

/// Grows the box of a line's core to the whole line: the model finds text shrunk, so that lines do not run together.
///
/// The way outwards is area * 1.6 / circumference, after Vatti's clipping as M. Liao et al. use it in Real-time Scene Text
/// Detection with Differentiable Binarization, 2020. Corners are rounded and lie on whole numbers as in A. Johnson's
/// Clipper library, so that boxes are the original's to the pixel.
enum BoxGrowth {
    private static let ratio = 1.6
    /// How far a corner's polygon may lie from its arc, in pixels: Clipper's default.
    private static let arcTolerance = 0.25

    /// The smallest rectangle around a grown box; nil where there is none.
    static func grown(_ box: Quadrilateral) -> MinimumAreaRectangle? {
        let distance = area(box.corners) * ratio / circumference(box.corners)
        guard distance.isFinite, distance > arcTolerance else { return nil }
        return MinimumAreaRectangle(around: outline(box, distance: distance))
    }

    /// The corners of a polygon at a distance around a box whose corners lose their fractions.
    static func outline(_ box: Quadrilateral, distance: Double) -> [Point] {
        let corners = box.corners.map { Point(x: $0.x.rounded(.towardZero), y: $0.y.rounded(.towardZero)) }
        let turn = min(Double.pi / acos(1 - arcTolerance / distance), distance * .pi)
        var points: [Point] = []
        for (index, corner) in corners.enumerated() {
            let before = corner - corners[(index + 3) % 4]
            let after = corners[(index + 1) % 4] - corner
            guard before.length > 0, after.length > 0 else { continue }
            // Corners go clockwise as the picture is seen, so that the outside is on the left hand.
            let first = atan2(-before.x, before.y)
            let angle = atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y)
            let steps = max(Int((turn * abs(angle) / (2 * .pi)).rounded()), 1)
            let angles = (0..<steps).map { first + Double($0) * 2 * .pi / turn } + [first + angle]
            points += angles.map { angle in
                Point(
                    x: (corner.x + distance * cos(angle)).rounded(), y: (corner.y + distance * sin(angle)).rounded())
            }
        }
        return points
    }

    private static func area(_ corners: [Point]) -> Double {
        let doubled = corners.indices.reduce(0.0) { sum, index in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            return sum + a.x * b.y - a.y * b.x
        }
        return abs(doubled) / 2
    }

    private static func circumference(_ corners: [Point]) -> Double {
        corners.indices.reduce(0.0) { $0 + corners[$1].distance(to: corners[($1 + 1) % corners.count]) }
    }
}
