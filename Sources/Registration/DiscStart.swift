import Findings
import Foundation

/// A first map of a face with a black disc, from the disc's ellipse and the thin lines around and in it.
///
/// A disc's edge leaves open which of the ellipse's inner points is the centre, and with it the perspective. All are
/// tried: the maps that keep a circle and move a point of it to the centre are known in closed form (the motions of
/// the hyperbolic plane in Klein's model).
struct DiscStart {
    let sampler: LumaSampler
    /// The affine map of the disc to a circle of radius 1.
    let disc: Homography

    private static let rayCount = 48

    /// Something printed at a radius, in radii of the disc.
    struct Mark {
        enum Kind {
            case lightLine, darkLine, lightInside
        }
        var radius: Double
        var kind: Kind
    }

    /// What a card shows whose disc has that many of its ten rings.
    static func marks(rings: Int) -> [Mark] {
        [-1, 1, -2, 2, 3].filter { rings + $0 > 0 && rings + $0 <= 10 }.map {
            Mark(radius: Double(rings + $0) / Double(rings), kind: $0 < 0 ? .lightLine : .darkLine)
        }
    }

    /// What a field face shows, or the NFAA's blue one, whose disc is the whole face.
    static let fieldMarks =
        [Mark(radius: 0.2, kind: .lightInside)] + [0.4, 0.6, 0.8].map { Mark(radius: $0, kind: .lightLine) }

    /// What a spot of the NFAA's five shows: half of it is white.
    static let spotMarks = [
        Mark(radius: 0.5, kind: .lightInside), Mark(radius: 0.75, kind: .lightLine),
        Mark(radius: 0.25, kind: .darkLine),
    ]

    /// The map of the disc to the unit circle under which the marks stand out most, and how much that is, as the mean
    /// over the marks in levels of brightness.
    func best(_ marks: [Mark]) -> (map: Homography, score: Double)? {
        var best: (point: Point, score: Double) = (Point(x: 0, y: 0), -.infinity)
        for (reach, step, every) in [(0.35, 0.05, 2), (0.045, 0.015, 1)] {
            let middle = best.point
            best.score = -.infinity
            let count = Int((reach / step).rounded())
            for i in -count...count {
                for j in -count...count {
                    let point = Point(x: middle.x + Double(i) * step, y: middle.y + Double(j) * step)
                    guard point.length <= 0.5, let back = Self.motion(point).after(disc).inverse else { continue }
                    let score = self.score(back, marks, every: every)
                    if score > best.score { best = (point, score) }
                }
            }
        }
        guard best.score.isFinite, let map = Self.motion(best.point).after(disc).upright(at: Point(x: 0, y: 0)) else {
            return nil
        }
        return (map, best.score)
    }

    /// How much lighter the middle is than the black around it, in levels, under a map of the disc.
    func goldContrast(_ map: Homography) -> Double {
        guard let back = map.inverse else { return 0 }
        return response(back, Self.fieldMarks[0], every: 1) ?? 0
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

    private func score(_ toPhoto: Homography, _ marks: [Mark], every: Int) -> Double {
        var sum = 0.0
        var seen = 0
        for mark in marks {
            guard let response = response(toPhoto, mark, every: every) else { continue }
            sum += response
            seen += 1
            // Nothing at the first two, which the start cannot miss by much: not worth the rest.
            if seen == 2, sum < 4 { return -.infinity }
        }
        return seen * 2 >= marks.count ? sum / Double(marks.count) : -.infinity
    }

    /// How much a mark stands out, on the mean of the rays; nil where most of it lies outside the picture.
    private func response(_ toPhoto: Homography, _ mark: Mark, every: Int) -> Double? {
        let step = 0.0125
        let radius = mark.radius
        let sign: Double = mark.kind == .darkLine ? -1 : 1
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
                let inner = luma(c * (radius - 3 * step), s * (radius - 3 * step))
                let outer = luma(c * (radius + 3 * step), s * (radius + 3 * step))
                guard inner >= 0, outer >= 0 else { continue }
                count += 1
                if mark.kind == .lightInside {
                    // Two places inside: on a card whose disc has six rings, a printed line lies under one of them.
                    let further = luma(c * (radius - 6 * step), s * (radius - 6 * step))
                    sum += min(max(min(inner, further) - outer, 0), Self.ceiling)
                    continue
                }
                var peak = -Double.infinity
                for i in -1...1 {
                    let r = radius + Double(i) * step
                    peak = max(peak, luma(c * r, s * r) * sign)
                }
                // A line is a line only where both sides are alike: at the disc's own edge they are not.
                let side = max(inner * sign, outer * sign)
                sum += min(max(peak - side, 0), Self.ceiling)
            }
        }
        return count * 3 * every >= Self.rayCount ? sum / Double(count) : nil
    }

    /// No single ray counts for more than this many levels, so that glare and number prints cannot decide.
    private static let ceiling = 60.0

    private static let directions: [(Double, Double)] = (0..<rayCount).map {
        let angle = Double($0) * 2 * .pi / Double(rayCount)
        return (cos(angle), sin(angle))
    }
}
