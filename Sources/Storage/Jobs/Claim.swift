import Findings
import SystemValues

/// What a supervisor asks for.
public struct ClaimRequest: Hashable, Sendable {
    /// At most this many jobs: as many as can start now.
    public var limit: Int
    /// Who takes them.
    public var owner: Owner
    /// What the claimer can work with; jobs of other pipelines stay.
    public var pipelines: [Fingerprint]
    /// Folders that are out of reach: jobs of files in them stay.
    public var outside: Set<FolderPlace>
    /// Only these jobs; nil for any.
    public var among: [JobID]?

    /// A request for up to `limit` jobs of the given pipelines.
    public init(
        limit: Int, owner: Owner, pipelines: [Fingerprint], outside: Set<FolderPlace> = [], among: [JobID]? = nil
    ) {
        self.among = among
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

    /// One result for each ending, and the jobs that were handed out.
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

/// Why a job did not give a result; kept with the job and shown to users.
public struct JobFailure: Hashable, Sendable {
    /// A short word for programs.
    public var code: String
    /// A sentence for users.
    public var message: String
    /// Whose fault it is.
    public var fault: Fault

    /// A failure from its three parts.
    public init(code: String, message: String, fault: Fault) {
        self.code = code
        self.message = message
        self.fault = fault
    }
}

/// How a claim ends; made only by the named constructors below.
public struct Outcome: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case done
        case failed(JobFailure)
        case retry(at: UnixMillis, JobFailure, budget: Int)
        case released
        case postponed(until: UnixMillis, JobFailure)
        case crashed(JobFailure, limit: Int)
        case gone
        case changed
    }

    let kind: Kind
    /// The record to keep with the job where this outcome ends it for good.
    public let result: [UInt8]?
    /// What the photo looks like, to be kept with the record; nil where that is not known.
    public private(set) var likeness: [UInt8]?
    /// What queries ask of the photo, to be kept with the record; nil where that is not known yet.
    public private(set) var facts: PhotoFacts?
    /// The photo's vectors, to be kept with the record; nil where there are none.
    public private(set) var embeddings: [UInt8]?

    private init(_ kind: Kind, result: [UInt8]? = nil) {
        self.kind = kind
        self.result = result
    }

    /// The same end of a photo that looks like this, and has these vectors.
    public func of(_ likeness: [UInt8]?, embeddings: [UInt8]? = nil) -> Outcome {
        var outcome = self
        (outcome.likeness, outcome.embeddings) = (likeness, embeddings)
        return outcome
    }

    /// The same end of a photo of which queries know this.
    public func telling(_ facts: PhotoFacts?) -> Outcome {
        var outcome = self
        outcome.facts = facts
        return outcome
    }

    /// Worked, with the record's bytes.
    public static func done(_ result: [UInt8]) -> Outcome {
        Outcome(.done, result: result)
    }

    /// Final: trying again cannot help.
    public static func failed(_ failure: JobFailure, result: [UInt8]? = nil) -> Outcome {
        Outcome(.failed(failure), result: result)
    }

    /// The environment failed: blocked until `at`, or failed where that has happened more than `budget` times.
    public static func retry(
        at due: UnixMillis, _ failure: JobFailure, budget: Int, result: [UInt8]? = nil
    ) -> Outcome {
        Outcome(.retry(at: due, failure, budget: budget), result: result)
    }

    /// Given back untouched: ready again, the attempt not counted.
    public static let released = Outcome(.released)

    /// What all photos of its folder need is out of reach, such as a share: blocked until then, and nothing is counted.
    public static func postponed(until due: UnixMillis, _ failure: JobFailure) -> Outcome {
        Outcome(.postponed(until: due, failure))
    }

    /// The worker died of it: ready again, or quarantined at the `limit`th time.
    public static func crashed(_ failure: JobFailure, limit: Int = 3, result: [UInt8]? = nil) -> Outcome {
        Outcome(.crashed(failure, limit: limit), result: result)
    }

    /// The file was not there.
    public static func gone(result: [UInt8]? = nil) -> Outcome {
        Outcome(.gone, result: result)
    }

    /// The file was changed under the worker's hands: waiting for intake again, the attempt not counted.
    public static let changed = Outcome(.changed)

    /// The reason that is kept with the job, if there is one.
    public var failure: JobFailure? {
        switch kind {
        case .failed(let failure), .retry(_, let failure, _), .postponed(_, let failure), .crashed(let failure, _):
            failure
        case .done, .released, .gone, .changed: nil
        }
    }
}

/// What became of one outcome.
public enum CompletionResult: Hashable, Sendable {
    /// It counted, and the job is now in this state.
    case completed(JobState)
    /// The claim did not hold any more: the job was cancelled, replaced or handed out again. Drop the output.
    case lost
}
