import Findings

/// One face of a photo as the arrow network saw it.
struct FaceView {
    /// The face's place among those of the photo.
    let face: Int
    let way: Rectifier
    let candidates: [ArrowCandidate]

    /// How far along the shaft its direction is taken, in pixels of the view.
    private static let reach = 32.0

    /// How the shafts of other views lean in this one.
    ///
    /// All arrows of a photo come from one line, so that their shafts lean alike in the photo, on whichever face they stand.
    func leans(of others: [FaceView]) -> [ShaftLean] {
        let middle = Point(x: Double(ArrowModel.side) / 2, y: Double(ArrowModel.side) / 2)
        guard let here = way.photo(middle) else { return [] }
        return others.filter { $0.face != face }.flatMap { other in
            other.candidates.compactMap { candidate in
                guard let direction = other.direction(at: ArrowModel.pixels(candidate.tip), along: candidate.along)
                else { return nil }
                let along = way.toCanonical.map(here + direction) - middle
                guard along.length > 1e-6, along.length.isFinite else { return nil }
                return ShaftLean(along: along * (1 / along.length), weight: candidate.lean.weight)
            }
        }
    }

    /// How an arrow of this view leans in the photo, weighed by its confidence; nil beyond the horizon.
    func lean(of arrow: SeenArrow) -> ShaftLean? {
        direction(at: arrow.tip, along: arrow.along).map { ShaftLean(along: $0, weight: arrow.confidence) }
    }

    /// The unit vector in the photo of a direction at a point of the view.
    private func direction(at tip: Point, along: Point) -> Point? {
        guard let end = way.photo(tip + along * Self.reach), let tip = way.photo(tip) else { return nil }
        let way = end - tip
        return way.length > 1e-6 ? way * (1 / way.length) : nil
    }
}
