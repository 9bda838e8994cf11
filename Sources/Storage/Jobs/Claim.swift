import SystemValues

/// What a supervisor asks for.
public struct ClaimRequest: Hashable, Sendable {
    /// At most this many jobs: as many as can start now.
    public var limit: Int
    /// Who takes them.
    public var owner: Owner
    /// What the claimer can work with, best first; jobs of other pipelines stay.
    public var pipelines: [Fingerprint]
    /// Folders that are out of reach: jobs of files in them stay.
    public var outside: Set<FolderPlace>

    /// A request for up to `limit` jobs of the given pipelines.
    public init(limit: Int, owner: Owner, pipelines: [Fingerprint], outside: Set<FolderPlace> = []) {
        self.limit = limit
        self.owner = owner
        self.pipelines = pipelines
        self.outside = outside
    }
}

/// A job that was handed out.
public struct Claim: Hashable, Sendable {
    /// What to name when ending it.
    public let id: ClaimID
    /// The file.
    public let place: Place
    /// The record's path below the output folder.
    public let output: [UInt8]
    /// What `stat` said when the file was hashed: where it says something else now, end with `.changed`.
    public let stamp: FileIdentity
    /// The file's content.
    public let content: Fingerprint
    /// What it is worked with.
    public let pipeline: Fingerprint
    /// What it has cost so far, this attempt included.
    public let progress: Progress
    /// For a copy of a job that has ended: how that one ended.
    ///
    /// No worker is needed then, only a record of its own.
    public let duplicate: DuplicateResult?

    /// A claim, as a store makes it.
    public init(
        id: ClaimID, place: Place, output: [UInt8], stamp: FileIdentity, content: Fingerprint, pipeline: Fingerprint,
        progress: Progress, duplicate: DuplicateResult?
    ) {
        self.id = id
        self.place = place
        self.output = output
        self.stamp = stamp
        self.content = content
        self.pipeline = pipeline
        self.progress = progress
        self.duplicate = duplicate
    }

    /// The job that was handed out.
    public var job: JobID { id.job }

    /// The state that the job would have after an outcome, so that its record can be written before the commit.
    public func state(after outcome: Outcome, at now: UnixMillis) -> JobState {
        progress.after(.ended(outcome), at: now)?.state ?? progress.state
    }
}

/// How the job with the same content and pipeline ended: done, failed or quarantined.
public struct DuplicateResult: Hashable, Sendable {
    /// The job that was worked.
    public let original: JobID
    /// Its file.
    public let place: Place
    /// Its record's path below the output folder.
    public let output: [UInt8]
    /// How it ended.
    public let state: JobState
    /// Its record's bytes.
    public let result: [UInt8]?
    /// Why it has no result.
    public let failure: JobFailure?

    /// The result of an original, as a store makes it.
    public init(
        original: JobID, place: Place, output: [UInt8], state: JobState, result: [UInt8]?, failure: JobFailure?
    ) {
        self.original = original
        self.place = place
        self.output = output
        self.state = state
        self.result = result
        self.failure = failure
    }
}

/// What became of claims that were ended, and the jobs that were handed out in the same change.
public struct Turnover: Hashable, Sendable {
    /// One for each ending, in order.
    public let results: [CompletionResult]
    /// The jobs that were handed out.
    public let claims: [Claim]

    /// A turnover from its parts.
    public init(results: [CompletionResult], claims: [Claim]) {
        self.results = results
        self.claims = claims
    }
}

extension JobTransaction {
    /// Ends claims, and hands out jobs to those who are free by then, for the price of one commit.
    ///
    /// The ends come first: a copy whose original ends here, and a photo that is given back, can be handed out at once.
    /// With no request nothing is handed out.
    public func complete(
        _ endings: [(claim: ClaimID, outcome: Outcome)], claiming request: ClaimRequest?, at now: UnixMillis
    ) throws -> Turnover {
        let results = try complete(endings, at: now)
        return Turnover(results: results, claims: try request.map { try claim($0, at: now) } ?? [])
    }
}
