import Findings

/// What a person says of an arrow; it is stored as given, and counts until the person takes it back.
public struct Correction: Sendable, Hashable, Codable {
    /// The photo, as its record names it.
    public var photo: String
    /// The arrow's number within its end; a number that no arrow has adds one, and nil adds one under the next number.
    public var arrow: Int?
    public var word: Word

    public init(photo: String, arrow: Int?, word: Word) {
        self.photo = photo
        self.arrow = arrow
        self.word = word
    }

    /// The word itself.
    public struct Word: Sendable, Hashable, Codable {
        /// 0 to 10; 0 is a miss.
        public var score: Int
        /// Only where the person said X: a 10 alone is a 10.
        public var isX: Bool
        /// Where the arrow really stands, in radii of the full 10-ring face; nil where the person only counted.
        public var position: Point?
        /// The face that `position` is on; nil means the arrow's own, or the photo's first.
        public var face: Int?
        /// There is no such arrow.
        public var isRemoved: Bool

        public init(
            score: Int, isX: Bool = false, position: Point? = nil, face: Int? = nil, isRemoved: Bool = false
        ) {
            self.score = score
            self.isX = isX
            self.position = position
            self.face = face
            self.isRemoved = isRemoved
        }

        /// There is no such arrow: what was taken for one is an old hole, a shadow, a seam.
        public static let removed = Word(score: 0, isRemoved: true)
    }
}
