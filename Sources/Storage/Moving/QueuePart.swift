/// A part of everything that a queue holds, as it goes from one store into another.
///
/// A queue is a stream of these: its head first, then its jobs by number, photos that were forgotten, what a reload said of
/// pipelines, the ends of jobs, what their photos look like, the vectors of these, the score book, the reviews, the sets, and the outbox.
public enum QueuePart: Hashable, Sendable {
    /// What the queue is as a whole.
    case head(QueueHead)
    /// Jobs, history included, by number.
    case jobs([KeptJob])
    /// What is left of photos that were forgotten, by the numbers of their jobs.
    case forgotten([ForgottenPhoto])
    /// Pipelines whose ended jobs are to count as worked with another one, and do not yet, by the former one.
    case successions([PipelineSuccession])
    /// The last ends of jobs, by number.
    case endings([JobEnding])
    /// What photos look like, by the numbers of their jobs.
    case likenesses([KeptLikeness])
    /// The vectors of photos, by the numbers of their jobs.
    case embeddings([KeptEmbeddings])
    /// A row of the score book.
    case book(BookPart)
    /// What was said of photos' findings, by content.
    case reviews([KeptFindingReview])
    /// Photos of a named set, by content.
    case sets(KeptSetPhotos)
    /// Messages for hooks by number; no process is delivering one.
    case messages([OutboxMessage])
}

/// What a queue is as a whole.
public struct QueueHead: Hashable, Sendable {
    /// What tells it from every other queue; it goes with the queue, so that folders of results stay the queue's own.
    public var identity: Fingerprint
    /// Whether the work is paused by hand.
    public var isPaused: Bool
    /// The last number that was given to a job; none up to it is ever given again.
    public var lastNumber: JobID
    /// Which ends of jobs it can tell of: cursors hold in the queue's new place too.
    public var endings: EndingSpan

    /// A head from its parts.
    public init(
        identity: Fingerprint, isPaused: Bool, lastNumber: JobID, endings: EndingSpan = EndingSpan()
    ) {
        self.identity = identity
        self.isPaused = isPaused
        self.lastNumber = lastNumber
        self.endings = endings
    }
}

/// A pipeline whose ended jobs are to count as worked with another one.
public struct PipelineSuccession: Hashable, Sendable {
    /// The one that they ended with.
    public var former: Fingerprint
    /// The one that they are to count for.
    public var present: Fingerprint

    /// A pipeline with the one that follows it.
    public init(former: Fingerprint, present: Fingerprint) {
        self.former = former
        self.present = present
    }
}

/// A job with the record that is kept of it.
public struct KeptJob: Hashable, Sendable {
    /// The job; no process has it.
    public var job: Job
    /// The record's bytes; nil where none is kept.
    public var result: [UInt8]?

    /// A job with its record.
    public init(job: Job, result: [UInt8]?) {
        self.job = job
        self.result = result
    }
}

/// A row of the score book.
public enum BookPart: Hashable, Sendable {
    /// A session; it comes before its photos.
    case session(SessionRow)
    /// A photo with all its arrows.
    case photo(PhotoRow, [ArrowRow])
    /// A photo that another one replaced.
    case parked(ParkedPhoto)
    /// A mark of sheets that are older than the book.
    case mark(SheetMark)
}

/// What was said of the findings in a photo, or that it was withdrawn.
public struct KeptFindingReview: Hashable, Sendable {
    /// The photo's SHA-256 in hexadecimal.
    public var content: String
    /// What was said, with its revision.
    public var stored: StoredFindingReview

    /// A review of a photo.
    public init(content: String, stored: StoredFindingReview) {
        self.content = content
        self.stored = stored
    }
}

extension Job {
    /// The job as a queue has it that no process works: the claim of a running one is lost, as when its process died.
    var atRest: Job {
        guard let progress = progress.after(.recovered(limit: .max), at: progress.due) else { return self }
        var job = self
        job.progress = progress
        job.owner = nil
        return job
    }
}
