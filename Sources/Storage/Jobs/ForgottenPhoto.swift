import SystemValues

/// What is left of a photo whose job was forgotten while its file may lie there still: enough to know the file again.
///
/// A place has one at most, and none beside a current job. It goes where another photo is taken in at the place.
public struct ForgottenPhoto: Hashable, Sendable {
    /// The number of the job that was forgotten.
    public var job: JobID
    /// Where the file lay.
    public var place: Place
    /// How the job had ended.
    public var state: JobState
    /// What `stat` said of the file.
    public var stamp: FileIdentity
    /// The SHA-256 of its bytes.
    public var content: Fingerprint
    /// What it was worked with.
    public var pipeline: Fingerprint

    /// A forgotten photo, as a store reads it.
    public init(
        job: JobID, place: Place, state: JobState, stamp: FileIdentity, content: Fingerprint, pipeline: Fingerprint
    ) {
        self.job = job
        self.place = place
        self.state = state
        self.stamp = stamp
        self.content = content
        self.pipeline = pipeline
    }
}

extension ForgottenPhoto {
    /// What is left of a job that has ended; nil where its photo is not known, or was gone already.
    ///
    /// - Parameter rerun: The re-run with other settings that the job has outlived: the photo is not to come back for these.
    init?(_ job: Job, outlived rerun: Job?) {
        guard job.isCurrent, job.state.isFinal, job.state != .gone, let content = job.content else { return nil }
        self.init(
            job: job.id, place: job.place, state: job.state, stamp: job.stamp, content: content,
            pipeline: rerun?.pipeline ?? job.pipeline)
    }

    /// Whether an arrival is this photo, with what it was worked with.
    func isMet(in arrival: NewJob) -> Bool {
        // A file that is being written is known by its content, once that is whole.
        arrival.content.map { $0 == content && arrival.pipeline == pipeline } ?? true
    }

    /// What intake is answered.
    var receipt: EnqueueResult { EnqueueResult(job: job, verdict: .known, state: state, original: nil) }
}

extension KnownFile {
    init(_ photo: ForgottenPhoto) {
        self.init(
            job: photo.job, state: photo.state, output: [], stamp: photo.stamp, content: photo.content,
            pipeline: photo.pipeline)
        isForgotten = true
    }
}
