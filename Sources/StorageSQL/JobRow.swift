import Findings
import Storage
import SystemValues

/// A row that has all of a job's columns, as a database gives it.
package protocol JobRow {
    /// A number; 0 for NULL.
    func integer(_ column: QueueColumn) -> Int64
    /// A number; nil for NULL.
    func optional(_ column: QueueColumn) -> Int64?
    /// A text; nil for NULL.
    func text(_ column: QueueColumn) -> String?
    /// The bytes of a column, for as long as the body runs.
    func withBytes<T>(_ column: QueueColumn, _ body: (UnsafeRawBufferPointer) -> T) -> T
}

extension JobRow {
    /// The job whose row this is.
    ///
    /// The parameters are what rows have a number for, and what a store may keep in a shorter form.
    package func job(at place: Place, output: [UInt8], pipeline: Fingerprint, owner: Owner?) -> Job {
        var progress = Progress(JobState(rawValue: Int(integer(.state))) ?? .failed, due: integer(.due))
        progress.attempts = Int(integer(.attempts))
        progress.crashes = Int(integer(.crashes))
        progress.retries = Int(integer(.retries))
        progress.recoveries = Int(integer(.recoveries))
        var job = Job(
            id: JobID(rawValue: integer(.id)), place: place, output: output, stamp: stamp, content: content,
            pipeline: pipeline, priority: Int(integer(.priority)), progress: progress, claimNumber: integer(.turn),
            owner: owner, original: optional(.original).map(JobID.init(rawValue:)),
            waitsForOriginal: integer(.held) != 0, isCurrent: integer(.current) != 0, arrived: integer(.arrived),
            claimed: optional(.claimed), finished: optional(.finished), failure: failure)
        job.counterpart = optional(.counterpart).map(JobID.init(rawValue:))
        return job
    }

    /// What is left of a photo that was forgotten; nil where the row does not make sense.
    package func forgotten(at place: Place, pipeline: Fingerprint) -> ForgottenPhoto? {
        guard let content, let state = JobState(rawValue: Int(integer(.state))), state.isFinal else { return nil }
        return ForgottenPhoto(
            job: JobID(rawValue: integer(.job)), place: place, state: state, stamp: stamp, content: content,
            pipeline: pipeline)
    }

    private var stamp: FileIdentity {
        FileIdentity(
            device: UInt64(bitPattern: integer(.device)), inode: UInt64(bitPattern: integer(.inode)),
            size: integer(.size), mtimeNanoseconds: integer(.modified), ctimeNanoseconds: integer(.changed))
    }

    private var content: Fingerprint? {
        guard let head = optional(.contentHead) else { return nil }
        return withBytes(.contentTail) { tail in
            guard tail.count == 24 else { return nil }
            let words = (0..<3).map { UInt64(bigEndian: tail.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
            return Fingerprint(head: UInt64(bitPattern: head), tail: (words[0], words[1], words[2]))
        }
    }

    private var failure: JobFailure? {
        guard let code = text(.failureCode) else { return nil }
        return JobFailure(
            code: code, message: text(.failureMessage) ?? "",
            fault: text(.failureFault).flatMap(Fault.init(rawValue:)) ?? .quiver)
    }
}
