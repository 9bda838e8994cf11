/// How a session went, end by end.
public struct Trend: Sendable, Hashable, Codable {
    /// In the session's order, over all rounds.
    public var ends: [End]
    /// How many points an arrow the ends gain, per end, by the straight line that fits best; nil under three ends.
    public var averageSlope: Double?
    /// How many millimetres the mean radius grows, per end; nil under three ends with a group.
    public var meanRadiusSlope: Double?

    /// The trend over all ends of a session.
    public init(_ session: Session) {
        ends = session.rounds.flatMap { round in
            let highest = round.highestScore
            return round.ends.map { End($0, of: round, highest: highest) }
        }
        averageSlope = Self.slope(ends.map(\.average))
        // The mean radius of a single arrow is 0 and says nothing.
        meanRadiusSlope = Self.slope(ends.map { $0.group.flatMap { $0.count > 1 ? $0.meanRadius : nil } })
    }

    /// One end of the session.
    public struct End: Sendable, Hashable, Codable {
        /// The round's number, from 1.
        public var round: Int
        /// The end's number within its round, from 1.
        public var end: Int
        /// Points an arrow that counts, as on the score sheet; nil where there is none.
        public var average: Double?
        /// Nil where no arrow's place is known.
        public var group: ArrowGroup?

        init(_ end: Session.End, of round: Session.Round, highest: Int) {
            self.round = round.number
            self.end = end.number
            average = ScoreSheet.Row(end, of: round, highest: highest, after: 0).tally.average
            group = ArrowGroup([end])
        }
    }

    /// The slope of the straight line through the values that are there, by least squares.
    static func slope(_ values: [Double?]) -> Double? {
        let points = values.enumerated().compactMap { index, value in value.map { (x: Double(index), y: $0) } }
        guard points.count >= 3 else { return nil }
        let number = Double(points.count)
        let x = points.reduce(0) { $0 + $1.x } / number
        let y = points.reduce(0) { $0 + $1.y } / number
        let square = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
        return points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / square
    }
}
