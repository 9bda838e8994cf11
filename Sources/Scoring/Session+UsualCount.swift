extension Session {
    /// The session with a doubt about each end whose number of arrows is unusual for it.
    ///
    /// Only where nobody said how many arrows an end has. More than half of at least three ends must agree: a session
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
    /// An end without any arrow has a doubt of its own and says nothing of what is usual.
    public var usualCount: Int? {
        let counts = rounds.flatMap(\.ends).filter(\.isCounted).map(\.arrows.count).filter { $0 > 0 }
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
