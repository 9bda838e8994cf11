import Findings
import Foundation

extension Homography {
    /// The width of one pixel at a point, as a length in the other plane: the root of the area that the map gives to it.
    func scale(at point: Point) -> Double {
        let weight = weight(at: point)
        // The determinant of a projective map's derivative is that of its matrix over the third power of the weight.
        return abs(determinant / (weight * weight * weight)).squareRoot()
    }

    /// Whether two points lie on one side of the line that the map sends to infinity: the horizon of the face's plane.
    public func keepsTogether(_ a: Point, _ b: Point) -> Bool {
        weight(at: a) * weight(at: b) > 0
    }

    /// The third homogeneous coordinate of a mapped point: its sign tells the sides of the horizon apart.
    public func weight(at point: Point) -> Double {
        rows[6] * point.x + rows[7] * point.y + rows[8]
    }

    private var determinant: Double {
        rows[0] * (rows[4] * rows[8] - rows[5] * rows[7]) - rows[1] * (rows[3] * rows[8] - rows[5] * rows[6])
            + rows[2] * (rows[3] * rows[7] - rows[4] * rows[6])
    }
}
