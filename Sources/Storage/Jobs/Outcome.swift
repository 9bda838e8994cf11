import Findings

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

    private init(_ kind: Kind, result: [UInt8]? = nil) {
        self.kind = kind
        self.result = result
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
