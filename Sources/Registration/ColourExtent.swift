import Findings
import Scoring

/// How far out a colour face is printed: where its blue ends, and whether black follows.
enum ColourExtent {
    /// The family that fits what is seen best; nil where no blue is seen.
    static func family(of search: EdgeSearch) -> FaceFamily? {
        var ends: [Double] = []
        var darker = 0
        var lighter = 0
        for ray in stride(from: 0, to: search.rayCount, by: 2) {
            guard let end = blueEnd(search, ray) else { continue }
            ends.append(end.radius)
            if end.darker { darker += 1 } else { lighter += 1 }
        }
        guard ends.count >= 8 else { return nil }
        if ends.sorted()[ends.count / 2] < 0.55 { return .fiveRing }
        return darker > lighter ? .tenRing : .sixRing
    }

    /// The family that fits a face best of which hardly anything is seen beyond its blue.
    static func family(ofCloseUp search: EdgeSearch) -> FaceFamily {
        let ends = stride(from: 0, to: search.rayCount, by: 2).compactMap { ray in
            blue(search, ray).flatMap { $0.seen >= 0.56 ? $0.end : nil }
        }.sorted()
        // Five rings' blue ends at 0.5; where that cannot be seen, ten rings are the likeliest.
        return ends.count >= 8 && ends[ends.count / 2] < 0.53 ? .fiveRing : .tenRing
    }

    /// Where the blue of one ray ends, and whether what follows is darker.
    private static func blueEnd(_ search: EdgeSearch, _ ray: Int) -> (radius: Double, darker: Bool)? {
        guard let blue = blue(search, ray), blue.seen >= 0.66, blue.end < 0.68 else { return nil }
        let beyond = [0.03, 0.04, 0.05, 0.06].compactMap { colour(search, ray, blue.end + $0)?.luma }.sorted()
        guard beyond.count == 4 else { return nil }
        return (blue.end, (beyond[1] + beyond[2]) / 2 < 0.7 * blue.luma)
    }

    /// Where the blue of one ray ends, how bright it is, and how far the ray was followed in the picture.
    private static func blue(_ search: EdgeSearch, _ ray: Int) -> (end: Double, luma: Double, seen: Double)? {
        let blues = stride(from: 0.425, through: 0.475, by: 0.01).compactMap { colour(search, ray, $0) }
        guard blues.count == 6 else { return nil }
        let blue = Colour.median(blues)
        guard blue.blue > blue.red * 1.1 else { return nil }
        let limit = max(0.3 * blue.length, 20)
        var score = 0.0
        var best = (score: -Double.infinity, radius: 0.0)
        var radius = 0.45
        while radius < 0.72, let seen = colour(search, ray, radius) {
            // Up to the end everything looks blue, beyond it nothing.
            score += (seen - blue).length < limit ? 1 : -1
            if score > best.score { best = (score, radius) }
            radius += 0.005
        }
        return (best.radius, blue.luma, radius)
    }

    private static func colour(_ search: EdgeSearch, _ ray: Int, _ radius: Double) -> Colour? {
        let place = search.toPhoto.map(search.direction(of: ray) * radius)
        return search.sampler.colour(x: place.x, y: place.y)
    }
}
