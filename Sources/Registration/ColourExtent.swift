import Findings
import Scoring

/// How far out a colour face is printed: where its blue ends, and whether black follows.
struct ColourExtent {
    /// The families in the order in which they fit what is seen; empty where no blue is seen.
    let families: [FaceFamily]

    init(search: EdgeSearch) {
        var ends: [Double] = []
        var darker = 0
        var lighter = 0
        for ray in stride(from: 0, to: search.rayCount, by: 2) {
            guard let end = Self.blueEnd(search, ray) else { continue }
            ends.append(end.radius)
            if end.darker { darker += 1 } else { lighter += 1 }
        }
        guard ends.count >= 8 else {
            families = []
            return
        }
        let end = ends.sorted()[ends.count / 2]
        let wide: [FaceFamily] = darker > lighter ? [.tenRing, .sixRing] : [.sixRing, .tenRing]
        families = end < 0.55 ? [.fiveRing] + wide : wide + [.fiveRing]
    }

    /// Where the blue of one ray ends, and whether what follows is darker.
    private static func blueEnd(_ search: EdgeSearch, _ ray: Int) -> (radius: Double, darker: Bool)? {
        let direction = search.direction(of: ray)
        func colour(_ radius: Double) -> Colour? {
            let place = search.toPhoto.map(direction * radius)
            return search.sampler.colour(x: place.x, y: place.y)
        }
        let blues = stride(from: 0.425, through: 0.475, by: 0.01).compactMap { colour($0) }
        guard blues.count == 6 else { return nil }
        let blue = Colour.median(blues)
        guard blue.blue > blue.red * 1.1 else { return nil }
        let limit = max(0.3 * blue.length, 20)
        var score = 0.0
        var best = (score: -Double.infinity, radius: 0.0)
        var radius = 0.45
        while radius < 0.72, let seen = colour(radius) {
            // Up to the end everything looks blue, beyond it nothing.
            score += (seen - blue).length < limit ? 1 : -1
            if score > best.score { best = (score, radius) }
            radius += 0.005
        }
        guard radius >= 0.66, best.radius < 0.68 else { return nil }
        let beyond = [0.03, 0.04, 0.05, 0.06].compactMap { colour(best.radius + $0)?.luma }.sorted()
        guard beyond.count == 4 else { return nil }
        return (best.radius, (beyond[1] + beyond[2]) / 2 < 0.7 * blue.luma)
    }
}
