import SystemValues

/// Where the record of a photo that has ended lies below the results, and whether the photo may meet a condition.
public struct EndedPlace: Hashable, Sendable {
    /// The job whose record it is: of a photo that is worked again the one whose result stands until then.
    public let job: JobID
    /// When it ended.
    public let finished: UnixMillis
    /// Whether the record has a result.
    public let hasResult: Bool
    /// False of a photo that surely does not meet the condition that was named, by what is kept of it.
    public let mayMeet: Bool
    /// The record's path below the results, raw bytes: a way that leads nowhere else.
    public let way: [UInt8]

    /// A place, as a store makes it.
    package init(job: JobID, finished: UnixMillis, hasResult: Bool, mayMeet: Bool, way: [UInt8]) {
        self.job = job
        self.finished = finished
        self.hasResult = hasResult
        self.mayMeet = mayMeet
        self.way = way
    }

    /// The place of a job's record; nil of a job that has not ended, or whose record has no place.
    package init?(_ job: Job, mayMeet: Bool) {
        guard job.state.isFinal, let finished = job.finished, PathBelow.isWay(job.output) else { return nil }
        self.init(
            job: job.id, finished: finished, hasResult: job.state == .done, mayMeet: mayMeet, way: job.output)
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
