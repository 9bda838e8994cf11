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
    /// What an arrow can count at most: by the faces that were seen, or else by the system.
    public var highestScore: Int {
        let seen = ends.flatMap(\.photos).flatMap(\.faces).map(\.type.highestScore).max()
        return seen ?? (system == .field ? 6 : 10)
    }

    /// Whether an X is told from what else is in the highest ring: by the faces that were seen, or else by the system.
    public var countsX: Bool {
        let seen = ends.flatMap(\.photos).flatMap(\.faces)
        return system.countsX && (seen.isEmpty || seen.contains { $0.type.hasX })
    }
}
