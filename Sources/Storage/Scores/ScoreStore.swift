import Scoring

/// Looking into the score book without changing it.
public protocol ScoreReading {
    /// All sessions, in the natural order of their names.
    func sessions() throws -> [SessionSummary]

    /// One session with its rounds, ends and arrows, manual corrections in place; nil where there is none of that name.
    func session(named name: String) throws -> Session?

    /// Every session, in the natural order of their names.
    func allSessions() throws -> [Session]

    /// What links to a session are made from; nil where there is none of that name.
    func address(ofSession name: String) throws -> String?

    /// How a session is counted; nil where there is none of that name.
    func scoring(ofSession name: String) throws -> ScoringSettings?

    /// The name of the session that a photo is in; nil where the book does not have the photo.
    func sessionName(ofPhoto path: String) throws -> String?

    /// The names of all photos in the book, in any order.
    func photoNames() throws -> [String]

    /// A photo as it was read; nil where the book does not have it.
    func storedPhoto(_ path: String) throws -> Session.Photo?

    /// What people said of one photo, and what the model read in it; nil where the book does not have it.
    func review(ofPhoto path: String) throws -> ReviewedPhoto?

    /// Everything that people said and have not taken back, by photo.
    func corrections() throws -> [StoredCorrection]
}

/// The score book's verbs: each is a whole change, and all in one transaction count together or not at all.
public protocol ScoreTransaction: ScoreReading {
    /// Takes in what was read from a photo, for the first time or once more.
    ///
    /// The photo's session is its folder's, unless a person named another. Arrows have the numbers that the reading gives
    /// them; what a person said goes with the arrow that stands where the former one stood. Where the path holds another
    /// photo than before, what was said of the former one is parked, and comes back with it.
    @discardableResult
    func store(_ reading: PhotoReading) throws -> StoreOutcome

    /// Records a manual correction of an arrow.
    ///
    /// The same correction a second time changes nothing.
    @discardableResult
    func correct(_ correction: Correction) throws -> CorrectionResult

    /// Withdraws a manual correction: the model's answer counts again; an arrow that was only added by hand goes.
    ///
    /// Where the photo's arrow has none, one that is parked under the photo's path is taken back.
    @discardableResult
    func withdraw(photo: String, arrow: Int) throws -> CorrectionResult

    /// Replaces everything that people said of a photo.
    ///
    /// - Parameter revision: The photo's revision that the review was made on; nil for whatever it is. Where the photo has
    ///   changed since, nothing happens.
    /// - Throws: `ScoreBookError`, with `conflict` where the photo has another revision.
    @discardableResult
    func review(photo path: String, as review: PhotoReview, expecting revision: Int?) throws -> ReviewedPhoto

    /// Changes a session as a whole, and returns the name of the session that came of it.
    @discardableResult
    func change(session name: String, _ change: SessionChange) throws -> String

    /// Puts photos into the session of a name that a person gave, and returns how many there were.
    ///
    /// A path names a photo, or a folder with everything below it. They stay there when they are worked again.
    @discardableResult
    func assign(photos paths: [String], to session: String) throws -> Int

    /// Removes a photo with its arrows and what was said of them.
    func forget(photo: String) throws
}

/// A durable score book: it only knows how to do several verbs as one.
///
/// Its calls block. Never call them from Swift's cooperative pool.
public protocol ScoreStore: Sendable {
    /// Runs the verbs in `body` as one transaction: when it throws, none of them has happened.
    func transaction<T>(_ body: (any ScoreTransaction) throws -> T) throws -> T
}

/// One session in a list.
public struct SessionSummary: Sendable, Hashable, Codable {
    /// The session's name.
    public var name: String
    /// How many ends it has.
    public var ends: Int
    /// How many photos it has.
    public var photos: Int
    /// The day that it was shot on, as `2026-11-20`; nil where neither a person nor a photo says it.
    public var date: String?
    /// What links to it are made from: it stays when the session is renamed, and no two sessions have the same.
    public var address: String
    /// What else links were made from that lead to it.
    public var formerNames: [String]

    /// A summary from its parts.
    ///
    /// - Parameter address: Nil where it is the name.
    public init(
        name: String, ends: Int, photos: Int, date: String? = nil, address: String? = nil, formerNames: [String] = []
    ) {
        self.address = address ?? name
        self.date = date
        self.formerNames = formerNames
        self.name = name
        self.ends = ends
        self.photos = photos
    }
}
