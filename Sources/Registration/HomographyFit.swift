import Findings
import Foundation

/// The map under which points of rings lie at their rings' distances from the centre, by Levenberg-Marquardt.
///
/// Concentric circles seen at an angle become ellipses with different centres; that is what fixes the perspective, so
/// all rings are fitted at once. Rings leave a turn around the centre open: see ``Homography/upright``.
struct HomographyFit {
    let homography: Homography
    /// The signed distance of each point from its ring, in the plane.
    let errors: [Double]

    private static let rounds = 20

    /// - Parameters:
    ///   - points: what was seen; wrong ones lose their weight (Geman-McClure) as they lie several spreads off.
    ///   - start: a map that is right to within a few spreads.
    ///   - perspective: how strongly a tilt shows at most, as the change of scale from the centre to the full radius.
    ///     Where the points leave the perspective open this draws it to none.
    init?(_ points: [RingPoint], start: Homography, perspective: Double = 0.25) {
        guard points.count >= 6, let back = start.inverse else { return nil }
        let center = back.map(Point(x: 0, y: 0))
        let (right, below) = (back.map(Point(x: 1, y: 0)), back.map(Point(x: 0, y: 1)))
        let scale = (right.distance(to: center) + below.distance(to: center)) / 2
        guard scale.isFinite, scale > 0, center.x.isFinite, center.y.isFinite else { return nil }
        // Pixels in radii around the start's centre, so that all eight numbers are of the same size.
        let toPixels = Homography(rows: [scale, 0, center.x, 0, scale, center.y, 0, 0, 1])
        let fromPixels = Homography(rows: [1 / scale, 0, -center.x / scale, 0, 1 / scale, -center.y / scale, 0, 0, 1])
        let local = points.map { RingPoint(place: fromPixels.map($0.place), radius: $0.radius, spread: $0.spread) }
        var current = Array(start.after(toPixels).normalized.rows.prefix(8))
        guard current.allSatisfy(\.isFinite) else { return nil }
        var damping = 1e-3
        var cost = Self.cost(local, current, perspective)
        for _ in 0..<Self.rounds {
            let system = Self.system(local, current, perspective)
            var improved = false
            for _ in 0..<6 {
                var damped = system
                for i in 0..<8 { damped.matrix[i * 9] += damping * (system.matrix[i * 9] + 1e-6) }
                if let step = damped.solved() {
                    let next = zip(current, step).map { $0 - $1 }
                    let nextCost = Self.cost(local, next, perspective)
                    if nextCost < cost {
                        improved = cost - nextCost > 1e-7 * cost
                        (current, cost) = (next, nextCost)
                        damping = max(damping / 10, 1e-9)
                        break
                    }
                }
                damping *= 10
            }
            if !improved { break }
        }
        guard let upright = Homography(rows: current + [1]).after(fromPixels).upright(at: center) else { return nil }
        homography = upright
        errors = points.map { upright.map($0.place).length - $0.radius }
    }

    private static func cost(_ points: [RingPoint], _ h: [Double], _ perspective: Double) -> Double {
        var sum = (h[6] * h[6] + h[7] * h[7]) / (perspective * perspective)
        for point in points {
            let (x, y) = (point.place.x, point.place.y)
            let w = h[6] * x + h[7] * y + 1
            guard w > 0.05 else { return .infinity }
            let u = (h[0] * x + h[1] * y + h[2]) / w
            let v = (h[3] * x + h[4] * y + h[5]) / w
            let error = ((u * u + v * v).squareRoot() - point.radius) / (robustFactor * point.spread)
            sum += robustFactor * robustFactor * error * error / (1 + error * error)
        }
        return sum
    }

    /// A point this many spreads off has half of the influence's ceiling.
    private static let robustFactor = 3.0

    private static func system(_ points: [RingPoint], _ h: [Double], _ perspective: Double) -> LinearSystem {
        var system = LinearSystem(unknowns: 8)
        var row = [Double](repeating: 0, count: 8)
        for point in points {
            let (x, y) = (point.place.x, point.place.y)
            let w = h[6] * x + h[7] * y + 1
            let u = (h[0] * x + h[1] * y + h[2]) / w
            let v = (h[3] * x + h[4] * y + h[5]) / w
            let length = max((u * u + v * v).squareRoot(), 1e-9)
            let (du, dv) = (u / length / w, v / length / w)
            let dw = -(du * u + dv * v)
            row[0] = du * x
            row[1] = du * y
            row[2] = du
            row[3] = dv * x
            row[4] = dv * y
            row[5] = dv
            row[6] = dw * x
            row[7] = dw * y
            let error = length - point.radius
            let far = error / (robustFactor * point.spread)
            let damp = 1 / (1 + far * far)
            system.add(row, equals: error, weight: damp * damp / (point.spread * point.spread))
        }
        for i in 6...7 {
            let weight = 1 / (perspective * perspective)
            system.matrix[i * 9] += weight
            system.right[i] += h[i] * weight
        }
        return system
    }
}

/// A small symmetric positive system of linear equations, collected from weighted rows and solved by Cholesky.
struct LinearSystem {
    let count: Int
    /// The lower triangle counts; row by row.
    var matrix: [Double]
    var right: [Double]

    init(unknowns count: Int) {
        self.count = count
        matrix = [Double](repeating: 0, count: count * count)
        right = [Double](repeating: 0, count: count)
    }

    /// Adds the equation `row · unknowns = value` to the least squares.
    mutating func add(_ row: [Double], equals value: Double, weight: Double = 1) {
        for i in 0..<count {
            let weighted = row[i] * weight
            guard weighted != 0 else { continue }
            right[i] += weighted * value
            for j in 0...i { matrix[i * count + j] += weighted * row[j] }
        }
    }

    /// The unknowns; nil where the equations do not fix them.
    func solved() -> [Double]? {
        var lower = matrix
        for i in 0..<count {
            for j in 0...i {
                var sum = lower[i * count + j]
                for k in 0..<j { sum -= lower[i * count + k] * lower[j * count + k] }
                if i == j {
                    guard sum.isFinite, sum > 1e-13 * max(matrix[i * count + i], 1e-300) else { return nil }
                    lower[i * count + i] = sum.squareRoot()
                } else {
                    lower[i * count + j] = sum / lower[j * count + j]
                }
            }
        }
        var unknowns = right
        for i in 0..<count {
            for k in 0..<i { unknowns[i] -= lower[i * count + k] * unknowns[k] }
            unknowns[i] /= lower[i * count + i]
        }
        for i in stride(from: count - 1, through: 0, by: -1) {
            for k in (i + 1)..<count where k < count { unknowns[i] -= lower[k * count + i] * unknowns[k] }
            unknowns[i] /= lower[i * count + i]
        }
        return unknowns.allSatisfy(\.isFinite) ? unknowns : nil
    }
}

extension Homography {
    /// How a step in pixels moves the point in the plane, at a place: two rows of two.
    func slope(at place: Point) -> (xx: Double, xy: Double, yx: Double, yy: Double) {
        let w = rows[6] * place.x + rows[7] * place.y + rows[8]
        let mapped = map(place)
        return (
            (rows[0] - mapped.x * rows[6]) / w, (rows[1] - mapped.x * rows[7]) / w,
            (rows[3] - mapped.y * rows[6]) / w, (rows[4] - mapped.y * rows[7]) / w
        )
    }

    /// The same map, turned in the plane so that straight up in the photo is straight up on the face at its centre.
    ///
    /// nil where the map has no way back, or would show the face from behind.
    func upright(at fallback: Point) -> Homography? {
        guard let back = inverse else { return nil }
        let mapped = back.map(Point(x: 0, y: 0))
        let center = mapped.x.isFinite && mapped.y.isFinite ? mapped : fallback
        let slope = slope(at: center)
        let length = (slope.xy * slope.xy + slope.yy * slope.yy).squareRoot()
        guard length > 0, length.isFinite, slope.xx * slope.yy - slope.xy * slope.yx > 0 else { return nil }
        let (c, s) = (slope.yy / length, slope.xy / length)
        let turned = Homography(rows: [c, -s, 0, s, c, 0, 0, 0, 1]).after(self)
        return turned.rows[8] != 0 ? turned.normalized : turned
    }

    /// The face's centre in pixels; far outside any picture where the map has no way back.
    var center: Point { inverse?.map(Point(x: 0, y: 0)) ?? Point(x: -.infinity, y: -.infinity) }

    /// The image, in pixels, of a circle around the plane's centre; nil where it is no ellipse.
    func ring(_ radius: Double) -> Ellipse? { Conic(circle: radius, through: self).ellipse }
}
