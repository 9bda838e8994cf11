import JobQueue
import WorkerProtocol

/// How a claim ended at a worker, before the queue's rules and the disk have had their say.
struct Finished: Sendable {
    enum Ending: Sendable {
        /// The worker answered.
        case answered(AnswerLine)
        /// The worker died, hung or talked nonsense over this photo; the sentence says which.
        case crashed(code: String, String)
        /// The claim goes back untouched: Quiver is stopping, or the worker never saw the photo.
        case released
        /// A file with the same content has been worked; this one only needs its own record.
        case echoed(DuplicateResult)
    }

    let claim: Claim
    let ending: Ending
}
