import Findings

/// Looking at manual corrections of findings.
public protocol FindingReviewReading {
    /// What was said of the photo with a SHA-256, in hexadecimal; nil where nothing ever was.
    func findingReview(ofContent content: String) throws -> StoredFindingReview?

    /// The same of many photos, by the photos' SHA-256.
    func findingReviews(ofContents contents: [String]) throws -> [String: StoredFindingReview]

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

    /// Writes rows by the photos' SHA-256; those of the same contents are replaced.
    func write(_ stored: [String: StoredFindingReview]) throws
}

extension FindingReviewReading {
    /// One after the other, for stores that lie near.
    public func findingReviews(ofContents contents: [String]) throws -> [String: StoredFindingReview] {
        try contents.reduce(into: [:]) { $0[$1] = try findingReview(ofContent: $1) }
    }
}

extension FindingReviewTable {
    /// One after the other, for stores that lie near.
    public func write(_ stored: [String: StoredFindingReview]) throws {
        for (content, one) in stored { try write(one, ofContent: content) }
    }

    /// Replaces what was said of a photo's findings; nil withdraws it.
    ///
    /// - Parameter revision: The revision that the review was made on, 0 where there was none; nil for whatever it is.
    /// - Throws: ``ReviewBookError``, with `conflict` where the revision is another; what was stored on this one may be said again.
    @discardableResult
    public func review(
        findingsOf content: String, as review: FindingReview?, expecting revision: Int? = nil
    ) throws -> StoredFindingReview {
        let old = try findingReview(ofContent: content)
        let stored = try old.next(review, ofContent: content)
        let isChange = stored != old
        if Revision.isConflict(of: revision, with: old?.revision ?? 0, isChange: isChange) {
            throw ReviewBookError(.conflict, "The photo was changed meanwhile, elsewhere; look at it again.")
        }
        if isChange { try write(stored, ofContent: content) }
        return stored
    }

    /// Accepts the findings of photos without corrections; returns how many photos that changed.
    ///
    /// - Parameter photos: What each photo's detectors found, by the photo's SHA-256.
    public func accept(findingsOf photos: [String: [String: ReviewBasis]]) throws -> Int {
        let known = try findingReviews(ofContents: Array(photos.keys))
        let changes = photos.filter { content, found in
            known[content]?.review.map { $0.isOnlyAcceptance && !$0.accepts(found) } ?? true
        }.map { content, found in
            FindingChange(content: content, review: FindingReview(isAccepted: true, basis: found), revision: nil)
        }
        return try review(changes).count
    }

    /// Takes the acceptance of photos back in which nothing else was changed; returns how many those were.
    public func takeBack(acceptanceOf contents: [String]) throws -> Int {
        let known = try findingReviews(ofContents: contents)
        let changes = contents.filter { known[$0]?.isOnlyAccepted == true }.map {
            FindingChange(content: $0, review: nil, revision: nil)
        }
        return try review(changes).count
    }
}

extension StoredFindingReview? {
    /// What is stored once this is said of a photo; the same where it was said before.
    ///
    /// - Throws: ``ReviewBookError`` for what no photo can show.
    func next(_ review: FindingReview?, ofContent content: String) throws -> StoredFindingReview {
        guard content.utf8.count == 64 else { throw ReviewBookError(.impossible, "Name the photo by its SHA-256.") }
        try review?.check()
        if let self, self.review == review { return self }
        return StoredFindingReview(revision: (self?.revision ?? 0) + 1, review: review)
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
