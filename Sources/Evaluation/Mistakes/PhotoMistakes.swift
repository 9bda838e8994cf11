import Findings

/// Something that a model got wrong in a photo.
public struct Mistake: Sendable, Hashable {
    /// What is wrong.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An object that was not found.
        case missed
        /// A finding that is no object.
        case wrong
        /// An object that was found as another class.
        case confused
    }

    /// What is wrong.
    public var kind: Kind
    /// The class: of the object, and of a wrong finding the finding's own.
    public var label: String
    /// The class that a confused object was found as; nil of others.
    public var foundAs: String?
    /// The model's score; nil of what was missed.
    public var confidence: Double?
    /// Where it lies, in pixels of the upright photo: the finding, and what was missed as truth has it.
    public var box: Box

    /// A mistake from its parts.
    public init(kind: Kind, label: String, foundAs: String? = nil, confidence: Double? = nil, box: Box) {
        self.kind = kind
        self.label = label
        self.foundAs = foundAs
        self.confidence = confidence
        self.box = box
    }
}

/// What a model got right and wrong in one photo, where an overlap of 0.50 is right.
public struct PhotoMistakes: Sendable, Hashable {
    /// The photo's path.
    public var path: String
    /// The upright photo's size.
    public var size: PixelSize
    /// Objects that were found.
    public var right: Int
    /// What is wrong: first what was confused, then what is missed, then what is none.
    public var mistakes: [Mistake]

    /// A photo from its parts.
    public init(path: String, size: PixelSize, right: Int, mistakes: [Mistake]) {
        self.path = path
        self.size = size
        self.right = right
        self.mistakes = mistakes
    }

    /// How many mistakes are of a kind.
    public func count(_ kind: Mistake.Kind) -> Int { mistakes.count { $0.kind == kind } }

    /// Whether a photo is worse: it has more mistakes, or as many and less that is right.
    static func isWorse(_ a: PhotoMistakes, _ b: PhotoMistakes) -> Bool {
        (b.mistakes.count, a.right, a.path) < (a.mistakes.count, b.right, b.path)
    }
}

/// What findings of a photo are, all classes together.
///
/// Within a class as for average precision; what is left over is then paired across classes, the largest overlap first.
struct PhotoPairs {
    /// Pairs of an object and a finding of its class.
    private(set) var right: [(truth: Int, found: Int)] = []
    /// Pairs of an object and a finding of another class.
    private(set) var confused: [(truth: Int, found: Int)] = []
    private(set) var missed: [Int] = []
    private(set) var wrong: [Int] = []

    /// The overlap from which a finding is an object.
    private static let least = 0.5

    /// - Parameter confidence: Only findings from here on.
    init(_ photo: EvaluatedPhoto, from confidence: Double, by shape: EvaluatedShape) {
        let found = photo.found.indices.filter { photo.found[$0].confidence >= confidence }.sorted { a, b in
            let (first, second) = (photo.found[a].confidence, photo.found[b].confidence)
            return first != second ? first > second : a < b
        }
        let overlap = Overlap(shape, with: photo.truth)
        let shares = found.map { overlap.shares(of: photo.found[$0]) }
        var taken: Set<Int> = []
        var left: [Int] = []
        for (place, index) in found.enumerated() {
            let own = photo.truth.indices.filter { photo.truth[$0].label == photo.found[index].label }
            let best = own.filter { !photo.truth[$0].isCrowd && !taken.contains($0) && shares[place][$0] >= Self.least }
                .max { (shares[place][$0], $0) < (shares[place][$1], $1) }
            if let best {
                taken.insert(best)
                right.append((best, index))
            } else if !own.contains(where: { photo.truth[$0].isCrowd && shares[place][$0] >= Self.least }) {
                left.append(place)
            }
        }
        let pairs = left.flatMap { place in
            photo.truth.indices.filter {
                !photo.truth[$0].isCrowd && !taken.contains($0) && shares[place][$0] >= Self.least
            }.map { (place: place, truth: $0, share: shares[place][$0]) }
        }
        var used: Set<Int> = []
        for pair in pairs.sorted(by: { ($1.share, $0.place, $0.truth) < ($0.share, $1.place, $1.truth) })
        where !taken.contains(pair.truth) && !used.contains(pair.place) {
            taken.insert(pair.truth)
            used.insert(pair.place)
            confused.append((pair.truth, found[pair.place]))
        }
        wrong = left.filter { !used.contains($0) }.map { found[$0] }
        missed = photo.truth.indices.filter { !photo.truth[$0].isCrowd && !taken.contains($0) }
    }

    /// What is wrong in the photo.
    func mistakes(in photo: EvaluatedPhoto) -> PhotoMistakes {
        let confused = confused.map { truth, found in
            let one = photo.found[found]
            return Mistake(
                kind: .confused, label: photo.truth[truth].label, foundAs: one.label, confidence: one.confidence,
                box: one.box)
        }
        let missed = missed.map { Mistake(kind: .missed, label: photo.truth[$0].label, box: photo.truth[$0].box) }
        let wrong = wrong.map { index in
            let one = photo.found[index]
            return Mistake(kind: .wrong, label: one.label, confidence: one.confidence, box: one.box)
        }
        return PhotoMistakes(
            path: photo.path, size: photo.size, right: right.count, mistakes: confused + missed + wrong)
    }
}
