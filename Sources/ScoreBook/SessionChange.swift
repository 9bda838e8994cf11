import Scoring

/// What a person changes of a session as a whole.
public enum SessionChange: Sendable, Hashable {
    /// Gives it another name, which no other session has.
    case rename(String)
    /// Says the day that it was shot on, as `2026-11-20`; nil takes that back.
    case date(String?)
    /// Says who shot.
    case archers(Archers)
    /// Makes some of its photos a session of their own, of a name that no other has.
    case split(photos: [String], name: String)
    /// Makes it a part of another session.
    case merge(into: String)
}

/// What a person said of a session as a whole.
public struct SessionDetails: Sendable, Hashable, Codable {
    /// The day that it was shot on, as `2026-11-20`; nil where the photos say it.
    public var date: String?
    /// Who shot.
    public var archers: Archers

    /// Details from their parts, by default those of a session of which nobody has said anything.
    public init(date: String? = nil, archers: Archers = Archers()) {
        self.date = date
        self.archers = archers
    }
}
