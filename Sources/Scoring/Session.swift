import Findings

/// A session as a coach reads it: rounds of ends of arrows.
public struct Session: Sendable, Hashable, Codable {
    /// The folder of its photos, or the name that a person gave it.
    public var name: String
    public var rounds: [Round]

    public init(name: String, rounds: [Round]) {
        self.name = name
        self.rounds = rounds
    }

    /// Ends that are counted in one way.
    public struct Round: Sendable, Hashable, Codable {
        /// From 1.
        public var number: Int
        public var name: String
        public var system: ScoringSystem
        /// 0 where nobody said how many an end has.
        public var arrowsPerEnd: Int
        public var ends: [End]

        public init(number: Int, name: String, system: ScoringSystem, arrowsPerEnd: Int, ends: [End]) {
            self.number = number
            self.name = name
            self.system = system
            self.arrowsPerEnd = arrowsPerEnd
            self.ends = ends
        }
    }

    /// The arrows of one turn, from one photo unless the settings say otherwise.
    public struct End: Sendable, Hashable, Codable {
        /// From 1 within its round.
        public var number: Int
        public var photos: [Photo]
        /// By arrow number.
        public var arrows: [Arrow]
        /// Why there is no score, for people: no face was seen, the photo could not be read; nil where there is one.
        public var trouble: String?
        /// Doubts about the end as a whole: more or fewer arrows than an end has.
        public var review: [ReviewReason]

        public init(
            number: Int, photos: [Photo], arrows: [Arrow], trouble: String? = nil, review: [ReviewReason] = []
        ) {
            self.number = number
            self.photos = photos
            self.arrows = arrows
            self.trouble = trouble
            self.review = review
        }
    }

    /// A photo that an end was read from.
    public struct Photo: Sendable, Hashable, Codable {
        /// As its record names it.
        public var path: String
        /// Milliseconds since 1970; nil where the camera did not say.
        public var captured: Int64?
        /// The annotated picture, relative to the output folder; nil where none was written.
        public var annotated: String?
        public var width: Int
        public var height: Int
        public var faces: [TargetDetection.Face]

        public init(
            path: String, captured: Int64?, annotated: String?, width: Int, height: Int,
            faces: [TargetDetection.Face]
        ) {
            self.path = path
            self.captured = captured
            self.annotated = annotated
            self.width = width
            self.height = height
            self.faces = faces
        }
    }

    /// One arrow of an end.
    public struct Arrow: Sendable, Hashable, Codable {
        /// From 1 within its end; it stays when the photo is worked again, so that a correction keeps its arrow.
        public var number: Int
        /// The index into the end's photos; nil for an arrow that only a person knows of.
        public var photo: Int?
        /// What counts: the person's word where there is one, else the model's.
        public var value: DetectedArrow
        /// What the model had said, where a person said otherwise.
        public var corrected: DetectedArrow?
        /// Whether it is known where the arrow stands.
        ///
        /// False where a person added it without saying so: its coordinates are 0 then and mean nothing.
        public var isPlaced: Bool

        public init(
            number: Int, photo: Int?, value: DetectedArrow, corrected: DetectedArrow? = nil, isPlaced: Bool = true
        ) {
            self.number = number
            self.photo = photo
            self.value = value
            self.corrected = corrected
            self.isPlaced = isPlaced
        }
    }
}
