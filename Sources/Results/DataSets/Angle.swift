import Findings
import Foundation

/// Angles in degrees, clockwise from the right, as the photo is seen.
enum Angle {
    static func degrees(_ direction: Point) -> Double { atan2(direction.y, direction.x) * 180 / .pi }
}
