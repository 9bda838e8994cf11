import Findings

/// How much of a candidate's shaft lies on the shaft of a surer one: an arrow that is seen twice adds nothing to the picture.
struct ShaftOverlap {
    /// In cells: the length of a shaft whose nock is not known, and the longest part that is compared.
    private static let reach = 28.0
    private static let fewest = 6.0
    /// In cells: shafts nearer to each other than this are one.
    private static let width = 2.0
    /// In cells: a pair's nock may lie so far before the shaft's end.
    private static let slack = 3.0
    /// From this weight on, a shaft counts fully.
    private static let fullWeight = 0.75

    private let candidates: [ArrowCandidate]

    init(among candidates: [ArrowCandidate]) {
        self.candidates = candidates
    }

    /// The largest share, 0 to 1, that one surer shaft covers, times how sure that one is.
    func share(of index: Int) -> Double {
        let mine = candidates[index]
        let points = Self.points(of: mine)
        return candidates.indices.reduce(0) { most, other in
            let theirs = candidates[other]
            guard other != index, theirs.score * theirs.factor > mine.score * mine.factor else { return most }
            let covered = points.count { Self.lies($0, on: theirs) }
            let sure = min(theirs.lean.weight / Self.fullWeight, 1)
            return max(most, sure * Double(covered) / Double(points.count))
        }
    }

    /// Points a cell apart along a candidate's shaft, from its tip on.
    private static func points(of candidate: ArrowCandidate) -> [Point] {
        let length = min(length(of: candidate), reach)
        let count = max(Int(length), Int(fewest))
        return (0..<count).map { number in
            let step = 1 + (length - 1) * Double(number) / Double(count - 1)
            return candidate.tip + candidate.along * step
        }
    }

    private static func length(of candidate: ArrowCandidate) -> Double {
        candidate.nock.map { $0.distance(to: candidate.tip) } ?? reach
    }

    private static func lies(_ point: Point, on candidate: ArrowCandidate) -> Bool {
        let (from, along) = (point - candidate.tip, candidate.along)
        let distance = from.x * along.x + from.y * along.y
        let aside = abs(from.y * along.x - from.x * along.y)
        return distance > 0 && distance < length(of: candidate) + slack && aside < width
    }
}
