import Findings

/// Looking at what people said of findings.
public protocol FindingReviewReading {
    /// What was said of the photo with a SHA-256, in hexadecimal; nil where nothing ever was.
    func findingReview(ofContent content: String) throws -> StoredFindingReview?

    /// Everything that was said and not withdrawn, by the photo's SHA-256.
    func findingReviews() throws -> [String: StoredFindingReview]
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
        let old = try findingReview(ofContent: content)
        if let revision, revision != old?.revision ?? 0 {
            throw ReviewBookError(.conflict, "The photo was changed meanwhile, elsewhere; look at it again.")
        }
        try review?.check()
        if let old, old.review == review { return old }
        let stored = StoredFindingReview(revision: (old?.revision ?? 0) + 1, review: review)
        try write(stored, ofContent: content)
        return stored
    }

    /// Accepts the findings of photos of which nobody has said anything; returns how many those were.
    public func accept(findingsOf contents: [String]) throws -> Int {
        var count = 0
        for content in contents where try findingReview(ofContent: content)?.review == nil {
            try review(findingsOf: content, as: FindingReview(isAccepted: true))
            count += 1
        }
        return count
    }
}

extension FindingReview {
    /// More boxes than any photo has.
    static let mostBoxes = 10_000
    /// The most characters of a class's name.
    static let longestLabel = 200

    /// - Throws: ``ReviewBookError`` for what no photo can show.
    fileprivate func check() throws {
        guard detections.values.reduce(0, { $0 + $1.count }) <= Self.mostBoxes, classes.count <= 1000 else {
            throw ReviewBookError(.impossible, "A photo has at most \(Self.mostBoxes) boxes.")
        }
        let labels = detections.values.flatMap { $0.map(\.label) } + classes.values
        guard labels.allSatisfy({ !$0.isEmpty && $0.count <= Self.longestLabel }) else {
            throw ReviewBookError(.impossible, "A class's name has 1 to \(Self.longestLabel) characters.")
        }
        let sides = detections.values.joined().flatMap { [$0.box.x, $0.box.y, $0.box.width, $0.box.height] }
        guard sides.allSatisfy({ $0.isFinite && abs($0) < 1e6 }),
            detections.values.joined().allSatisfy({ $0.box.width > 0 && $0.box.height > 0 })
        else { throw ReviewBookError(.impossible, "A box has a place in the photo, a width and a height.") }
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
