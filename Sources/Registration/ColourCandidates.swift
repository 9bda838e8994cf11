import Findings
import Foundation

/// Looks for gold inside red inside blue.
struct ColourCandidates {
    let map: ZoneMap
    /// Pixels of the photo that a pixel of the map covers, along a side.
    let scale: Double

    static let rayCount = 72
    /// The least gold patch that is looked at, in pixels of the map.
    private static let minimumArea = 16

    /// - Parameter patches: how many of the largest gold patches are looked at.
    func all(patches: Int) -> [Homography] {
        var found: [(ellipse: Ellipse, map: Homography)] = []
        for patch in goldPatches(limit: patches) {
            let center = patch.center
            if found.contains(where: { $0.ellipse.relativeRadius(of: center) < 1 }) { continue }
            if let face = colourFace(around: patch) { found.append(face) }
        }
        return found.map(\.map)
    }

    /// Patches of gold, the largest first; then again without their outermost pixels, so that a yellow shaft does not
    /// tie a face's middle to the straw beside it.
    func goldPatches(limit: Int) -> [Component] {
        let (width, height) = (map.width, map.height)
        return map.zones.withUnsafeBufferPointer { zones in
            func isGold(_ place: Int) -> Bool { zones[place] == .gold }
            func isInside(_ place: Int) -> Bool {
                let margin = 3
                return isGold(place) && place >= margin * (width + 1) && place < width * (height - margin) - margin
                    && isGold(place - margin) && isGold(place + margin) && isGold(place - margin * width)
                    && isGold(place + margin * width)
            }
            return [isGold, isInside].flatMap { isMember in
                var patches: [Component] = []
                Component.forEach(
                    width: width, height: height, minimumArea: Self.minimumArea, isMember: isMember,
                    visit: { patch, _ in patches.append(patch) })
                return patches.sorted { $0.area > $1.area }.prefix(limit)
            }
        }
    }

    private func colourFace(around patch: Component) -> (Ellipse, Homography)? {
        var center = patch.center
        let reach = 3 * Double(patch.longSide) + 20
        var best: (Ellipse, Homography)?
        for _ in 0..<3 {
            let rays = rays(from: center, reach: reach)
            guard rays.count >= Self.rayCount * 3 / 10,
                let inner = EllipseFit(rays.map(\.inner), tolerance: 0.12),
                let outer = EllipseFit(rays.map(\.outer), tolerance: 0.06)
            else { break }
            let ratio = outer.ellipse.meanRadius / inner.ellipse.meanRadius
            let offset = inner.ellipse.center.distance(to: outer.ellipse.center) / outer.ellipse.meanRadius
            let agreeing = zip(inner.inliers, outer.inliers).count { $0 && $1 }
            let support = Double(outer.inliers.count(where: { $0 })) / Double(Self.rayCount)
            guard (1.5...2.7).contains(ratio), offset < 0.35, support >= 0.3, agreeing >= 8 else { break }
            let start = start(inner: (inner.ellipse, 0.2), outer: (outer.ellipse, 0.4))
            best = (outer.ellipse, start)
            center = inner.ellipse.center
        }
        return best
    }

    /// The affine map of the outer ellipse, moved so that the inner one's centre is the face's, in pixels of the photo.
    private func start(inner: (Ellipse, Double), outer: (Ellipse, Double)) -> Homography {
        var points: [RingPoint] = []
        for (ellipse, radius) in [inner, outer] {
            for k in 0..<24 {
                let place = ellipse.point(at: Double(k) * .pi / 12) * scale
                points.append(RingPoint(place: place, radius: radius, spread: radius * 0.03))
            }
        }
        let (ellipse, radius) = outer
        let affine = ellipse.scaled(by: scale).affineMap(toRadius: radius)
        return HomographyFit(points, start: affine, perspective: 0.1)?.homography ?? affine
    }

    private struct Crossing {
        var inner: Point
        var outer: Point
    }

    /// Where rays from a centre leave the gold, and then the red around it.
    private func rays(from center: Point, reach: Double) -> [Crossing] {
        let step = 0.5
        var crossings: [Crossing] = []
        for k in 0..<Self.rayCount {
            let angle = Double(k) * 2 * .pi / Double(Self.rayCount)
            let ray = map.ray(from: center, angle: angle, step: step, length: reach)
            guard let (first, second) = Self.split(ray) else { continue }
            let direction = Point(x: cos(angle), y: sin(angle))
            crossings.append(
                Crossing(
                    inner: center + direction * (Double(first) * step),
                    outer: center + direction * (Double(second) * step)))
        }
        return crossings
    }

    /// The two places where gold ends and where the red around it ends, that explain a ray best.
    private static func split(_ ray: [ColourZone]) -> (Int, Int)? {
        let count = ray.count
        guard count >= 6 else { return nil }
        // Running sums of how well the ray fits each of the three zones up to a place.
        var gold = [0]
        var around = [0]
        var beyond = [0]
        for zone in ray {
            gold.append(gold[gold.count - 1] + (zone == .gold ? 1 : zone == .orange ? 0 : -2))
            around.append(around[around.count - 1] + (zone == .red || zone == .orange ? 1 : -2))
            beyond.append(beyond[beyond.count - 1] + (zone == .blue ? 1 : -2))
        }
        var best: (score: Int, first: Int, second: Int)?
        var bestFirst = 1
        for second in 3..<count {
            let first = second - 1
            if gold[first] - around[first] > gold[bestFirst] - around[bestFirst] { bestFirst = first }
            let width = max(2, second / 5)
            guard second + width <= count else { break }
            let score = gold[bestFirst] + around[second] - around[bestFirst] + beyond[second + width] - beyond[second]
            if score > best?.score ?? 0 { best = (score, bestFirst, second) }
        }
        guard let (_, first, second) = best else { return nil }
        let width = max(2, second / 5)
        let fits =
            gold[first] >= 0 && around[second] - around[first] >= 0 && beyond[second + width] - beyond[second] >= 0
        return fits && second > first + 1 ? (first, second) : nil
    }
}

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
        return found.map { $0.scaled(by: scale) }
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
