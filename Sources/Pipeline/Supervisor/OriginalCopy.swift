import JobQueue
import Results
import SystemPackage

/// Keeps a copy of a finished photo beside its results (`output.originals`).
///
/// The supervisor makes it and not the worker, which may write nowhere but into its staging folder. Blocks.
struct OriginalCopy: Sendable {
    let claim: Claim
    let place: FilePath

    /// Adds the copy's temp file to an answer; a photo that is no longer the one that was worked ends the answer instead.
    func added(to answer: AnswerLine) -> AnswerLine {
        var answer = answer
        let file = claim.place.file
        let identity = JobLine.Identity(claim.stamp)
        do {
            try identity.check(file)
            let copy = try AtomicFile.stage(copyOf: file, for: place)
            do { try identity.check(file) } catch {
                AtomicFile.discard(copy)
                throw error
            }
            answer.files.original = RawPathText(copy)
        } catch {
            answer.discardFiles()
            answer.end(with: error)
        }
        return answer
    }
}
