import Scoring

/// What a person changes of a session as a whole.
public enum SessionChange: Sendable, Hashable {
    /// Gives it another name, which no other session has.
    case rename(String)
    /// Says the day that it was shot on, as `2026-11-20`; nil takes that back.
    case date(String?)
    /// Says who shot.
    case archers(Archers)
    /// Does several of these at once, or none of them where one is refused; nil leaves a thing as it is, and a date of nil
    /// is taken back.
    case describe(name: String?, date: String??, archers: Archers?)
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
    /// The folders whose photos of a day are of this session, also those that are still to come; nil for none.
    public var homes: [SessionHome]?
    /// What links to it are made from: the name that it had when it was first changed; nil for the name that it has.
    public var address: String?
    /// What else links were made from that lead here: addresses of sessions that it was merged with; nil for nothing.
    public var formerNames: [String]?

    /// Details from their parts, by default those of a session of which nobody has said anything.
    public init(date: String? = nil, archers: Archers = Archers()) {
        self.date = date
        self.archers = archers
    }
}

/// Where a session's photos come from: a folder, on a day.
public struct SessionHome: Sendable, Hashable, Codable {
    /// The folder of its photos.
    public var folder: String
    /// The day by the camera's clock; nil where its photos have none.
    public var day: String?

    /// A home from its parts.
    public init(folder: String, day: String?) {
        self.folder = folder
        self.day = day
    }
}
