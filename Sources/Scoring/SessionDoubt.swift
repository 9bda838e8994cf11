/// Something in a session that needs a manual review, with the chance that it changes the total.
///
/// The chances order a list; they are estimates, not measurements.
public struct SessionDoubt: Sendable, Hashable {
    /// The photo, as its record names it.
    public var photo: String
    /// The arrow's number in its photo; nil for the end as a whole.
    public var arrow: Int?
    /// 0 to 1.
    public var chance: Double

    /// A doubt about an arrow of a photo, or about the photo's whole end.
    public init(photo: String, arrow: Int?, chance: Double) {
        self.photo = photo
        self.arrow = arrow
        self.chance = chance
    }

    /// All doubts of a session, the likeliest to change the total first; those alike in the order they were shot.
    public static func all(of session: Session) -> [SessionDoubt] {
        session.ends.flatMap(of).enumerated()
            .sorted { a, b in
                a.element.chance == b.element.chance ? a.offset < b.offset : a.element.chance > b.element.chance
            }
            .map(\.element)
    }

    private static func of(_ end: Session.End) -> [SessionDoubt] {
        let whole: [SessionDoubt] =
            end.photos.first.map { photo in
                guard end.isDoubtful else { return [] }
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

    /// How likely a manual correction would be another score: that it is no arrow at all, or that it stands beyond the line.
    fileprivate var chanceOfChange: Double {
        let isNone = 1 - min(max(confidence, 0), 1)
        // Half on the line, none far from it.
        let isBeyond = reviewReasons.contains(.nearLine) ? max(0, 0.5 * (1 - distanceToLine / Self.farFromLine)) : 0
        let isElsewhere = reviewReasons.contains(.hidden) || reviewReasons.contains(.poorRegistration) ? 0.3 : 0
        return 1 - (1 - isNone) * (1 - isBeyond) * (1 - isElsewhere)
    }
}

extension Session {
    /// The session with a doubt about each end whose number of arrows is unusual for it.
    ///
    /// Only where it is not known how many arrows an end has. More than half of at least three ends must agree: a session
    /// whose ends differ anyway has no usual number.
    public func doubtingUnusualCounts() -> Session {
        guard rounds.allSatisfy({ $0.arrowsPerEnd == 0 }), let usual = usualCount else { return self }
        var session = self
        for round in session.rounds.indices {
            for end in session.rounds[round].ends.indices {
                let count = session.rounds[round].ends[end].arrows.count
                guard session.rounds[round].ends[end].isCounted, !session.rounds[round].ends[end].isConfirmed,
                    count > 0, count != usual
                else { continue }
                session.rounds[round].ends[end].review.append(.unusualCount)
            }
        }
        return session
    }

    /// The number of arrows that most ends with arrows have; nil where there is none.
    ///
    /// An end without any arrow has a doubt of its own and does not count for what is usual.
    public var usualCount: Int? {
        let counts = ends.filter(\.isCounted).map(\.arrows.count).filter { $0 > 0 }
        guard counts.count >= 3 else { return nil }
        let numbers = Dictionary(grouping: counts) { $0 }.mapValues(\.count)
        guard let most = numbers.max(by: { $0.value < $1.value }), most.value * 2 > counts.count
        else { return nil }
        return most.key
    }
}

extension Session.End {
    /// Whether its arrows could be counted: a face was seen, and nothing went wrong.
    fileprivate var isCounted: Bool { trouble == nil && photos.contains { !$0.faces.isEmpty } }
}

/// How often scoring is right at places that the model has never seen, for the sentence beside a score sheet.
///
/// Measured on `cases/archery` without the photo of a butt that training knows. Change it together with
/// `samples/models/README.md`.
public enum KnownAccuracy {
    /// The share of arrows that was found within 0.03 radii of where they stand.
    public static let recall = 0.94
    /// The share of what was reported as an arrow that is one.
    public static let precision = 0.91
    /// On how many photos that was measured.
    public static let photos = 29

    /// The warning that each score sheet carries.
    public static var sentence: String { "Check every end: on \(finding)." }

    /// The finding, as the README has it too.
    public static var finding: String {
        func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }
        return "\(photos) photos of places that the model had never seen it found \(percent(recall)) of 100 "
            + "arrows, and \(percent(1 - precision)) of 100 that it reported were none"
    }
}

extension Session {
    /// Whether any end rests on what the model found, so that its accuracy matters.
    public var restsOnModel: Bool {
        ends.contains { end in
            end.arrows.isEmpty || end.arrows.contains { $0.value.source == .model }
        }
    }
}
