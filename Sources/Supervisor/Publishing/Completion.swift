import Results
import Storage
import SystemPackage
import WorkerProtocol

/// All that has to happen for one photo to have ended: files to place, a record to write, an outcome for the queue.
struct Completion: Sendable {
    let claim: Claim
    let outcome: Outcome
    /// Nil where the photo will be tried again.
    let record: Record?
    /// The record with its files, ready to be placed; nil where there are none.
    var photo: PhotoFiles?
    let files: [PlacedFile]
    /// A file of somebody else's that has the photo's usual name and stays; nil for none.
    var foreign: FilePath?

    /// The same end where nothing of it can be written: the queue alone keeps it.
    func withoutFiles() -> Completion { Completion(claim: claim, outcome: outcome, record: record, files: []) }

    /// Renames every file of the batch into its place, each folder synced once; blocks.
    ///
    /// - Throws: `ResultsError`; what workers have staged stays, so that each completion can be tried alone.
    static func publish(_ ends: [Completion]) throws(ResultsError) {
        try PhotoFiles.publish(ends.compactMap(\.photo))
    }

    /// Removes what was staged for ends that will not be published; blocks.
    static func discard(_ ends: [Completion]) {
        for end in ends {
            for file in end.files { AtomicFile.discard(file.staged) }
        }
    }
}

extension Completion {
    /// A claim that goes back untouched.
    init(givingBack claim: Claim) {
        self.init(claim: claim, outcome: .released, record: nil, files: [])
    }

    /// A claim that waits for its folder to come back, at no cost.
    init(postponing claim: Claim, until due: UnixMillis, _ reason: JobFailure) {
        self.init(claim: claim, outcome: .postponed(until: due, reason), record: nil, files: [])
    }
}

/// A worker's result for a claim, before retry rules are applied and files are published.
struct WorkResult: Sendable {
    enum Ending: Sendable {
        /// The worker answered.
        case answered(AnswerLine)
        /// The worker died, hung or talked nonsense over this photo; the sentence says which.
        case crashed(code: String, String)
        /// The claim goes back untouched: Quiver is stopping, or the worker never saw the photo.
        case released
        /// A file with the same content has been worked; this one only needs its own record.
        case duplicate(DuplicateResult)
    }

    let claim: Claim
    let ending: Ending
    /// The photo's rights, which none of its results exceeds; nil where it was not open.
    var mode: UInt32?
}
