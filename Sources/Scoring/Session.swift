import Findings

/// A session as a coach reads it: rounds of ends of arrows.
public struct Session: Sendable, Hashable, Codable {
    /// The folder of its photos, or the name that a person gave it.
    public var name: String
    /// In the order in which they were shot.
    public var rounds: [Round]
    /// The folder below the results that the photos' own results lie in; nil where a person named the session.
    public var folder: String?
    /// What people said of photos that stand here no more.
    public var parked: [ParkedCorrection]
    /// The day that it was shot on, as `2026-11-20`; nil where neither a person nor a photo says it.
    public var date: String?
    /// Who shot.
    public var archers: Archers
    /// Photos that a person said are no ends.
    public var skipped: [Photo]

    /// A session from its parts.
    public init(
        name: String, rounds: [Round], folder: String? = nil, parked: [ParkedCorrection] = [], date: String? = nil,
        archers: Archers = Archers(), skipped: [Photo] = []
    ) {
        self.date = date
        self.archers = archers
        self.skipped = skipped
        self.name = name
        self.rounds = rounds
        self.folder = folder
        self.parked = parked
    }

    /// A correction of a photo whose path holds another photo now: it counts for nothing until its photo is back.
    public struct ParkedCorrection: Sendable, Hashable, Codable {
        /// The path that the photo had.
        public var photo: String
        /// The arrow's number in that photo.
        public var arrow: Int
        /// What the person said: a score's mark, or nil for an arrow that was removed.
        public var mark: String?
        /// The SHA-256 of the photo; nil where it was not noted.
        public var content: String?

        /// A correction from its parts.
        public init(photo: String, arrow: Int, mark: String?, content: String?) {
            self.photo = photo
            self.arrow = arrow
            self.mark = mark
            self.content = content
        }
    }

    /// Ends that are counted in one way.
    public struct Round: Sendable, Hashable, Codable {
        /// From 1.
        public var number: Int
        /// The round's name for people, such as `Round 1`.
        public var name: String
        /// How the round's arrows count.
        public var system: ScoringSystem
        /// 0 where nobody said how many an end has.
        public var arrowsPerEnd: Int
        /// In the order in which they were shot.
        public var ends: [End]

        /// A round from its parts.
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
        /// The photos that the end was read from, in the order in which they were taken.
        public var photos: [Photo]
        /// By arrow number.
        public var arrows: [Arrow]
        /// Why there is no score, for people: no face was seen, the photo could not be read; nil where there is one.
        public var trouble: String?
        /// Doubts about the end as a whole, its number of arrows first of all.
        public var review: [ReviewReason]
        /// Whether a person has seen all its photos and said that it is as it stands here.
        public var isConfirmed: Bool

        /// An end from its parts.
        public init(
            number: Int, photos: [Photo], arrows: [Arrow], trouble: String? = nil, review: [ReviewReason] = [],
            isConfirmed: Bool = false
        ) {
            self.isConfirmed = isConfirmed
            self.number = number
            self.photos = photos
            self.arrows = arrows
            self.trouble = trouble
            self.review = review
        }
    }

    /// A photo that an end was read from.
    public struct Photo: Sendable, Hashable, Codable {
        /// Its name in the book: its file's path, or where an earlier photo has that, the path with its record's name.
        public var path: String
        /// The path of its file, where that is not its name.
        public var file: String?
        /// Whether another photo has been scored under its file's path since.
        public var isFormer: Bool
        /// By the camera's own clock, see ``CameraClock``; nil where the camera did not say.
        public var captured: Int64?
        /// The annotated picture, relative to the output folder; nil where none was written.
        public var annotated: String?
        /// In pixels of the upright photo; 0 where it is not known.
        public var width: Int
        /// In pixels of the upright photo; 0 where it is not known.
        public var height: Int
        /// The faces that were found, in the order of the photo's record; empty where there are none.
        public var faces: [TargetDetection.Face]

        /// Where its file was when it was scored.
        public var filePath: String { file ?? path }

        /// A photo from its parts.
        public init(
            path: String, file: String? = nil, isFormer: Bool = false, captured: Int64?, annotated: String?,
            width: Int, height: Int, faces: [TargetDetection.Face]
        ) {
            self.path = path
            self.file = file
            self.isFormer = isFormer
            self.captured = captured
            self.annotated = annotated
            self.width = width
            self.height = height
            self.faces = faces
        }
    }

    /// One arrow of an end.
    public struct Arrow: Sendable, Hashable, Codable {
        /// From 1 within its photo, as the annotated picture shows it; a correction does not change it.
        public var number: Int
        /// The index into the end's photos.
        public var photo: Int?
        /// What counts: the manual correction where there is one, else the model's answer.
        public var value: DetectedArrow
        /// What the model had said, where a person said otherwise.
        public var corrected: DetectedArrow?
        /// Whether it is known where the arrow stands.
        ///
        /// False where a person added it without saying so: its coordinates are 0 then and mean nothing.
        public var isPlaced: Bool
        /// Who shot it; nil where it is not known.
        public var archer: String?

        /// An arrow from its parts.
        public init(
            number: Int, photo: Int?, value: DetectedArrow, corrected: DetectedArrow? = nil, isPlaced: Bool = true,
            archer: String? = nil
        ) {
            self.archer = archer
            self.number = number
            self.photo = photo
            self.value = value
            self.corrected = corrected
            self.isPlaced = isPlaced
        }
    }
}
