/// What is to be said of the findings in one photo, among many that are changed together.
public struct FindingChange: Sendable, Hashable, Codable {
    /// The photo's SHA-256, in hexadecimal.
    public var content: String
    /// What is said from now on; nil withdraws what was said.
    public var review: FindingReview?
    /// The revision that it was made on, 0 where there was none; nil for whatever it is.
    public var revision: Int?

    /// A change from its parts.
    public init(content: String, review: FindingReview?, revision: Int?) {
        self.content = content
        self.review = review
        self.revision = revision
    }
}

extension FindingReviewTable {
    /// Replaces what was said of photos, each for itself: one that was changed meanwhile stays as it is.
    ///
    /// - Returns: The new revisions by the photos' SHA-256; a photo that stayed as it is has none.
    /// - Throws: ``ReviewBookError`` for what no photo can show; the caller's transaction then changes nothing.
    public func review(_ changes: [FindingChange]) throws -> [String: Int] {
        var known = try findingReviews(ofContents: changes.map(\.content))
        var (revisions, written): ([String: Int], [String: StoredFindingReview]) = ([:], [:])
        for change in changes {
            let old = known[change.content]
            // Sent again, it is answered by its key: nothing tells here what was said before.
            guard !Revision.isConflict(of: change.revision, with: old?.revision ?? 0, isChange: true) else { continue }
            let stored = try old.next(change.review, ofContent: change.content)
            if stored != old { written[change.content] = stored }
            (known[change.content], revisions[change.content]) = (stored, stored.revision)
        }
        if !written.isEmpty { try write(written) }
        return revisions
    }
}
