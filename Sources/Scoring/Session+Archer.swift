extension Session {
    /// The session with one archer's arrows only; nothing is missing in it, since nobody said how many are that archer's.
    public func only(by archer: String) -> Session {
        var session = self
        for round in session.rounds.indices {
            session.rounds[round].arrowsPerEnd = 0
            for end in session.rounds[round].ends.indices {
                session.rounds[round].ends[end].arrows.removeAll { $0.archer != archer }
            }
        }
        return session
    }
}
