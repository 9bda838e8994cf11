import Scoring

/// Looking into the score book without changing it.
public protocol ScoreReading {
    /// All sessions, in the natural order of their names.
    func sessions() throws -> [SessionSummary]

    /// One session with its rounds, ends and arrows, people's words in place; nil where there is none of that name.
    func session(named name: String) throws -> Session?
}

/// The score book's verbs: each is a whole change, and all in one transaction count together or not at all.
public protocol ScoreVerbs: ScoreReading {
    /// Takes in what was read from a photo, for the first time or once more.
    ///
    /// The photo takes its place among the session's ends. Arrows that stand where one stood before keep its number and with
    /// it what a person said of it; arrows that are no longer seen go, unless a person spoke of them.
    func store(_ reading: PhotoReading) throws

    /// Takes a person's word for an arrow and returns its number.
    ///
    /// The same correction a second time changes nothing.
    @discardableResult
    func correct(_ correction: Correction) throws -> Int

    /// Takes a person's word back: the model's counts again; an arrow that only the person knew of goes.
    func withdraw(photo: String, arrow: Int) throws

    /// Removes a photo with its arrows and what was said of them.
    func forget(photo: String) throws
}

/// A durable score book: it only knows how to do several verbs as one.
///
/// Its calls block. Never call them from Swift's cooperative pool.
public protocol ScoreStore: Sendable {
    /// Runs the verbs in `body` as one transaction: when it throws, none of them has happened.
    func transaction<T>(_ body: (any ScoreVerbs) throws -> T) throws -> T
}

/// One session in a list.
public struct SessionSummary: Sendable, Hashable, Codable {
    public var name: String
    public var ends: Int
    public var photos: Int

    public init(name: String, ends: Int, photos: Int) {
        self.name = name
        self.ends = ends
        self.photos = photos
    }
}
