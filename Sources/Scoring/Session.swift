import Findings

/// A session as a coach reads it: rounds of ends of arrows.
public struct Session: Sendable, Hashable, Codable {
    /// The folder of its photos, or the name that a user gave it.
    public var name: String
    /// In the order in which they were shot.
    public var rounds: [Round]
    /// The folder below the results that the photos' own results lie in; nil where a user named the session.
    public var folder: String?
    /// Manual corrections of photos that stand here no more.
    public var parked: [ParkedCorrection]
    /// The day that it was shot on, as `2026-11-20`; nil where neither a user nor a photo names it.
    public var date: String?
    /// Who shot.
    public var archers: Archers
    /// Photos that a user marked as no ends.
    public var skipped: [Photo]
    /// The round that it is shot as, whose parts are the session's rounds; nil where it is none.
    public var round: RoundDefinition?

    /// A session of rounds, by default without a day and archers.
    public init(
        name: String, rounds: [Round], folder: String? = nil, parked: [ParkedCorrection] = [], date: String? = nil,
        archers: Archers = Archers(), skipped: [Photo] = [], round: RoundDefinition? = nil
    ) {
        self.round = round
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
        /// The score's mark that was entered, or nil for an arrow that was removed.
        public var mark: String?
        /// The SHA-256 of the photo; nil where it was not noted.
        public var content: String?

        /// A correction of an arrow of the photo that had this path and content.
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
        /// The round's name on a score sheet, such as `Round 1`.
        public var name: String
        /// How the round's arrows count.
        public var system: ScoringSystem
        /// 0 where it is not known how many an end has.
        public var arrowsPerEnd: Int
        /// The same of an end that is one archer's alone.
        public var arrowsOfOne: Int
        /// In the order in which they were shot.
        public var ends: [End]

        /// A round of ends that are counted by one system.
        public init(
            number: Int, name: String, system: ScoringSystem, arrowsPerEnd: Int, arrowsOfOne: Int? = nil, ends: [End]
        ) {
            self.number = number
            self.name = name
            self.system = system
            self.arrowsPerEnd = arrowsPerEnd
            self.arrowsOfOne = arrowsOfOne ?? arrowsPerEnd
            self.ends = ends
        }
    }

    /// The arrows of one turn, from one photo unless the settings group them otherwise.
    public struct End: Sendable, Hashable, Codable {
        /// From 1 within its round.
        public var number: Int
        /// The photos that the end was read from, in the order in which they were taken.
        public var photos: [Photo]
        /// By arrow number.
        public var arrows: [Arrow]
        /// Why there is no score, in a sentence: no face was seen, the photo could not be read; nil where there is one.
        public var trouble: String?
        /// Doubts about the end as a whole, its number of arrows first of all.
        public var review: [ReviewReason]
        /// Whether a user has seen all its photos and confirmed that it is as it stands here.
        public var isConfirmed: Bool
        /// For whom all its photos were sent, so that it is that archer's alone; nil where it may be of several.
        public var archer: String?

        /// An end with the arrows that were read from its photos.
        public init(
            number: Int, photos: [Photo], arrows: [Arrow], trouble: String? = nil, review: [ReviewReason] = [],
            isConfirmed: Bool = false, archer: String? = nil
        ) {
            self.isConfirmed = isConfirmed
            self.archer = archer
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
        /// By the camera's own clock, see ``CameraClock``; nil where the camera did not record it.
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

        /// A photo by its name in the book, with its size and its faces.
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
        /// The model's answer, where a manual correction replaced it.
        public var corrected: DetectedArrow?
        /// Whether it is known where the arrow stands.
        ///
        /// False where it was added by hand without a place: its coordinates are 0 then and mean nothing.
        public var isPlaced: Bool
        /// Who shot it; nil where it is not known.
        public var archer: String?

        /// An arrow with what it counts, and the model's answer where that was corrected.
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

extension Session {
    /// All ends, round by round.
    public var ends: [End] { rounds.flatMap(\.ends) }

    /// The photos of all ends, in their order.
    public var photos: [Photo] { ends.flatMap(\.photos) }
}

extension DetectedArrow {
    /// What a score sheet shows: `X`, `10` to `1`, or `M` for a miss.
    public var mark: String { isX ? "X" : score == 0 ? "M" : String(score) }

    /// Whether this one stands before another on a score sheet: from the highest down, X before 10.
    func isBefore(_ other: DetectedArrow) -> Bool {
        score != other.score ? score > other.score : isX && !other.isX
    }
}

extension Session.End {
    /// As a score sheet lists them: from the highest down, X before 10, those alike by their number.
    public var arrowsInOrder: [Session.Arrow] {
        arrows.sorted { a, b in
            if a.value.isBefore(b.value) { return true }
            return !b.value.isBefore(a.value) && a.number < b.number
        }
    }

    /// How many arrows the end has more than it should.
    ///
    /// So many of the highest do not count. Where `most` is 0 it is not known.
    func surplus(over most: Int) -> Int { most > 0 ? max(arrows.count - most, 0) : 0 }

    /// The trouble of an end whose photo was sent, and is not read yet.
    public static let beingRead = "The photo was sent and is being read."

    /// Whether one of its photos is not read yet.
    public var isBeingRead: Bool { trouble == Self.beingRead }

    /// Whether the end as a whole is in doubt: it has no score, or there are doubts about its number of arrows.
    public var isDoubtful: Bool { trouble != nil || !review.isEmpty }

    /// Whether the end or one of its arrows needs a manual review.
    public var needsReview: Bool { isDoubtful || arrows.contains { $0.value.needsReview } }

    /// The face that an arrow stands on; nil where that is not known.
    public func type(of arrow: Session.Arrow) -> FaceType? {
        guard let photo = arrow.photo, photos.indices.contains(photo), let face = arrow.value.face,
            photos[photo].faces.indices.contains(face)
        else { return nil }
        return photos[photo].faces[face].type
    }

    /// Where an arrow stands, in millimetres from the centre of its face or spot; nil where that is not known.
    public func position(of arrow: Session.Arrow) -> Point? {
        guard arrow.isPlaced, let type = type(of: arrow) else { return nil }
        return Point(x: arrow.value.normalizedX, y: arrow.value.normalizedY) * type.radius
    }
}

extension Session.Round {
    /// How many arrows an end should have; 0 where it is not known.
    public func arrows(of end: Session.End) -> Int { end.archer == nil ? arrowsPerEnd : arrowsOfOne }

    /// What an arrow can count at most: by the faces that were shot at, or else by the system.
    public var highestScore: Int { shotAt.map(\.highestScore).max() ?? (system == .field ? 6 : 10) }

    /// Whether an X is distinguished from what else is in the highest ring: by the faces that were shot at, or else by the system.
    public var countsX: Bool {
        let types = shotAt
        return system.countsX && (types.isEmpty || types.contains(where: \.hasX))
    }

    /// The faces that arrows stand on, else those that were seen: a neighbour's face may be in the picture.
    var shotAt: [FaceType] {
        let types = ends.flatMap { end in end.arrows.compactMap { end.type(of: $0) } }
        return types.isEmpty ? ends.flatMap(\.photos).flatMap(\.faces).map(\.type) : types
    }
}
