import Findings
import Foundation

/// A turned box of a model's output, in pixels of its input.
struct RotatedBox: Hashable {
    var x: Float
    var y: Float
    var width: Float
    var height: Float
    /// In radians, clockwise on the screen.
    var angle: Float
    var score: Float
    var classId: Int

    /// The corners in the photo, clockwise from the box's own top left.
    ///
    /// Sides are scaled as the trainers do, each by its own axis though the box is turned; the two differ by less than a pixel.
    func corners(_ placement: Placement) -> [Point] {
        let centre = placement.toPhoto(Point(x: Double(x), y: Double(y)))
        let (cosine, sine) = (cos(Double(angle)), sin(Double(angle)))
        let (w, h) = (Double(width) / placement.scaleX / 2, Double(height) / placement.scaleY / 2)
        let across = Point(x: w * cosine, y: w * sine)
        let down = Point(x: -h * sine, y: h * cosine)
        return [centre - across - down, centre + across - down, centre + across + down, centre - across + down]
    }

    /// The overlap by the Gaussians that the boxes stand for: 0 to 1.
    ///
    /// Source: J. M. Llerena et al., Gaussian Bounding Boxes and Probabilistic Intersection-over-Union, 2021, as the public
    /// trainers compute it (Ultralytics 8.4, `probiou`).
    func overlap(_ other: RotatedBox) -> Float {
        let (a1, b1, c1) = covariance
        let (a2, b2, c2) = other.covariance
        let epsilon: Float = 1e-7
        let (dx, dy) = (x - other.x, y - other.y)
        let (a, b, c) = (a1 + a2, b1 + b2, c1 + c2)
        let determinant = a * b - c * c
        let t1 = 0.25 * (a * dy * dy + b * dx * dx) / (determinant + epsilon)
        let t2 = 0.5 * (c * -dx * dy) / (determinant + epsilon)
        let own = max(a1 * b1 - c1 * c1, 0) * max(a2 * b2 - c2 * c2, 0)
        let t3 = 0.5 * log(determinant / (4 * own.squareRoot() + epsilon) + epsilon)
        let distance = min(max(t1 + t2 + t3, epsilon), 100)
        return 1 - (1 - exp(-distance) + epsilon).squareRoot()
    }

    private var covariance: (a: Float, b: Float, c: Float) {
        let (a, b) = (width * width / 12, height * height / 12)
        let (cosine, sine) = (cos(angle), sin(angle))
        return (
            a * cosine * cosine + b * sine * sine, a * sine * sine + b * cosine * cosine, (a - b) * cosine * sine
        )
    }

    /// Whether two boxes are so far apart that they cannot overlap.
    private func isFar(from other: RotatedBox) -> Bool {
        let reach = 4 * max(max(width, height), max(other.width, other.height))
        return abs(x - other.x) > reach || abs(y - other.y) > reach
    }

    /// The boxes that stay, by descending score: one goes where any better one, kept or not, overlaps it by more than `iou`.
    static func suppressed(_ boxes: [RotatedBox], iou: Double, classAware: Bool, candidates: Int) -> [RotatedBox] {
        let order = boxes.indices.sorted { (boxes[$0].score, $1) > (boxes[$1].score, $0) }.prefix(candidates)
            .map { boxes[$0] }
        return order.indices.compactMap { index in
            let box = order[index]
            let isCovered = order[..<index].contains { better in
                (!classAware || better.classId == box.classId) && !better.isFar(from: box)
                    && Double(better.overlap(box)) > iou
            }
            return isCovered ? nil : box
        }
    }
}
