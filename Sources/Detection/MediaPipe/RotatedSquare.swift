import Findings
import Foundation

/// The turned square of a photo that a landmark model looks at.
///
/// Source: MediaPipe 0.10.21, `detections_to_rects_calculator.cc`, `rect_transformation_calculator.cc`,
/// `landmark_projection_calculator.cc`.
struct RotatedSquare: Hashable, Sendable {
    /// In pixels of the photo.
    var center: Point
    /// In pixels of the photo.
    var side: Double
    /// The turn in radians, -π up to π, clockwise positive.
    var angle: Double

    /// The photo's smallest square around it, centred: what a detector looks at.
    init(around photo: PixelSize) {
        center = Point(x: Double(photo.width) / 2, y: Double(photo.height) / 2)
        side = Double(max(photo.width, photo.height))
        angle = 0
    }

    /// A square from its parts.
    init(center: Point, side: Double, angle: Double) {
        self.center = center
        self.side = side
        self.angle = angle
    }

    /// A square around a detection's box.
    ///
    /// - Parameters:
    ///   - angle: The turn.
    ///   - scale: The square's side in longer sides of the box.
    ///   - shift: How far it is moved along its own y axis, in heights of the box.
    init(around box: Box, angle: Double, scale: Double, shift: Double = 0) {
        let middle = Point(x: box.x + box.width / 2, y: box.y + box.height / 2)
        self.init(
            center: Point(
                x: middle.x - box.height * shift * sin(angle), y: middle.y + box.height * shift * cos(angle)),
            side: max(box.width, box.height) * scale, angle: angle)
    }

    /// The turn that brings the direction from one point to another to a target, counter-clockwise from the x axis.
    static func angle(from start: Point, to end: Point, target: Double) -> Double {
        let turn = target - atan2(-(end.y - start.y), end.x - start.x)
        return turn - 2 * .pi * ((turn + .pi) / (2 * .pi)).rounded(.down)
    }

    /// False where there is nothing to look at.
    var isUsable: Bool { side > 0 && side.isFinite && center.x.isFinite && center.y.isFinite && angle.isFinite }

    /// Where a point of the square lies in the photo; the square's own coordinates are 0 to 1 from its top left corner.
    func photo(_ point: Point) -> Point {
        let (x, y) = ((point.x - 0.5) * side, (point.y - 0.5) * side)
        return Point(
            x: cos(angle) * x - sin(angle) * y + center.x, y: sin(angle) * x + cos(angle) * y + center.y)
    }

    /// The overlap of two squares without their turns, as intersection over union.
    func overlap(_ other: RotatedSquare) -> Double { upright.intersectionOverUnion(other.upright) }

    private var upright: Box { Box(centerX: center.x, centerY: center.y, width: side, height: side) }

    /// The indexes of the squares that are looked at: a later one replaces every earlier one that it overlaps by half.
    ///
    /// Source: MediaPipe 0.10.21, `association_norm_rect_calculator.cc`, with a smallest similarity of 0.5.
    static func associated(_ squares: [RotatedSquare]) -> [Int] {
        squares.indices.reduce(into: []) { kept, index in
            kept.removeAll { squares[$0].overlap(squares[index]) > 0.5 }
            kept.append(index)
        }
    }
}
