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

    /// How many arrows a photo should show, of all archers who share its target; nil where that is not known, or where an end
    /// has several photos.
    func arrowsExpected(ofPhoto path: String) throws -> Int?

    /// The name of the session that a photo is in; nil where the book does not have the photo.
    func sessionName(ofPhoto path: String) throws -> String?

    /// The names of all photos in the book, in any order.
    func photoNames() throws -> [String]

    /// A photo as it was read; nil where the book does not have it.
    func storedPhoto(_ path: String) throws -> Session.Photo?

    /// The paths of photos whose score is missing for exactly this reason, in any order.
    func photos(inTrouble trouble: String) throws -> [String]

    /// The manual review of one photo, and what the model read in it; nil where the book does not have it.
    func review(ofPhoto path: String) throws -> ReviewedPhoto?

    /// All manual corrections that were not withdrawn, by photo.
    func corrections() throws -> [StoredCorrection]

    /// Every photo that a user said something of, as it counts, in any order.
    func countedPhotos() throws -> [CountedPhoto]

    /// The photo of a file with this SHA-256 as it counts; nil where no user said anything of it.
    func countedPhoto(ofFile file: String, content: String) throws -> CountedPhoto?

    /// A number that is another one after each change of what users said of photos; 0 where they said nothing.
    ///
    /// It is compared with one that the same store gave before. A photo that is read, and of which nothing was said, leaves it.
    func changesOfPhotoReviews() throws -> Int

    /// What says which sheets are older than the book, in any order; empty where all are as the book is.
    func sheetMarks() throws -> [SheetMark]

    /// Where the sheets of every session lie, and which are older than the book, in any order.
    func sheetPlaces() throws -> [SheetPlace]

    /// Hands out every row, in an order that depends on the rows alone.
    ///
    /// - Throws: `ScoreBookError` for a row that cannot be read.
    func readOut(_ take: (BookPart) throws -> Void) throws
}

/// The score book's verbs: each is a whole change, and all in one transaction count together or not at all.
///
/// Each notes in the same transaction whose sheets it has made older than the book.
public protocol ScoreTransaction: ScoreReading {
    /// Takes in what was read from a photo, for the first time or once more.
    ///
    /// The photo's session is its folder's, unless a user named another. Arrows have the numbers that the reading gives
    /// them; what a user said goes with the arrow that stands where the former one stood. Where the path holds another
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

    /// Replaces the manual review of a photo.
    ///
    /// - Parameter revision: The photo's revision that the review was made on; nil for whatever it is. Where the photo has
    ///   changed since, nothing happens.
    /// - Throws: `ScoreBookError`, with `conflict` where the photo has another revision; what was stored on this one may be said again.
    @discardableResult
    func review(photo path: String, as review: PhotoReview, expecting revision: Int?) throws -> ReviewedPhoto

    /// Changes a session as a whole, and returns the name of the session that came of it.
    @discardableResult
    func change(session name: String, _ change: SessionChange) throws -> String

    /// Puts photos into the session of a name that a user gave, and returns how many there were.
    ///
    /// A path names a photo, or a folder with everything below it. They stay there when they are worked again.
    @discardableResult
    func assign(photos paths: [String], to session: String) throws -> Int

    /// Says another reason why there is no score of a photo, and leaves all else as it is.
    ///
    /// - Returns: Whether that is a change: there is none where the photo is not in the book, or has another reason by now.
    func replace(trouble former: String, ofPhoto path: String, with trouble: String) throws -> Bool

    /// Removes a photo with its arrows and what was said of them.
    func forget(photo: String) throws

    /// The sheets that these marks are about are as the book was when the marks were read; a change since then has set
    /// another mark, which stays.
    func sheetsAreWritten(for marks: some Sequence<SheetMark>) throws

    /// Writes a row of another book into this one.
    func restore(_ part: BookPart) throws
}

/// One session in a list.
public struct SessionSummary: Sendable, Hashable, Codable {
    /// The session's name.
    public var name: String
    /// How many ends it has.
    public var ends: Int
    /// How many photos it has.
    public var photos: Int
    /// The day that it was shot on, as `2026-11-20`; nil where neither a user nor a photo says it.
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

/// What a user changes of a session as a whole.
public enum SessionChange: Sendable, Hashable {
    /// Gives it another name, which no other session has.
    case rename(String)
    /// Says the day that it was shot on, as `2026-11-20`; nil takes that back.
    case date(String?)
    /// Says who shot.
    case archers(Archers)
    /// Says which round it is.
    case round(RoundChoice)
    /// Does several of these at once, or none of them where one is refused; nil leaves a thing as it is, and a date of nil
    /// is taken back.
    case describe(name: String?, date: String??, archers: Archers?, round: RoundChoice? = nil)
    /// Makes some of its photos a session of their own, of a name that no other has.
    case split(photos: [String], name: String)
    /// Makes it a part of another session.
    case merge(into: String)
}

/// What a user said of a session as a whole.
public struct SessionDetails: Sendable, Hashable, Codable {
    /// The day that it was shot on, as `2026-11-20`; nil where the photos say it.
    public var date: String?
    /// Who shot.
    public var archers: Archers
    /// Which round it is; nil where the settings say it.
    public var round: RoundChoice?
    /// The folders whose photos of a day are of this session, also those that are still to come; nil for none.
    public var homes: [SessionHome]?
    /// What links to it are made from: the name that it had when it was first changed; nil for the name that it has.
    public var address: String?
    /// What else links were made from that lead here: addresses of sessions that it was merged with; nil for nothing.
    public var formerNames: [String]?

    /// Details from their parts, by default those of a session without any.
    public init(date: String? = nil, archers: Archers = Archers()) {
        self.date = date
        self.archers = archers
    }

    private enum CodingKeys: CodingKey {
        case date, archers, round, homes, address, formerNames
    }

    /// Reads details; a round at a face that this version does not know costs nothing but itself.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        date = try stored.decodeIfPresent(String.self, forKey: .date)
        archers = try stored.decode(Archers.self, forKey: .archers)
        round = try? stored.decodeIfPresent(RoundChoice.self, forKey: .round)
        homes = try stored.decodeIfPresent([SessionHome].self, forKey: .homes)
        address = try stored.decodeIfPresent(String.self, forKey: .address)
        formerNames = try stored.decodeIfPresent([String].self, forKey: .formerNames)
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
