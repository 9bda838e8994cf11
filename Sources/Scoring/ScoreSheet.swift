/// A session as numbers: each end's arrows in order, totals, running totals.
///
/// A manual correction counts where there is one. Of more arrows than an end may have only the lowest count, by World Archery's
/// rules; none is left out in silence: the end is marked, and `surplus` says how many do not count. One too few counts
/// nothing and shows in `missing`.
public struct ScoreSheet: Sendable, Hashable, Codable {
    /// A table for each round, in the session's order.
    public var rounds: [Round]
    /// What all rounds count together.
    public var total: Tally

    /// Counts a session.
    public init(_ session: Session) {
        rounds = session.rounds.map(Round.init)
        total = rounds.reduce(Tally()) { $0 + $1.total }
    }

    /// One round's table.
    public struct Round: Sendable, Hashable, Codable {
        /// From 1.
        public var number: Int
        /// The round's name on a score sheet, such as `Round 1`.
        public var name: String
        /// How the round's arrows count.
        public var system: ScoringSystem
        /// 0 where it is not known: no end then lacks arrows or has too many.
        public var arrowsPerEnd: Int
        /// A line for each end, in order.
        public var rows: [Row]
        /// What the round's ends count together.
        public var total: Tally

        init(_ round: Session.Round) {
            number = round.number
            name = round.name
            system = round.system
            arrowsPerEnd = round.arrowsPerEnd
            rows = []
            total = Tally()
            let highest = round.highestScore
            for end in round.ends {
                let row = Row(end, of: round, highest: highest, after: total.score)
                rows.append(row)
                total = total + row.tally
            }
        }
    }

    /// One end's line.
    public struct Row: Sendable, Hashable, Codable {
        /// The end's number.
        public var end: Int
        /// From the highest down, X before 10.
        public var arrows: [Session.Arrow]
        /// What the end's arrows count together, without the surplus.
        public var tally: Tally
        /// The round's score up to and with this end.
        public var running: Int
        /// How many arrows the end has fewer than it should.
        public var missing: Int
        /// How many arrows the end has more than it should; so many of the highest do not count.
        public var surplus: Int
        /// Whether the end or one of its arrows needs a manual review.
        public var needsReview: Bool
        /// Why there is no score; nil where there is one.
        public var trouble: String?
        /// Doubts about the end as a whole.
        public var review: [ReviewReason]

        init(_ end: Session.End, of round: Session.Round, highest: Int, after score: Int) {
            self.end = end.number
            arrows = end.arrowsInOrder
            let wanted = round.arrows(of: end)
            missing = max(wanted - arrows.count, 0)
            surplus = end.surplus(over: wanted)
            let counted = arrows.dropFirst(surplus)
            tally = Tally(counted.map(\.value), highest: highest, wanted: max(wanted, counted.count))
            running = score + tally.score
            needsReview = end.needsReview
            trouble = end.trouble
            review = end.review
        }
    }
}

/// What arrows count together.
public struct Tally: Sendable, Hashable, Codable {
    /// How many arrows count.
    public var arrows: Int
    /// The sum of the arrows' scores.
    public var score: Int
    /// What the ends' arrows could have counted, those that are missing too.
    public var maximum: Int
    /// Arrows of the highest score, the X among them, as World Archery counts "10s with Xs"; 6s on field faces.
    public var tens: Int
    /// The X alone.
    public var xs: Int

    /// Points an arrow; nil where there is none.
    public var average: Double? { arrows == 0 ? nil : Double(score) / Double(arrows) }

    /// A tally of so many arrows with their sums; of nothing by default.
    public init(arrows: Int = 0, score: Int = 0, maximum: Int = 0, tens: Int = 0, xs: Int = 0) {
        self.arrows = arrows
        self.score = score
        self.maximum = maximum
        self.tens = tens
        self.xs = xs
    }

    init(_ arrows: [DetectedArrow], highest: Int, wanted: Int) {
        self.init(
            arrows: arrows.count, score: arrows.reduce(0) { $0 + $1.score }, maximum: highest * wanted,
            tens: arrows.count { $0.score == highest }, xs: arrows.count { $0.isX })
    }

    /// What the arrows of both count together.
    public static func + (a: Tally, b: Tally) -> Tally {
        Tally(
            arrows: a.arrows + b.arrows, score: a.score + b.score, maximum: a.maximum + b.maximum,
            tens: a.tens + b.tens, xs: a.xs + b.xs)
    }
}
