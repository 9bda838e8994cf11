/// Something in a session that a person should look at, with the chance that it changes the total.
///
/// The chances order a list; they are estimates, not measurements.
public struct SessionDoubt: Sendable, Hashable {
    /// The photo, as its record names it.
    public var photo: String
    /// The arrow's number in its photo; nil for the end as a whole.
    public var arrow: Int?
    /// 0 to 1.
    public var chance: Double

    /// A doubt from its parts.
    public init(photo: String, arrow: Int?, chance: Double) {
        self.photo = photo
        self.arrow = arrow
        self.chance = chance
    }

    /// All doubts of a session, the likeliest to change the total first; those alike in the order they were shot.
    public static func all(of session: Session) -> [SessionDoubt] {
        session.rounds.flatMap(\.ends).flatMap(of).enumerated()
            .sorted { a, b in
                a.element.chance == b.element.chance ? a.offset < b.offset : a.element.chance > b.element.chance
            }
            .map(\.element)
    }

    private static func of(_ end: Session.End) -> [SessionDoubt] {
        let whole: [SessionDoubt] =
            end.photos.first.map { photo in
                guard end.trouble != nil || !end.review.isEmpty else { return [] }
                return [SessionDoubt(photo: photo.path, arrow: nil, chance: end.trouble != nil ? 1 : 0.9)]
            } ?? []
        let arrows = end.arrows.filter(\.value.needsReview).compactMap { arrow -> SessionDoubt? in
            guard let photo = arrow.photo, end.photos.indices.contains(photo) else { return nil }
            return SessionDoubt(photo: end.photos[photo].path, arrow: arrow.number, chance: arrow.value.chanceOfChange)
        }
        return whole + arrows
    }
}

extension DetectedArrow {
    /// In ring widths: a tip that is farther from a line is not beyond it.
    private static let farFromLine = 0.2

    /// How likely a person would say another score: that it is no arrow at all, or that it stands beyond the line.
    fileprivate var chanceOfChange: Double {
        let isNone = 1 - min(max(confidence, 0), 1)
        // Half on the line, none far from it.
        let isBeyond = reviewReasons.contains(.nearLine) ? max(0, 0.5 * (1 - distanceToLine / Self.farFromLine)) : 0
        let isElsewhere = reviewReasons.contains(.hidden) || reviewReasons.contains(.poorRegistration) ? 0.3 : 0
        return 1 - (1 - isNone) * (1 - isBeyond) * (1 - isElsewhere)
    }
}
