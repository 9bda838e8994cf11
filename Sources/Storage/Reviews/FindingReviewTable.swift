import Findings

/// Looking at manual corrections of findings.
public protocol FindingReviewReading {
    /// What was said of the photo with a SHA-256, in hexadecimal; nil where nothing ever was.
    func findingReview(ofContent content: String) throws -> StoredFindingReview?

    /// Everything that was said and not withdrawn, by the photo's SHA-256.
    func findingReviews() throws -> [String: StoredFindingReview]

    /// A part of that: the next ones behind a SHA-256 in the order of those, nil for the first.
    func findingReviews(after content: String?, limit: Int) throws -> [String: StoredFindingReview]

    /// The next rows behind a SHA-256, in the order of those, withdrawn reviews included; nil for the first.
    func keptFindingReviews(after content: String?, limit: Int) throws -> [KeptFindingReview]

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

/// Why a review was refused.
public struct ReviewBookError: ReportableError, Hashable {
    /// What kind of error.
    public enum Code: String, Sendable, CaseIterable {
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

extension Double {
    var isShare: Bool { (0...1).contains(self) }
}
