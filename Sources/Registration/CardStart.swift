import Findings
import Foundation

/// A first map of a card, from the ellipse of its disc and the thin lines around and in it.
///
/// A disc's edge leaves open which of the ellipse's inner points is the centre, and with it the perspective. All are
/// tried: the maps that keep a circle and move a point of it to the centre are known in closed form (the motions of
/// the hyperbolic plane in Klein's model).
struct CardStart {
    let sampler: LumaSampler
    /// The affine map of the disc to a circle of radius 1.
    let disc: Homography

    private static let rayCount = 48

    /// The best map to the plane, for a disc of that many of the ten rings, and how much better its rings look than
    /// what lies between them, in levels of brightness.
    func best(rings: Int) -> (map: Homography, score: Double)? {
        var best: (point: Point, score: Double) = (Point(x: 0, y: 0), -.infinity)
        for (reach, step, every) in [(0.45, 0.05, 2), (0.045, 0.015, 1)] {
            let middle = best.point
            best.score = -.infinity
            let count = Int((reach / step).rounded())
            for i in -count...count {
                for j in -count...count {
                    let point = Point(x: middle.x + Double(i) * step, y: middle.y + Double(j) * step)
                    guard point.length <= 0.5, let back = Self.motion(point).after(disc).inverse else { continue }
                    let score = self.score(back, rings: rings, every: every)
                    if score > best.score { best = (point, score) }
                }
            }
        }
        guard best.score.isFinite else { return nil }
        let radius = Double(rings) / 10
        let scaled = Homography(rows: [radius, 0, 0, 0, radius, 0, 0, 0, 1]).after(Self.motion(best.point).after(disc))
        guard let map = scaled.upright(at: Point(x: 0, y: 0)) else { return nil }
        return (map, best.score)
    }

    /// The projective map that keeps the unit circle and takes a point of its inside to 0,0.
    static func motion(_ point: Point) -> Homography {
        let t = point.length
        guard t > 1e-9 else { return .identity }
        let (c, s) = (point.x / t, point.y / t)
        let root = (1 - t * t).squareRoot()
        let turn = Homography(rows: [c, s, 0, -s, c, 0, 0, 0, 1])
        let back = Homography(rows: [c, -s, 0, s, c, 0, 0, 0, 1])
        return back.after(Homography(rows: [1, 0, -t, 0, root, 0, -t, 0, 1]).after(turn))
    }

    /// How much the lines next to the disc's edge stand out, over what stands out half way between them.
    private func score(_ toPhoto: Homography, rings: Int, every: Int) -> Double {
        var sum = 0.0
        for (offset, weight) in [(-2, 1.0), (-1, 1.0), (1, 1.0), (2, 1.0), (3, 0.7)] where rings + offset > 0 {
            let sign: Double = offset < 0 ? 1 : -1
            let on = response(toPhoto, radius: Double(rings + offset) / Double(rings), sign: sign, every: every)
            let off = response(toPhoto, radius: (Double(rings + offset) + 0.5) / Double(rings), sign: sign, every: every)
            sum += weight * (on - 0.5 * off)
        }
        return sum
    }

    private func response(_ toPhoto: Homography, radius: Double, sign: Double, every: Int) -> Double {
        let step = 0.0125
        var sum = 0.0
        var count = 0
        toPhoto.rows.withUnsafeBufferPointer { m in
            /// The brightness at a place of the plane, negative outside the picture.
            func luma(_ x: Double, _ y: Double) -> Double {
                let w = 1 / (m[6] * x + m[7] * y + m[8])
                return sampler.luma(x: (m[0] * x + m[1] * y + m[2]) * w, y: (m[3] * x + m[4] * y + m[5]) * w)
            }
            for k in stride(from: 0, to: Self.rayCount, by: every) {
                let (c, s) = Self.directions[k]
                let first = luma(c * (radius - 3 * step), s * (radius - 3 * step))
                let last = luma(c * (radius + 3 * step), s * (radius + 3 * step))
                guard first >= 0, last >= 0 else { continue }
                var peak = -Double.infinity
                for i in -1...1 {
                    let r = radius + Double(i) * step
                    peak = max(peak, luma(c * r, s * r) * sign)
                }
                sum += min(max(peak - (first + last) / 2 * sign, 0), 60)
                count += 1
            }
        }
        return count * 3 * every >= Self.rayCount ? sum / Double(count) : 0
    }

    private static let directions: [(Double, Double)] = (0..<rayCount).map {
        let angle = Double($0) * 2 * .pi / Double(rayCount)
        return (cos(angle), sin(angle))
    }
}
