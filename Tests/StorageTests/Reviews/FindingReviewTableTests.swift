import Findings
import Storage
import StorageSQLite
import StorageTesting
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
        // A client that got no answer says it again.
        #expect(
            try store.transaction { try $0.reviews.review(findingsOf: content, as: review, expecting: 0) } == first)
        #expect(try store.transaction { try $0.reviews.findingReviews() } == [content: first])
        #expect(throws: ReviewBookError.self) {
            try store.transaction { try $0.reviews.review(findingsOf: content, as: nil, expecting: 0) }
        }
        let none = try store.transaction { try $0.reviews.review(findingsOf: content, as: nil, expecting: 1) }
        #expect(none == StoredFindingReview(revision: 2, review: nil))
        // Nor is what was stored in between the answer that was lost.
        #expect(throws: ReviewBookError.self) {
            try store.transaction { try $0.reviews.review(findingsOf: content, as: nil, expecting: 0) }
        }
        #expect(try store.transaction { try $0.reviews.findingReviews() }.isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func whatNobodySpokeOfIsAccepted(_ kind: Kind) throws {
        let (store, other) = (try store(kind), String(repeating: "0b", count: 32))
        try store.transaction { transaction in
            _ = try transaction.reviews.review(findingsOf: content, as: FindingReview(isAccepted: false))
        }
        let (found, more) = (["a": Self.basis("1")], ["a": Self.basis("2")])
        #expect(
            try store.transaction { try $0.reviews.accept(findingsOf: [content: found, other: found]) } == 1)
        let all = try store.transaction { try $0.reviews.findingReviews() }
        #expect(all[content]?.review?.isAccepted == false)
        #expect(all[other]?.review == FindingReview(isAccepted: true, basis: found))
        // The same findings are accepted already; those of another run are not.
        #expect(try store.transaction { try $0.reviews.accept(findingsOf: [other: found]) } == 0)
        #expect(try store.transaction { try $0.reviews.accept(findingsOf: [other: more]) } == 1)
    }

    @Test(arguments: Kind.allCases)
    func ofManyOnlyThoseStayThatWereChangedMeanwhile(_ kind: Kind) throws {
        let store = try store(kind)
        let contents = ["1", "2", "3"].map { String(repeating: $0, count: 64) }
        try store.transaction { _ = try $0.reviews.review(findingsOf: contents[1], as: review) }
        let seen: [(Int, Int?)] = [(0, 0), (1, 0), (2, nil)]
        let changes = seen.map {
            FindingChange(content: contents[$0.0], review: FindingReview(isAccepted: true), revision: $0.1)
        }
        #expect(try store.transaction { try $0.reviews.review(changes) } == [contents[0]: 1, contents[2]: 1])
        let all = try store.transaction { try $0.reviews.findingReviews() }
        #expect(all[contents[1]]?.review == review && all[contents[0]]?.review?.isAccepted == true)
        // The way back knows the revisions that the change has made.
        let back = [FindingChange(content: contents[0], review: nil, revision: 1)]
        #expect(try store.transaction { try $0.reviews.review(back) } == [contents[0]: 2])
        #expect(try store.transaction { try $0.reviews.findingReview(ofContent: contents[0]) }?.review == nil)
        // A photo that is named twice is changed twice, though its row is written once.
        let twice = [nil, FindingReview(isAccepted: true)].map {
            FindingChange(content: contents[2], review: $0, revision: nil)
        }
        #expect(try store.transaction { try $0.reviews.review(twice) } == [contents[2]: 3])
        let last = try store.transaction { try $0.reviews.findingReviews(ofContents: contents) }
        #expect(last[contents[2]] == StoredFindingReview(revision: 3, review: FindingReview(isAccepted: true)))
    }

    @Test(arguments: Kind.allCases)
    func reviewsAreReadInParts(_ kind: Kind) throws {
        let store = try store(kind)
        let contents = ["1", "2", "3", "4", "5"].map { String(repeating: $0, count: 64) }
        try store.transaction { transaction in
            for content in contents.reversed() { try transaction.reviews.review(findingsOf: content, as: review) }
            try transaction.reviews.review(findingsOf: contents[1], as: nil)
        }
        func part(after content: String?) throws -> [String] {
            try store.transaction { try $0.reviews.findingReviews(after: content, limit: 2).keys.sorted() }
        }
        #expect(try part(after: nil) == [contents[0], contents[2]])
        #expect(try part(after: contents[2]) == [contents[3], contents[4]])
        #expect(try part(after: contents[4]).isEmpty)
    }

    private static func basis(_ digest: String) -> ReviewBasis {
        ReviewBasis(task: "detect", model: "51", digest: digest)
    }

    @Test(arguments: Kind.allCases)
    func everyChangeCountsAWithdrawalToo(_ kind: Kind) throws {
        let store = try store(kind)
        #expect(try store.transaction { try $0.reviews.changesOfFindingReviews() } == 0)
        for (count, said) in [review, nil, review].enumerated() {
            _ = try store.transaction { try $0.reviews.review(findingsOf: content, as: said) }
            #expect(try store.transaction { try $0.reviews.changesOfFindingReviews() } == count + 1)
        }
    }

    @Test(arguments: Kind.allCases)
    func onlyWhatIsAcceptedAsItIsIsTakenBack(_ kind: Kind) throws {
        let (store, other) = (try store(kind), String(repeating: "0b", count: 32))
        let changed = FindingReview(isAccepted: true, classes: ["a": "b"])
        try store.transaction { transaction in
            _ = try transaction.reviews.accept(findingsOf: [content: [:]])
            _ = try transaction.reviews.review(findingsOf: other, as: changed)
        }
        let never = String(repeating: "0c", count: 32)
        #expect(try store.transaction { try $0.reviews.takeBack(acceptanceOf: [content, other, never]) } == 1)
        #expect(try store.transaction { try $0.reviews.findingReviews() }.mapValues(\.review) == [other: changed])
    }

    @Test(arguments: [
        ReviewedBox(label: "", box: Box(x: 0, y: 0, width: 1, height: 1)),
        ReviewedBox(label: "a", box: Box(x: 0, y: 0, width: 0, height: 1)),
        ReviewedBox(label: "a", box: Box(x: .nan, y: 0, width: 1, height: 1)),
        ReviewedBox(label: String(repeating: "a", count: 201), box: Box(x: 0, y: 0, width: 1, height: 1)),
        ReviewedBox(
            label: "a", box: Box(x: 0, y: 0, width: 1, height: 1), corners: [.init(x: 0, y: 0), .init(x: 1, y: 1)]),
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
