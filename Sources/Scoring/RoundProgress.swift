/// How far one archer is in a round: what is shot, what can still be reached, what is missing.
public struct RoundProgress: Sendable, Hashable {
    /// The round that is shot.
    public var round: RoundDefinition
    /// The archer; nil for the arrows that no archer is named for.
    public var archer: String?
    /// What the arrows count that were shot.
    public var tally: Tally
    /// How many of them counted what.
    public var counts: ScoreCounts
    /// The ends that were begun.
    public var ends: Int
    /// Arrows that are not shot: those of ends to come, and those that an end lacks which no user has confirmed.
    ///
    /// What a confirmed end lacks is missed: nothing can come of it.
    public var missingArrows: Int
    /// Ends that were shot beyond the round's own; they do not count.
    public var surplusEnds: Int
    /// The average of each place of an end, from the highest arrow down, as a score sheet lists them.
    ///
    /// A photo does not show in which order arrows were shot.
    public var perArrow: [Double?]
    /// Points an end, of ends with all their arrows; nil where there is none.
    public var perEnd: Double?

    /// The best that can be reached: what is shot, and the highest score for each arrow that is not.
    public var best: Int { tally.score + missingArrows * round.highestScore }

    /// Ends that were not begun.
    public var missingEnds: Int { max(round.ends - ends, 0) }

    /// Whether everything is shot.
    public var isOver: Bool { missingArrows == 0 }

    /// Every archer's progress, in the order of the session; nothing where the session is no round.
    ///
    /// They are those whose sheets there are: the session's archers, then those whom only arrows name. What a session has
    /// besides is one more archer's where it names none, or only those who sent their own photos.
    public static func all(of session: Session) -> [RoundProgress] {
        guard let round = session.round else { return [] }
        let all = session.archersInOrder.enumerated().map { place, name in
            RoundProgress(round, name, session.ends(of: name, at: place))
        }
        guard session.archers.names.allSatisfy(session.hasEnds) else { return all }
        let others = session.ends.compactMap { OwnEnd(ofNoArcher: $0) }
        return all.isEmpty || !others.isEmpty ? all + [RoundProgress(round, nil, others)] : all
    }

    private init(_ round: RoundDefinition, _ archer: String?, _ all: [OwnEnd]) {
        let own = all.prefix(round.ends)
        let counted = own.map { end in
            // Of more arrows than an end may have only the lowest count.
            Array(end.arrows.dropFirst(max(end.arrows.count - round.arrowsPerEnd, 0)))
        }
        let arrows = counted.flatMap { $0 }
        self.round = round
        self.archer = archer
        tally = Tally(arrows, highest: round.highestScore, wanted: round.arrows)
        counts = ScoreCounts(arrows)
        ends = own.count
        surplusEnds = all.count - own.count
        let missed = zip(own, counted).reduce(0) { $0 + ($1.0.isOver ? round.arrowsPerEnd - $1.1.count : 0) }
        missingArrows = round.arrows - arrows.count - missed
        perArrow = (0..<round.arrowsPerEnd).map { place in
            let there = counted.filter { $0.indices.contains(place) }.map { $0[place].score }
            return there.isEmpty ? nil : Double(there.reduce(0, +)) / Double(there.count)
        }
        let whole = zip(own, counted).filter { $0.isOver || $1.count == round.arrowsPerEnd }.map(\.1)
        perEnd =
            whole.isEmpty ? nil : Double(whole.flatMap { $0 }.reduce(0) { $0 + $1.score }) / Double(whole.count)
    }
}

/// What one archer shot in one end.
private struct OwnEnd {
    /// From the highest down, X before 10.
    var arrows: [DetectedArrow]
    /// Whether a user has confirmed the end, so that what it lacks is missed.
    var isOver: Bool

    /// What no archer shot by name; nil where each of its arrows has one, or the end itself.
    init?(ofNoArcher end: Session.End) {
        arrows = end.arrowsInOrder.filter { $0.archer == nil }.map(\.value)
        isOver = end.isConfirmed
        if end.archer != nil || arrows.isEmpty && !end.arrows.isEmpty { return nil }
    }

    init(_ end: Session.End, of archer: String) {
        arrows = end.arrowsInOrder.filter { $0.archer == archer }.map(\.value)
        // An arrow of no archer may be this one's.
        isOver = end.isConfirmed && end.arrows.allSatisfy { $0.archer != nil }
    }
}

extension Session {
    /// Whether it is a round whose arrows count otherwise than those that were shot: another round is meant, or the faces
    /// are taken for others.
    public var isAtOtherFaces: Bool {
        guard let round else { return false }
        return rounds.contains { part in part.shotAt.contains { !round.countsAlike($0) } }
    }

    /// Whether an archer has ends of photos that were sent for this one alone.
    fileprivate func hasEnds(of archer: String) -> Bool { ends.contains { $0.archer == archer } }

    /// The ends that one archer shot: those that were sent for this one, or else every one, or where archers take turns those
    /// that were this one's.
    fileprivate func ends(of archer: String, at place: Int) -> [OwnEnd] {
        let hasOwn = hasEnds(of: archer)
        return ends.enumerated().filter { index, end in
            if end.archer == archer || end.arrows.contains(where: { $0.archer == archer }) { return true }
            guard !hasOwn, end.archer == nil else { return false }
            return archers.turns == 1 || index % archers.turns == place
        }.map { OwnEnd($0.element, of: archer) }
    }
}

extension Archers {
    /// How many archers take turns, an end each; 1 where all shoot in each end.
    public var turns: Int { by == .end ? max(names.count, 1) : 1 }

    /// How many archers shoot in each end.
    public var atOnce: Int { by == .end ? 1 : max(names.count, 1) }
}
