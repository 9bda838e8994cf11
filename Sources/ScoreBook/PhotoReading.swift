import Scoring

/// What was read from one photo, for the score book.
public struct PhotoReading: Sendable, Hashable {
    /// The session that the photo belongs to, usually `Session.name(ofPhoto:)`.
    public var session: String
    public var photo: Session.Photo
    /// Empty where nothing could be read.
    public var arrows: [DetectedArrow]
    /// Why there is no score, for people; nil where there is one.
    public var trouble: String?
    public var counting: Counting

    public init(
        session: String, photo: Session.Photo, arrows: [DetectedArrow], trouble: String? = nil, counting: Counting
    ) {
        self.session = session
        self.photo = photo
        self.arrows = arrows
        self.trouble = trouble
        self.counting = counting
    }
}

/// How a session is counted and divided; the last photo's settings hold for the whole session.
public struct Counting: Sendable, Hashable, Codable {
    public var scoring: ScoringSettings
    public var layout: SessionLayout

    public init(scoring: ScoringSettings = ScoringSettings(), layout: SessionLayout = SessionLayout()) {
        self.scoring = scoring
        self.layout = layout
    }
}
