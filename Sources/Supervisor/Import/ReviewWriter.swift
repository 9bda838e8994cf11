import Control
import Storage
import SystemValues

/// Stores many reviews: by the supervisor that runs, or in this process, which holds the queue until it is done.
struct ReviewWriter {
    /// What is said of a photo's content, and the revision that it was made on.
    typealias Change = (content: String, review: FindingReview, revision: Int)

    private let queue: QueueControl
    /// Nil where a supervisor has the queue.
    private let store: (any QueueStore)?

    /// - Throws: `JobQueueError` where another process has the queue and none answers.
    init(_ queue: QueueControl) throws {
        self.queue = queue
        guard try queue.live() == nil else {
            store = nil
            return
        }
        store = try QueueBackends.open(queue.location, owner: Owner.current())
    }

    /// Stores reviews; blocks.
    ///
    /// - Returns: Why each was refused, nil for one that is stored.
    func write(_ changes: [Change]) throws -> [String?] {
        guard let store else { return try changes.map(ask) }
        guard !changes.isEmpty else { return [] }
        let refusals = try store.transaction { transaction in
            try changes.map { change -> String? in
                do {
                    try transaction.reviews.review(
                        findingsOf: change.content, as: change.review, expecting: change.revision)
                    return nil
                } catch let error as ReviewBookError where error.code != .damaged {
                    return error.message
                }
            }
        }
        try? store.checkpoint()
        return refusals
    }

    private func ask(_ change: Change) throws -> String? {
        let request = ControlRequest.findings(
            content: change.content, as: change.review, revision: change.revision)
        switch try ControlClient.ask(request, queue: queue.location) {
        case .changed: return nil
        case .error(let error) where error.fault == .input: return error.description
        case .error(let error): throw error
        case nil: throw ControlError(.noAnswer, "the supervisor has ended meanwhile; import again", fault: .environment)
        default: throw QueueControl.otherVersion
        }
    }
}
