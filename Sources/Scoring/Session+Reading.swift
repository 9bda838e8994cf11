import Findings

extension DetectedArrow {
    /// What a score sheet shows: `X`, `10` to `1`, or `M` for a miss.
    public var mark: String { isX ? "X" : score == 0 ? "M" : String(score) }

    /// Whether this one stands before another on a score sheet: from the highest down, X before 10.
    func isBefore(_ other: DetectedArrow) -> Bool {
        score != other.score ? score > other.score : isX && !other.isX
    }
}

extension Session.End {
    /// As a score sheet lists them: from the highest down, X before 10, those alike by their number.
    public var arrowsInOrder: [Session.Arrow] {
        arrows.sorted { a, b in
            if a.value.isBefore(b.value) { return true }
            return !b.value.isBefore(a.value) && a.number < b.number
        }
    }

    /// How many arrows the end has more than it should.
    ///
    /// So many of the highest do not count. Where `most` is 0 nobody knows.
    func surplus(over most: Int) -> Int { most > 0 ? max(arrows.count - most, 0) : 0 }

    /// Whether a person should look at the end or at one of its arrows.
    public var needsReview: Bool {
        trouble != nil || !review.isEmpty || arrows.contains { $0.value.needsReview }
    }

    /// The face that an arrow stands on; nil where that is not known.
    public func type(of arrow: Session.Arrow) -> FaceType? {
        guard let photo = arrow.photo, photos.indices.contains(photo), let face = arrow.value.face,
            photos[photo].faces.indices.contains(face)
        else { return nil }
        return photos[photo].faces[face].type
    }

    /// Where an arrow stands, in millimetres from the centre of its face or spot; nil where that is not known.
    public func position(of arrow: Session.Arrow) -> Point? {
        guard arrow.isPlaced, let type = type(of: arrow) else { return nil }
        return Point(x: arrow.value.normalizedX, y: arrow.value.normalizedY) * type.radius
    }
}

extension Session.Round {
    /// What an arrow can count at most: by the faces that were shot at, or else by the system.
    public var highestScore: Int { shotAt.map(\.highestScore).max() ?? (system == .field ? 6 : 10) }

    /// Whether an X is told from what else is in the highest ring: by the faces that were shot at, or else by the system.
    public var countsX: Bool {
        let types = shotAt
        return system.countsX && (types.isEmpty || types.contains(where: \.hasX))
    }

    /// The faces that arrows stand on, else those that were seen: a neighbour's face may be in the picture.
    private var shotAt: [FaceType] {
        let types = ends.flatMap { end in end.arrows.compactMap { end.type(of: $0) } }
        return types.isEmpty ? ends.flatMap(\.photos).flatMap(\.faces).map(\.type) : types
    }
}
