import Findings

/// Looking at what people said of findings.
public protocol FindingReviewReading {
    /// What was said of the photo with a SHA-256, in hexadecimal; nil where nothing ever was.
    func findingReview(ofContent content: String) throws -> StoredFindingReview?

    /// Everything that was said and not withdrawn, by the photo's SHA-256.
    func findingReviews() throws -> [String: StoredFindingReview]

    /// A part of that: the next ones behind a SHA-256 in the order of those, nil for the first.
    func findingReviews(after content: String?, limit: Int) throws -> [String: StoredFindingReview]

    /// How often anything was said, changed or withdrawn.
    func changesOfFindingReviews() throws -> Int
}

/// Rows of reviews: a store that has these gets the verbs below.
public protocol FindingReviewTable: FindingReviewReading {
    /// Writes a row; one of the same content is replaced.
    func write(_ stored: StoredFindingReview, ofContent content: String) throws
}

extension FindingReviewTable {
    /// Replaces what was said of a photo's findings; nil withdraws it.
    ///
    /// - Parameter revision: The revision that the review was made on, 0 where there was none; nil for whatever it is.
    /// - Throws: ``ReviewBookError``, with `conflict` where the revision is another.
    @discardableResult
    public func review(
        findingsOf content: String, as review: FindingReview?, expecting revision: Int? = nil
    ) throws -> StoredFindingReview {
        guard content.utf8.count == 64 else { throw ReviewBookError(.impossible, "Name the photo by its SHA-256.") }
        try review?.check()
        let old = try findingReview(ofContent: content)
        if let revision, revision != old?.revision ?? 0 {
            throw ReviewBookError(.conflict, "The photo was changed meanwhile, elsewhere; look at it again.")
        }
        if let old, old.review == review { return old }
        let stored = StoredFindingReview(revision: (old?.revision ?? 0) + 1, review: review)
        try write(stored, ofContent: content)
        return stored
    }

    /// Accepts the findings of photos without corrections; returns how many photos that changed.
    ///
    /// - Parameter photos: What each photo's detectors found, by the photo's SHA-256.
    public func accept(findingsOf photos: [String: [String: ReviewBasis]]) throws -> Int {
        var count = 0
        for (content, found) in photos {
            let former = try findingReview(ofContent: content)?.review
            guard former.map({ $0.isOnlyAcceptance && !$0.accepts(found) }) ?? true else { continue }
            try review(findingsOf: content, as: FindingReview(isAccepted: true, basis: found))
            count += 1
        }
        return count
    }

    /// Takes the acceptance of photos back in which nothing else was changed; returns how many those were.
    public func takeBack(acceptanceOf contents: [String]) throws -> Int {
        var count = 0
        for content in contents where try findingReview(ofContent: content)?.isOnlyAccepted == true {
            try review(findingsOf: content, as: nil)
            count += 1
        }
        return count
    }
}

extension StoredFindingReview {
    /// Whether the findings were accepted as they are, without a change.
    public var isOnlyAccepted: Bool { review?.isOnlyAcceptance == true }
}

extension FindingReview {
    /// More boxes than any photo has; the same holds of poses and masks.
    static let mostBoxes = 10_000
    /// More keypoints than any pose has.
    static let mostKeypoints = 1000
    /// The longest side of a mask that a person painted.
    static let longestMask = 4096
    /// The most characters of a class's name.
    static let longestLabel = 200

    /// - Throws: ``ReviewBookError`` for what no photo can show.
    fileprivate func check() throws {
        guard detections.values.reduce(0, { $0 + $1.count }) <= Self.mostBoxes, classes.count <= 1000 else {
            throw ReviewBookError(.impossible, "A photo has at most \(Self.mostBoxes) boxes.")
        }
        let (poses, masks) = (self.poses.values.joined(), self.masks.values.joined())
        guard poses.count + masks.count <= Self.mostBoxes,
            poses.allSatisfy({ $0.keypoints.count <= Self.mostKeypoints }),
            masks.allSatisfy({ max($0.mask.size.width, $0.mask.size.height) <= Self.longestMask })
        else { throw ReviewBookError(.impossible, "A photo has fewer poses and masks, and smaller ones.") }
        guard poses.flatMap(\.keypoints).allSatisfy(\.isPossible), poses.allSatisfy({ $0.box.isPossible }) else {
            throw ReviewBookError(.impossible, "A pose has a box and keypoints near the photo.")
        }
        let labels =
            detections.values.flatMap { $0.map(\.label) } + classes.values + poses.map(\.label) + masks.map(\.label)
        guard labels.allSatisfy({ !$0.isEmpty && $0.count <= Self.longestLabel }) else {
            throw ReviewBookError(.impossible, "A class's name has 1 to \(Self.longestLabel) characters.")
        }
        guard detections.values.joined().allSatisfy({ $0.box.isPossible && ($0.confidence ?? 0).isShare })
        else { throw ReviewBookError(.impossible, "A box has a place in the photo, a width and a height.") }
        let isBasisPossible = basis?.values.allSatisfy {
            [$0.task, $0.model ?? "", $0.digest].allSatisfy { $0.utf8.count <= Self.longestLabel }
        }
        guard basis?.count ?? 0 <= 1000, isBasisPossible ?? true else {
            throw ReviewBookError(.impossible, "The basis of a review is that of the photo's detectors.")
        }
        try checkReadings()
        try checkTables()
        try checkPages()
    }
}

/// Why a review was refused.
public struct ReviewBookError: ReportableError, Hashable {
    /// What kind of error.
    public enum Code: String, Sendable {
        /// The review was changed since it was looked at.
        case conflict
        /// No photo can show this.
        case impossible
        /// The book holds what cannot be read.
        case damaged
    }

    /// What kind of error.
    public let code: Code
    /// A sentence for people.
    public let message: String

    /// An error from its parts.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code as text.
    public var codeName: String { code.rawValue }
    /// The sentence for people.
    public var description: String { message }
    /// Whose fault it is.
    public var fault: Fault { code == .damaged ? .environment : .input }
    /// Whether the request is at fault.
    public var isUsage: Bool { fault == .input }
}

extension Box {
    /// The shortest side of a box, in pixels.
    private static let leastSide = 0.01

    /// Whether a photo can have it.
    fileprivate var isPossible: Bool {
        [x, y, width, height].allSatisfy { abs($0) <= 999_999 } && width >= Self.leastSide
            && height >= Self.leastSide
    }
}

extension Keypoint {
    /// Whether a photo can have it: near it, if not in it.
    fileprivate var isPossible: Bool {
        [x, y, z ?? 0].allSatisfy { abs($0) <= 999_999 } && (visibility ?? 0).isShare
    }
}

extension Double {
    var isShare: Bool { (0...1).contains(self) }
}
