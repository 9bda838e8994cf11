import Findings

/// One face of a photo as the arrow network saw it.
struct FaceView {
    /// The face's place among those of the photo.
    let face: Int
    let way: Rectifier
    let candidates: [ArrowCandidate]

    /// How far along the shaft its direction is taken, in pixels of the view.
    private static let reach = 64.0
    /// Tips of two views that are nearer to each other, in radii of what scores, are one: views of a sheet's spots overlap.
    static let twin = 0.02

    /// How the shafts of other views lean in this one.
    ///
    /// All arrows of a photo come from one line, so that their shafts lean alike in the photo, on whichever face they stand.
    func leans(of others: [FaceView]) -> [ShaftLean] {
        let middle = Point(x: Double(way.side) / 2, y: Double(way.side) / 2)
        guard let here = way.photo(middle) else { return [] }
        let mine = candidates.compactMap { way.photo(ArrowModel.pixels($0.tip)) }
        return others.filter { $0.face != face }.flatMap { other in
            other.candidates.compactMap { candidate in
                let place = ArrowModel.pixels(candidate.tip)
                guard let direction = other.direction(at: place, along: candidate.along),
                    let tip = other.way.photo(place),
                    !mine.contains(where: { $0.distance(to: tip) < Self.twin * way.radius })
                else { return nil }
                let along = way.toCanonical.map(here + direction) - middle
                guard along.length > 1e-6, along.length.isFinite else { return nil }
                return ShaftLean(along: along * (1 / along.length), weight: candidate.lean.weight)
            }
        }
    }

    /// Whether an arrow stands beside what scores.
    func isBeside(_ arrow: SeenArrow) -> Bool {
        let middle = Point(x: Double(way.side) / 2, y: Double(way.side) / 2)
        return arrow.tip.distance(to: middle) > ArrowConfidence.face * CanonicalView.arrows.outlineRadius
    }

    /// An arrow of this view in the photo; nil beyond the horizon.
    func shaft(of arrow: SeenArrow) -> PhotoShaft? {
        guard let tip = way.photo(arrow.tip), let along = direction(at: arrow.tip, along: arrow.line) else {
            return nil
        }
        let length = way.photo(arrow.tip + arrow.line * arrow.length).map { $0.distance(to: tip) } ?? .infinity
        return PhotoShaft(
            face: face, tip: tip, along: along, length: length, radius: way.radius, confidence: arrow.confidence)
    }

    /// The unit vector in the photo of a direction at a point of the view.
    private func direction(at tip: Point, along: Point) -> Point? {
        guard let end = way.photo(tip + along * Self.reach), let start = way.photo(tip) else { return nil }
        let shaft = end - start
        return shaft.length > 1e-6 ? shaft * (1 / shaft.length) : nil
    }
}
