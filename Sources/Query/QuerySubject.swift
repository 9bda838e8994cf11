import Findings
import Storage

/// A photo as queries know it: what the queue's tables say of it, and as far as they were read its record and the score book.
public struct QuerySubject: Sendable {
    /// Its number in the queue; nil where it is in none.
    public var job: Int64?
    /// Where it stands.
    public var state: JobState
    /// Its path, as records have it.
    public var path: String
    /// The file's size.
    public var bytes: Int?
    /// When it ended, in universal time as records have it; nil where it has not.
    public var processed: String?
    /// Why it has no result: the code, and the sentence.
    public var errors: [String]
    /// Whether another photo with the same content was looked at in its place.
    public var isDuplicate: Bool
    /// The sets that it is in; nil where that was not looked at.
    public var sets: [String]?
    /// What the score book says; nil where that was not looked at.
    public var book: Book?
    /// What its record says; nil where that was not read.
    public var record: Facts?

    /// A photo of which only this is known yet.
    public init(
        job: Int64? = nil, state: JobState, path: String, bytes: Int? = nil, processed: String? = nil,
        errors: [String] = [], isDuplicate: Bool = false, book: Book? = nil, record: Facts? = nil
    ) {
        self.job = job
        self.state = state
        self.path = path
        self.bytes = bytes
        self.processed = processed
        self.errors = errors
        self.isDuplicate = isDuplicate
        self.book = book
        self.record = record
    }

    /// What the score book says of a photo, and a comparison with all others; empty of one that they do not have.
    public struct Book: Hashable, Sendable {
        /// The session's name.
        public var session: String?
        /// Who shot its arrows.
        public var archers: [String]
        /// The points of its arrows; nil where none was scored.
        public var score: Int?
        /// Whether another photo of the queue looks almost the same.
        public var isNearDuplicate = false

        /// What the book says, by default nothing.
        public init(session: String? = nil, archers: [String] = [], score: Int? = nil) {
            self.session = session
            self.archers = archers
            self.score = score
        }
    }

    /// What a photo's record says, with the manual corrections in their place; empty of a photo without a result.
    public struct Facts: Sendable {
        /// What it is of all that `is:` asks.
        public var marks: Set<QueryMark> = []
        /// When it was taken, in the form of ISO 8601 by the camera's clock.
        public var captured: String?
        /// The camera's maker and model in one text.
        public var camera: String?
        /// The file's format.
        public var format: String?
        /// The upright photo's size.
        public var size: PixelSize?
        /// How many pages the file has; nil where it could not be read.
        public var pages: Int?
        /// The models that looked at it, each by its file's name and by its SHA-256.
        public var models: [String] = []
        /// How near its least sure finding is to another answer.
        public var margin: Double?
        /// Says on how many objects two detectors differ; nil where fewer than two look for objects.
        ///
        /// They are compared where a query asks, since that can take longer than all else that is looked up in a record.
        public var disagreement: @Sendable () -> Int? = { nil }
        /// The points of its arrows as the record has them.
        public var score: Int?
        /// What was found.
        public var findings: [QueryFinding] = []
        /// What each page says as a whole, where it is more than one line.
        public var transcripts: [String] = []

        /// Nothing is known of it.
        public init() {}
    }
}

/// A finding as queries know it.
public struct QueryFinding: Sendable {
    /// What it is.
    public var label: String
    /// 0 to 1.
    public var confidence: Double
    /// The detector that found it.
    public var detector: String
    /// The page of the file.
    public var page: Int
    /// The share of the picture that its box covers; nil where it has none.
    public var size: Double?
    /// Where its box lies.
    public var places: Set<QueryPlace>
    /// What it says, in each of its forms; empty where it says nothing.
    public var texts: [String]
    /// Whether it is a code, or an element of one.
    public var isCode: Bool

    /// A finding from its parts.
    public init(
        label: String, confidence: Double, detector: String = "", page: Int = 1, size: Double? = nil,
        places: Set<QueryPlace> = [], texts: [String] = [], isCode: Bool = false
    ) {
        self.label = label
        self.confidence = confidence
        self.detector = detector
        self.page = page
        self.size = size
        self.places = places
        self.texts = texts
        self.isCode = isCode
    }

    /// A finding of a detector in a picture of this size; nil for one of which the size is not known.
    public init(_ finding: any Finding, by result: DetectorResult, in picture: PixelSize?) {
        let box = finding.region?.bounds
        self.init(
            label: finding.label, confidence: finding.confidence, detector: result.detector, page: result.page,
            texts: finding.searchTexts.filter { $0.source != .label && !$0.text.isEmpty }.map(\.text),
            isCode: finding is Code || finding is GS1Element)
        guard let box, let picture, picture.width > 0, picture.height > 0 else { return }
        let (width, height) = (Double(picture.width), Double(picture.height))
        size = min(max(box.width * box.height / (width * height), 0), 1)
        places = QueryPlace.all(of: box, width: width, height: height)
    }
}

extension QueryPlace {
    /// Edges of boxes are numbers with decimals: nearer than this to the picture's edge they are on it.
    private static let atEdge = 1.0

    fileprivate static func all(of box: Box, width: Double, height: Double) -> Set<QueryPlace> {
        let (x, y) = ((box.x + box.width / 2) / width, (box.y + box.height / 2) / height)
        var places: Set<QueryPlace> = []
        if x < 1.0 / 3 { places.insert(.left) }
        if x > 2.0 / 3 { places.insert(.right) }
        if y < 1.0 / 3 { places.insert(.top) }
        if y > 2.0 / 3 { places.insert(.bottom) }
        if places.isEmpty { places.insert(.middle) }
        let isInside =
            box.x > atEdge && box.y > atEdge && box.right < width - atEdge && box.bottom < height - atEdge
        if !isInside { places.insert(.edge) }
        return places
    }
}
