import SystemValues

/// Where the record of a photo that has ended lies below the results, and whether the photo fits what was asked.
public struct EndedPlace: Hashable, Sendable {
    /// The job whose record it is: of a photo that is worked again the one whose result stands until then.
    public let job: JobID
    /// When it ended.
    public let finished: UnixMillis
    /// Whether the record has a result.
    public let hasResult: Bool
    /// Whether the photo fits what was asked, by what is kept of it; nil where that does not tell.
    public var verdict: Bool?
    /// The record's path below the results, raw bytes: a way that leads nowhere else.
    public let way: [UInt8]

    /// A place, as a store makes it.
    package init(job: JobID, finished: UnixMillis, hasResult: Bool, verdict: Bool?, way: [UInt8]) {
        self.job = job
        self.finished = finished
        self.hasResult = hasResult
        self.verdict = verdict
        self.way = way
    }

    /// The place of a job's record; nil of a job that has not ended, or whose record has no place.
    package init?(_ job: Job, verdict: Bool?) {
        guard job.state.isFinal, let finished = job.finished, PathBelow.isWay(job.output) else { return nil }
        self.init(
            job: job.id, finished: finished, hasResult: job.state == .done, verdict: verdict, way: job.output)
    }

    /// Some places that follow each other.
    public struct Page: Hashable, Sendable {
        /// By the numbers of the photos' current jobs.
        public var places: [EndedPlace] = []
        /// The last current job that was looked at; nil where there is no other behind it.
        public var next: JobID?

        /// No place yet.
        package init() {}
    }
}
