import Findings
import Query
import Storage

extension PhotoFacts {
    /// What queries ask of a photo's record.
    ///
    /// - Parameters:
    ///   - record: The record as the run left it.
    ///   - review: What a user said of its findings; nil for nothing.
    ///   - content: The photo's SHA-256 in hexadecimal, where it is known better than by the record.
    ///   - isReviewed: Whether it was asked what users said; else a store sees itself that the facts are due.
    public init(_ record: Record, review: FindingReview? = nil, content: String? = nil, isReviewed: Bool = false) {
        let margins = [nil, 0.25, 0.75].map { record.photo.margin(usual: $0) }
        self.init(
            QuerySubject.Facts(record, score: nil, review: review), content: content ?? record.source.sha256,
            isReviewed: isReviewed, knowsMargin: margins.allSatisfy { $0 == margins[0] })
    }
}
