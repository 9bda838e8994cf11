/// What one transaction can change: the jobs, and the score book beside them.
///
/// Whatever is done through either part counts together or not at all, so that a photo's score and its job's end are one
/// change. To be used inside the transaction only.
public struct QueueTransaction {
    /// The jobs.
    public let jobs: any JobTransaction
    /// The score book.
    public let scores: any ScoreTransaction
    /// What people said of findings.
    public let reviews: any FindingReviewTable

    /// A transaction from its parts, as a store makes it.
    public init(jobs: any JobTransaction, scores: any ScoreTransaction, reviews: any FindingReviewTable) {
        self.jobs = jobs
        self.scores = scores
        self.reviews = reviews
    }
}

/// What can be read at one moment: the jobs, and the score book beside them.
///
/// To be used inside the reader's call only.
public struct QueueSnapshot {
    /// The jobs.
    public let jobs: any JobReading
    /// The score book.
    public let scores: any ScoreReading
    /// What people said of findings.
    public let reviews: any FindingReviewReading

    /// A moment of a queue from its parts, as a reader makes it.
    public init(jobs: any JobReading, scores: any ScoreReading, reviews: any FindingReviewReading) {
        self.jobs = jobs
        self.scores = scores
        self.reviews = reviews
    }
}
