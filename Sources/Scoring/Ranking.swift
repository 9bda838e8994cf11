/// The archers of one round, the best first.
public struct Ranking: Sendable, Hashable {
    /// The round that all of them shot.
    public var round: RoundDefinition
    /// The day, as `2026-11-20`; nil where the sessions are of several days or of none.
    public var date: String?
    /// From the highest score down.
    public var rows: [Row]

    /// One archer's place.
    public struct Row: Sendable, Hashable {
        /// From 1; archers that nothing distinguishes share one, and the next has the place that it would have had.
        public var rank: Int
        /// Whether another archer has the same rank: a shoot-off decides, where the place matters.
        public var isShared: Bool
        /// The archer's name; the session's, where it names no archer.
        public var name: String
        /// The sessions in which the archer shot it.
        public var sessions: [String]
        /// What was shot, in each of them.
        public var progress: [RoundProgress]

        /// What counts.
        public var tally: Tally { progress.reduce(Tally()) { $0 + $1.tally } }
        /// How many arrows counted what.
        public var counts: ScoreCounts { progress.reduce(ScoreCounts()) { $0 + $1.counts } }
        /// What breaks ties, in the order of the round's rule.
        public var tieCounts: [Int] {
            let counts = counts
            return progress.first?.round.ties.criteria.map { counts.count($0) } ?? []
        }
        /// What can still be reached.
        public var best: Int { progress.reduce(0) { $0 + $1.best } }
        /// Arrows that are not shot.
        public var missingArrows: Int { progress.reduce(0) { $0 + $1.missingArrows } }
    }

    /// The rankings of some sessions, one for each round and day; sessions that are no round are left out.
    ///
    /// - Parameter adding: Whether what an archer shot of a round in several sessions is added up, whatever their days.
    public static func all(of sessions: [Session], adding: Bool = false) -> [Ranking] {
        var groups: [(round: RoundDefinition, dates: Set<String?>, sessions: [Session])] = []
        for session in sessions {
            guard let round = session.round else { continue }
            let place = groups.firstIndex { $0.round == round && (adding || $0.dates == [session.date]) }
            if let place {
                groups[place].dates.insert(session.date)
                groups[place].sessions.append(session)
            } else {
                groups.append((round, [session.date], [session]))
            }
        }
        return groups.map { group in
            Ranking(
                round: group.round, date: group.dates.count == 1 ? group.dates.first ?? nil : nil,
                rows: ranked(rows(of: group.sessions, adding: adding)))
        }
    }

    private static func rows(of sessions: [Session], adding: Bool) -> [Row] {
        var rows: [Row] = []
        for session in sessions {
            for progress in RoundProgress.all(of: session) {
                let name = progress.archer ?? session.name
                if adding, let place = rows.firstIndex(where: { $0.name == name }) {
                    rows[place].sessions.append(session.name)
                    rows[place].progress.append(progress)
                } else {
                    rows.append(
                        Row(rank: 0, isShared: false, name: name, sessions: [session.name], progress: [progress]))
                }
            }
        }
        return rows
    }

    private static func ranked(_ rows: [Row]) -> [Row] {
        let keyed = rows.map { (row: $0, key: [$0.tally.score] + $0.tieCounts) }
        // Swift's sort is stable: equal archers keep the order of their sessions.
        var sorted = keyed.sorted { $1.key.lexicographicallyPrecedes($0.key) }
        for index in sorted.indices {
            let isLikeBefore = index > 0 && sorted[index - 1].key == sorted[index].key
            let isLikeNext = index + 1 < sorted.count && sorted[index + 1].key == sorted[index].key
            sorted[index].row.rank = isLikeBefore ? sorted[index - 1].row.rank : index + 1
            sorted[index].row.isShared = isLikeBefore || isLikeNext
        }
        return sorted.map(\.row)
    }
}
