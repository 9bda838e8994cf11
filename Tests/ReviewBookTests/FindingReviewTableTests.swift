import Findings
import JobQueue
import QueueStorage
import QueueStorageSQLite
import ReviewBook
import TestSupport
import Testing

/// What people say of findings, in every store.
@Suite struct FindingReviewTableTests {
    enum Kind: CaseIterable {
        case memory, sqlite
    }

    private let folder: TemporaryFolder
    private let content = String(repeating: "0a", count: 32)
    private let review = FindingReview(
        isAccepted: true,
        detections: ["people": [ReviewedBox(label: "person", box: Box(x: 1, y: 2, width: 3, height: 4), origin: 0)]],
        classes: ["scene": "beach"])

    init() throws { folder = try TemporaryFolder() }

    private func store(_ kind: Kind) throws -> any QueueStore {
        switch kind {
        case .memory: MemoryQueueStore()
        case .sqlite:
            try SQLiteQueueStore(
                path: folder["queue.sqlite"].path, owner: Owner(host: "here", boot: "b", pid: 1, started: 2), at: 0)
        }
    }

    @Test(arguments: Kind.allCases)
    func aReviewIsReplacedWithdrawnAndCounted(_ kind: Kind) throws {
        let store = try store(kind)
        #expect(try store.transaction { try $0.reviews.findingReview(ofContent: content) } == nil)
        let first = try store.transaction { try $0.reviews.review(findingsOf: content, as: review, expecting: 0) }
        #expect(first == StoredFindingReview(revision: 1, review: review))
        #expect(try store.transaction { try $0.reviews.review(findingsOf: content, as: review) }.revision == 1)
        #expect(try store.transaction { try $0.reviews.findingReviews() } == [content: first])
        #expect(throws: ReviewBookError.self) {
            try store.transaction { try $0.reviews.review(findingsOf: content, as: nil, expecting: 0) }
        }
        let none = try store.transaction { try $0.reviews.review(findingsOf: content, as: nil, expecting: 1) }
        #expect(none == StoredFindingReview(revision: 2, review: nil))
        #expect(try store.transaction { try $0.reviews.findingReviews() }.isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func whatNobodySpokeOfIsAccepted(_ kind: Kind) throws {
        let (store, other) = (try store(kind), String(repeating: "0b", count: 32))
        try store.transaction { transaction in
            _ = try transaction.reviews.review(findingsOf: content, as: FindingReview(isAccepted: false))
        }
        #expect(try store.transaction { try $0.reviews.accept(findingsOf: [content, other]) } == 1)
        let all = try store.transaction { try $0.reviews.findingReviews() }
        #expect(all[content]?.review?.isAccepted == false && all[other]?.review?.isAccepted == true)
    }

    @Test(arguments: [
        ReviewedBox(label: "", box: Box(x: 0, y: 0, width: 1, height: 1)),
        ReviewedBox(label: "a", box: Box(x: 0, y: 0, width: 0, height: 1)),
        ReviewedBox(label: "a", box: Box(x: .nan, y: 0, width: 1, height: 1)),
        ReviewedBox(label: String(repeating: "a", count: 201), box: Box(x: 0, y: 0, width: 1, height: 1)),
    ])
    func whatNoPhotoCanShowIsRefused(_ box: ReviewedBox) throws {
        let store = try store(.memory)
        let review = FindingReview(isAccepted: false, detections: ["a": [box]])
        #expect(throws: ReviewBookError.self) {
            try store.transaction { _ = try $0.reviews.review(findingsOf: content, as: review) }
        }
        #expect(throws: ReviewBookError.self) {
            try store.transaction { _ = try $0.reviews.review(findingsOf: "../x", as: self.review) }
        }
    }
}
