import Findings
import Foundation

extension ColourCandidates {
    /// The least size of a gold that is looked at, as a share of the picture's short side: a face that does not fit
    /// into the picture has a large one.
    private static let leastGold = 0.1
    /// How many patches are looked at: a picture holds few that are so large.
    private static let mostGolds = 60

    /// Gold that ends in red, in pixels of the photo: the middles of faces that the picture's border cuts off.
    func golds() -> [Ellipse] {
        let least = Self.leastGold * Double(min(map.width, map.height))
        var found: [Ellipse] = []
        for patch in goldPatches(limit: Self.mostGolds) where Double(patch.longSide) >= least {
            var center = patch.center
            if found.contains(where: { $0.relativeRadius(of: center) < 1 }) { continue }
            let reach = 2 * Double(patch.longSide) + 20
            var gold: Ellipse?
            for _ in 0..<3 {
                let ends = goldEnds(from: center, reach: reach)
                guard ends.count * 3 >= Self.rayCount, let fit = EllipseFit(ends, tolerance: 0.06),
                    fit.support >= 0.6
                else { break }
                gold = fit.ellipse
                center = fit.ellipse.center
            }
            if let gold { found.append(gold) }
        }
        return found.map {
            Ellipse(cx: $0.cx * scale, cy: $0.cy * scale, a: $0.a * scale, b: $0.b * scale, angleDeg: $0.angleDeg)
        }
    }

    /// Where rays from a centre pass from gold to red.
    private func goldEnds(from center: Point, reach: Double) -> [Point] {
        let step = 0.5
        return (0..<Self.rayCount).compactMap { k in
            let angle = Double(k) * 2 * .pi / Double(Self.rayCount)
            let ray = map.ray(from: center, angle: angle, step: step, length: reach)
            guard let end = Self.goldEnd(ray) else { return nil }
            return center + Point(x: cos(angle), y: sin(angle)) * (Double(end) * step)
        }
    }

    /// The place that leaves the most gold before it, and the most red in the quarter as long behind it.
    private static func goldEnd(_ ray: [ColourZone]) -> Int? {
        var gold = [0]
        var red = [0]
        for zone in ray {
            gold.append(gold[gold.count - 1] + (zone == .gold ? 1 : zone == .orange ? 0 : -2))
            red.append(red[red.count - 1] + (zone == .red || zone == .orange ? 1 : -2))
        }
        var best: (score: Int, place: Int)?
        for place in 4..<max(ray.count, 4) {
            let width = max(2, place / 4)
            guard place + width <= ray.count else { break }
            let beyond = red[place + width] - red[place]
            guard beyond >= 0, gold[place] >= 0 else { continue }
            let score = gold[place] + 2 * beyond
            if score > best?.score ?? 0 { best = (score, place) }
        }
        return best?.place
    }
}
