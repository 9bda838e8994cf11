import Findings

/// A manual correction of an arrow; it is stored as given, and counts until it is withdrawn.
public struct Correction: Sendable, Hashable, Codable {
    /// The photo, as its record names it.
    public var photo: String
    /// The arrow's number in its photo; nil only where an arrow is added under the next number.
    public var arrow: Int?
    /// What the arrow really is.
    public var value: Value
    /// Whether the arrow is one that was not seen; a number that no arrow has is a mistake otherwise.
    public var adds: Bool

    /// A correction of the arrow of a number, or of one that is added.
    public init(photo: String, arrow: Int?, value: Value, adds: Bool = false) {
        self.photo = photo
        self.arrow = arrow
        self.value = value
        self.adds = adds
    }

    private enum CodingKeys: String, CodingKey {
        case photo, arrow, adds
        // The key that requests and books of earlier versions have.
        case value = "word"
    }

    /// What a user says that an arrow is.
    public struct Value: Sendable, Hashable, Codable {
        /// 0 to 10; 0 is a miss.
        public var score: Int
        /// Only where the user said X: a 10 alone is a 10.
        public var isX: Bool
        /// Where the arrow really stands, in radii of the full 10-ring face; nil where the user only counted.
        public var position: Point?
        /// The face that `position` is on; nil means the arrow's own, or the photo's first.
        public var face: Int?
        /// There is no such arrow.
        public var isRemoved: Bool
        /// Whether it is what the model read, kept because the photo was confirmed: un-confirming the photo takes it back.
        ///
        /// The book alone says so; what a client sends here counts for nothing.
        public var isOnlyConfirmed = false

        /// A value from its parts.
        public init(
            score: Int, isX: Bool = false, position: Point? = nil, face: Int? = nil, isRemoved: Bool = false
        ) {
            self.score = score
            self.isX = isX
            self.position = position
            self.face = face
            self.isRemoved = isRemoved
        }

        private enum CodingKeys: CodingKey {
            case score, isX, position, face, isRemoved, isOnlyConfirmed
        }

        /// Reads a value; only its score is in every book.
        public init(from decoder: any Decoder) throws {
            let stored = try decoder.container(keyedBy: CodingKeys.self)
            score = try stored.decode(Int.self, forKey: .score)
            isX = try stored.decodeIfPresent(Bool.self, forKey: .isX) ?? false
            position = try stored.decodeIfPresent(Point.self, forKey: .position)
            face = try stored.decodeIfPresent(Int.self, forKey: .face)
            isRemoved = try stored.decodeIfPresent(Bool.self, forKey: .isRemoved) ?? false
            isOnlyConfirmed = try stored.decodeIfPresent(Bool.self, forKey: .isOnlyConfirmed) ?? false
        }

        /// Writes a value; that it was only confirmed is written where it is so.
        public func encode(to encoder: any Encoder) throws {
            var stored = encoder.container(keyedBy: CodingKeys.self)
            try stored.encode(score, forKey: .score)
            try stored.encode(isX, forKey: .isX)
            try stored.encodeIfPresent(position, forKey: .position)
            try stored.encodeIfPresent(face, forKey: .face)
            try stored.encode(isRemoved, forKey: .isRemoved)
            if isOnlyConfirmed { try stored.encode(true, forKey: .isOnlyConfirmed) }
        }

        /// There is no such arrow: what was taken for one is an old hole, a shadow, a seam.
        public static let removed = Value(score: 0, isRemoved: true)

        /// What a score sheet shows: `X`, `10` to `1`, or `M`; nil for an arrow that is removed.
        public var mark: String? { isRemoved ? nil : isX ? "X" : score == 0 ? "M" : String(score) }
    }
}

/// What a correction, or its withdrawal, has changed.
public struct CorrectionResult: Sendable, Hashable, Codable {
    /// The photo, as its record names it.
    public var photo: String
    /// The arrow's number in its photo.
    public var arrow: Int
    /// The arrow's mark before; nil where it did not count.
    public var before: String?
    /// The arrow's mark now; nil where it does not count.
    public var after: String?
    /// Whether anything was changed: the same correction twice is one.
    public var isChanged: Bool
    /// Whether it was about a photo whose path holds another photo now; then no sum changes.
    public var isParked: Bool
    /// Nil where the photo is in no session.
    public var sums: Sums?
    /// The number under which one more arrow of the same score can be added; nil where none was to be added again.
    public var freeNumber: Int?

    /// A result from its parts.
    public init(
        photo: String, arrow: Int, before: String?, after: String?, isChanged: Bool, isParked: Bool = false,
        sums: Sums? = nil
    ) {
        self.photo = photo
        self.arrow = arrow
        self.before = before
        self.after = after
        self.isChanged = isChanged
        self.isParked = isParked
        self.sums = sums
    }

    /// What the arrow's end and session count, before and now.
    public struct Sums: Sendable, Hashable, Codable {
        /// The session's name.
        public var session: String
        /// 0 where the session is one round.
        public var round: Int
        /// The end's number in its round.
        public var end: Int
        /// What the end counted before.
        public var endBefore: Int
        /// What the end counts now.
        public var endAfter: Int
        /// What the session counted before.
        public var sessionBefore: Int
        /// What the session counts now.
        public var sessionAfter: Int

        /// Sums from their parts.
        public init(
            session: String, round: Int, end: Int, endBefore: Int, endAfter: Int, sessionBefore: Int, sessionAfter: Int
        ) {
            self.session = session
            self.round = round
            self.end = end
            self.endBefore = endBefore
            self.endAfter = endAfter
            self.sessionBefore = sessionBefore
            self.sessionAfter = sessionAfter
        }
    }
}

/// A correction that the book holds.
public struct StoredCorrection: Sendable, Hashable, Codable {
    /// The photo, as its record names it.
    public var photo: String
    /// The arrow's number in its photo.
    public var arrow: Int
    /// What the model had read; nil where it had seen no arrow.
    public var read: String?
    /// What the user said; nil for an arrow that was removed.
    public var said: String?
    /// Whether another photo stands under the path now, so that the correction does not count.
    public var isParked: Bool

    /// A stored correction from its parts.
    public init(photo: String, arrow: Int, read: String?, said: String?, isParked: Bool) {
        self.photo = photo
        self.arrow = arrow
        self.read = read
        self.said = said
        self.isParked = isParked
    }
}
