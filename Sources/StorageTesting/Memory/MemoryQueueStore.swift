import Storage

/// Jobs and scores that live as long as the process: for tests.
public final class MemoryQueueStore: QueueStore {
    private let jobs = MemoryJobStore()
    private let scores = MemoryScoreStore()
    private let reviews = MemoryFindingReviews()

    /// An empty queue with an empty score book.
    public init() {}

    /// Runs `body` as one transaction of both parts: the outer one has nothing left to fail with when the inner one ends.
    public func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T {
        try jobs.transaction { jobs in
            try scores.transaction { scores in
                try reviews.transaction { reviews in
                    try body(QueueTransaction(jobs: jobs, scores: scores, reviews: reviews))
                }
            }
        }
    }

    /// Whether an owner's process has ended, as far as this machine can tell.
    public func isDead(_ owner: Owner) -> Bool { !owner.isAlive }
}
