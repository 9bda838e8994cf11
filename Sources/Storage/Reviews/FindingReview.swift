import Findings

/// Everything that a user said of the findings in a photo, as one value that an edit replaces as a whole.
///
/// It is about the photo's content, so that it stays when the photo is moved, or processed again.
public struct FindingReview: Sendable, Hashable {
    /// The kinds of findings that it may correct.
    package static let kinds = FindingList.kinds.compactMap { $0 as? any ReviewedFinding.Type }
    /// More boxes than any photo has; the same holds of poses and masks.
    static let mostBoxes = 10_000
    /// The most characters of a class's name.
    package static let longestLabel = 200

    /// Whether the user has seen everything that ``basis`` tells of, and says that it is right as it stands here.
    public var isAccepted: Bool
    /// What the detectors had found when the review was made, by detector; nil where that was not stored.
    public var basis: [String: ReviewBasis]?
    /// By their names; a kind that nothing was said of has none.
    private var lists: [String: any SaidList] = [:]

    /// A review from its parts.
    public init(
        isAccepted: Bool, detections: [String: [ReviewedBox]] = [:], classes: [String: String] = [:],
        poses: [String: [ReviewedPose]] = [:], masks: [String: [ReviewedMask]] = [:],
        texts: [String: [ReviewedReading]] = [:], codes: [String: [ReviewedReading]] = [:],
        tables: [String: [ReviewedTable]] = [:], pages: [String: [ReviewedPage]] = [:],
        basis: [String: ReviewBasis]? = nil
    ) {
        self.isAccepted = isAccepted
        self.basis = basis
        self.detections = detections
        self.classes = classes
        self.poses = poses
        self.masks = masks
        self.texts = texts
        self.codes = codes
        self.tables = tables
        self.pages = pages
    }

    /// What was said of a kind, by detector; a detector that is not here is right.
    package subscript<Kind: ReviewedFinding>(of kind: Kind.Type) -> [String: Kind.Said] {
        get { (lists[Kind.reviewName] as? SaidOf<Kind>)?.said ?? [:] }
        set { lists[Kind.reviewName] = newValue.isEmpty ? nil : SaidOf<Kind>(said: newValue) }
    }

    /// Whether both say the same.
    public static func == (a: FindingReview, b: FindingReview) -> Bool {
        a.isAccepted == b.isAccepted && a.basis == b.basis
            && a.lists.mapValues { AnyHashable($0) } == b.lists.mapValues { AnyHashable($0) }
    }

    /// Hashes all that it says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isAccepted)
        hasher.combine(basis)
        hasher.combine(lists.mapValues { AnyHashable($0) })
    }

    /// - Throws: ``ReviewBookError`` for what no photo can show.
    package func check() throws(ReviewBookError) {
        for kind in Self.kinds {
            try kind.check(self)
            guard kind.labels(of: self).allSatisfy({ !$0.isEmpty && $0.count <= Self.longestLabel }) else {
                throw ReviewBookError(.impossible, "A class's name has 1 to \(Self.longestLabel) characters.")
            }
        }
        let isBasisPossible = basis?.values.allSatisfy {
            [$0.task, $0.model ?? "", $0.digest].allSatisfy { $0.utf8.count <= Self.longestLabel }
        }
        guard basis?.count ?? 0 <= 1000, isBasisPossible ?? true else {
            throw ReviewBookError(.impossible, "The basis of a review is that of the photo's detectors.")
        }
    }
}

extension FindingReview: Codable {
    /// Reads a review; lists that are missing are empty.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: ReviewKey.self)
        self.init(isAccepted: try keys.decode(Bool.self, forKey: .isAccepted))
        for kind in Self.kinds { try kind.decode(from: keys, into: &self) }
        basis = try keys.decodeIfPresent([String: ReviewBasis].self, forKey: .basis)
    }

    /// Writes a list of each kind, empty or not.
    public func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: ReviewKey.self)
        try keys.encode(isAccepted, forKey: .isAccepted)
        for kind in Self.kinds { try kind.encode(self, to: &keys) }
        try keys.encodeIfPresent(basis, forKey: .basis)
    }
}

private struct ReviewKey: CodingKey {
    static let isAccepted = ReviewKey(stringValue: "isAccepted")
    static let basis = ReviewKey(stringValue: "basis")

    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension ReviewedFinding {
    fileprivate static func decode(
        from keys: KeyedDecodingContainer<ReviewKey>, into review: inout FindingReview
    ) throws {
        let key = ReviewKey(stringValue: reviewName)
        review[of: Self.self] = try keys.decodeIfPresent([String: Said].self, forKey: key) ?? [:]
    }

    fileprivate static func encode(
        _ review: FindingReview, to keys: inout KeyedEncodingContainer<ReviewKey>
    ) throws {
        try keys.encode(review[of: Self.self], forKey: ReviewKey(stringValue: reviewName))
    }
}

/// A list of one kind behind which the kind is hidden.
private protocol SaidList: Sendable, Hashable {}

private struct SaidOf<Kind: ReviewedFinding>: SaidList {
    var said: [String: Kind.Said]
}

/// A review that the book holds.
public struct StoredFindingReview: Sendable, Hashable, Codable {
    /// Grows with every change.
    public var revision: Int
    /// Nil where it was withdrawn.
    public var review: FindingReview?

    /// A stored review from its parts.
    public init(revision: Int, review: FindingReview?) {
        self.revision = revision
        self.review = review
    }
}
