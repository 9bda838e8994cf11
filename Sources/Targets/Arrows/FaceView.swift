import Findings

/// One face of a photo as the arrow network saw it.
struct FaceView {
    /// The face's place among those of the photo.
    let face: Int
    let way: Rectifier
    let candidates: [ArrowCandidate]

    /// How far along the shaft its direction is taken, in cells.
    private static let reach = 8.0

    /// How the shafts of other views lean in this one.
    ///
    /// All arrows of a photo come from one line, so that their shafts lean alike in the photo, on whichever face they stand.
    func leans(of others: [FaceView]) -> [ShaftLean] {
        let middle = Point(x: Double(ArrowModel.side) / 2, y: Double(ArrowModel.side) / 2)
        guard let here = way.photo(middle) else { return [] }
        return others.filter { $0.face != face }.flatMap { other in
            other.candidates.compactMap { candidate in
                guard let direction = other.direction(of: candidate) else { return nil }
                let along = way.toCanonical.map(here + direction) - middle
                guard along.length > 1e-6, along.length.isFinite else { return nil }
                return ShaftLean(along: along * (1 / along.length), weight: candidate.lean.weight)
            }
        }
    }

    /// A candidate's direction in pixels of the photo; its length says nothing.
    private func direction(of candidate: ArrowCandidate) -> Point? {
        guard let tip = way.photo(ArrowModel.pixels(candidate.tip)),
            let end = way.photo(ArrowModel.pixels(candidate.tip + candidate.along * Self.reach))
        else { return nil }
        let way = end - tip
        return way.length > 1e-6 ? way * (1 / way.length) : nil
    }
}
