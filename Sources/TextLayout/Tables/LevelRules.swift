import Findings

/// A printed line on the level page: where it lies across its direction, and from where to where along it.
struct LevelRule {
    /// y of a level line, x of an upright one.
    var place: Double
    /// Along the line.
    var start: Double
    /// Along the line.
    var end: Double

    /// A line's length.
    var length: Double { end - start }

    /// Level lines of a page, turned level.
    static func horizontal(_ rules: [Rule], on slant: Slant) -> [LevelRule] {
        rules.map { rule in
            let (a, b) = (slant.level(rule.start), slant.level(rule.end))
            return LevelRule(place: (a.y + b.y) / 2, start: min(a.x, b.x), end: max(a.x, b.x))
        }
    }

    /// Upright lines of a page, turned upright.
    static func vertical(_ rules: [Rule], on slant: Slant) -> [LevelRule] {
        rules.map { rule in
            let (a, b) = (slant.level(rule.start), slant.level(rule.end))
            return LevelRule(place: (a.x + b.x) / 2, start: min(a.y, b.y), end: max(a.y, b.y))
        }
    }

    /// Places that lie within a tolerance of each other become one, in their order.
    static func clusters(_ places: [Double], within tolerance: Double) -> [Double] {
        var clusters: [(sum: Double, count: Double, last: Double)] = []
        for place in places.sorted() {
            if let last = clusters.last, place - last.last <= tolerance {
                clusters[clusters.count - 1] = (last.sum + place, last.count + 1, place)
            } else {
                clusters.append((place, 1, place))
            }
        }
        return clusters.map { $0.sum / $0.count }
    }
}
