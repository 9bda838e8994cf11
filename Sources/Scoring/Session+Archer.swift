extension Session {
    /// The session with one archer's arrows that count only: what an end has too many does not count for anybody.
    ///
    /// Nothing is missing in it, since nobody said how many are that archer's.
    public func only(by archer: String) -> Session {
        var session = self
        for round in session.rounds.indices {
            let most = session.rounds[round].arrowsPerEnd
            session.rounds[round].arrowsPerEnd = 0
            for end in session.rounds[round].ends.indices {
                let whole = session.rounds[round].ends[end]
                session.rounds[round].ends[end].arrows =
                    whole.arrowsInOrder.dropFirst(whole.surplus(over: most)).filter { $0.archer == archer }
            }
        }
        return session
    }
}
