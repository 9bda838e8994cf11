import Storage
import Synchronization

/// Reviews that live as long as the process: for tests.
public final class MemoryFindingReviews: Sendable {
    private let rows = Mutex<[String: StoredFindingReview]>([:])

    /// An empty book.
    public init() {}

    /// Runs `body` as one transaction: when it throws, nothing has happened.
    public func transaction<T>(_ body: (any FindingReviewTable) throws -> T) throws -> T {
        try rows.withLock { rows in
            let open = OpenReviews(rows)
            let answer = try body(open)
            rows = open.rows
            return answer
        }
    }
}

/// The rows while a transaction runs.
private final class OpenReviews: FindingReviewTable {
    var rows: [String: StoredFindingReview]

    init(_ rows: [String: StoredFindingReview]) { self.rows = rows }

    func findingReview(ofContent content: String) -> StoredFindingReview? { rows[content] }

    func findingReviews() -> [String: StoredFindingReview] { rows.filter { $0.value.review != nil } }

    func findingReviews(after content: String?, limit: Int) -> [String: StoredFindingReview] {
        let next = findingReviews().keys.sorted().drop { $0 <= content ?? "" }.prefix(limit)
        return rows.filter { next.contains($0.key) }
    }

    func changesOfFindingReviews() -> Int { rows.values.reduce(0) { $0 + $1.revision } }

    func write(_ stored: StoredFindingReview, ofContent content: String) { rows[content] = stored }
}
