import Scoring

/// Rows of the score book and how to find them: a store that has these gets the verbs from the rules in this module.
///
/// All calls happen inside one transaction of the store.
public protocol ScoreRows: ScoreVerbs {
    /// The names of all sessions, in any order.
    func sessionNames() throws -> [String]

    /// A session's rounds, ends and photos, without what is in them.
    func outline(of session: String) throws -> SessionOutline?

    /// Writes an outline that stood as `old` until now; nil removes it.
    ///
    /// Rows of photos come into being here, but only ``remove(photo:)`` takes them away.
    func write(_ outline: SessionOutline?, from old: SessionOutline?) throws

    /// A number that no end has, nor any after it.
    func nextEnd() throws -> Int64

    /// What is known of a photo; nil where it is not in the book.
    func photo(_ path: String) throws -> PhotoRow?

    /// Writes what is known of a photo that an outline names.
    func write(_ photo: PhotoRow) throws

    /// The arrows of a photo, by number.
    func arrows(of photo: String) throws -> [ArrowRow]

    /// Writes all arrows of a photo, whose end is `end`; numbers that are not among them are no longer its arrows.
    func write(_ arrows: [ArrowRow], of photo: String, in end: Int64) throws

    /// Removes a photo with its arrows; no outline names it any more.
    func remove(photo: String) throws
}

/// A session's skeleton.
public struct SessionOutline: Sendable, Hashable {
    public var name: String
    public var counting: Counting
    /// In the session's order.
    public var ends: [End]

    public init(name: String, counting: Counting, ends: [End]) {
        self.name = name
        self.counting = counting
        self.ends = ends
    }

    /// One end: a number that stays its own, where it stands, and its photos in order.
    public struct End: Sendable, Hashable {
        public var id: Int64
        /// From 1 within the session.
        public var round: Int
        /// From 1 within the round.
        public var number: Int
        public var photos: [CapturedPhoto]

        public init(id: Int64, round: Int, number: Int, photos: [CapturedPhoto]) {
            self.id = id
            self.round = round
            self.number = number
            self.photos = photos
        }
    }
}

/// A photo in the book.
public struct PhotoRow: Sendable, Hashable, Codable {
    public var session: String
    public var photo: Session.Photo
    /// Why there is no score; nil where there is one.
    public var trouble: String?

    public init(session: String, photo: Session.Photo, trouble: String?) {
        self.session = session
        self.photo = photo
        self.trouble = trouble
    }
}

/// An arrow in the book: what the model said last, and what a person says; one of the two is there.
public struct ArrowRow: Sendable, Hashable {
    /// From 1 within its end.
    public var number: Int
    public var model: DetectedArrow?
    public var word: Correction.Word?

    public init(number: Int, model: DetectedArrow?, word: Correction.Word?) {
        self.number = number
        self.model = model
        self.word = word
    }
}
