/// Where a job stands; the raw values are stored and never change their meaning.
public enum JobState: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The file is still being written.
    case waiting = 0
    /// To be claimed; or, for a copy of another job's content, to be claimed once that one has ended.
    case ready = 1
    /// Claimed by a supervisor.
    case running = 2
    /// Put off after a failure of the environment, and ready again when it is due.
    case blocked = 3
    /// Finished with a result.
    case done = 4
    /// Finished with a reason.
    case failed = 5
    /// The file vanished before it was worked.
    case gone = 6
    /// The photo killed its worker too often.
    case quarantined = 7
    /// A user said no, or the file was replaced while it was worked on.
    case cancelled = 8

    /// True where only a user or a changed file moves the job again.
    public var isFinal: Bool {
        switch self {
        case .waiting, .ready, .running, .blocked: false
        case .done, .failed, .gone, .quarantined, .cancelled: true
        }
    }

    /// The word that records, commands and settings use.
    public var description: String {
        switch self {
        case .waiting: "waiting"
        case .ready: "ready"
        case .running: "running"
        case .blocked: "blocked"
        case .done: "done"
        case .failed: "failed"
        case .gone: "gone"
        case .quarantined: "quarantined"
        case .cancelled: "cancelled"
        }
    }

    /// The state that a word names, or nil.
    public init?(word: String) {
        guard let state = Self.allCases.first(where: { $0.description == word }) else { return nil }
        self = state
    }
}

/// How far a job has come, and what it has cost: all that a transition reads and changes.
public struct Progress: Hashable, Sendable {
    /// Where the job stands.
    public var state: JobState
    /// Claims that counted, this one included: a crash counts, a claim that was given back does not.
    public var attempts: Int
    /// Workers that the photo has killed.
    public var crashes: Int
    /// Failures of the environment.
    public var retries: Int
    /// Supervisors that died while the job was running.
    public var recoveries: Int
    /// When a ready job got in line, or when a blocked one is ready again.
    public var due: UnixMillis

    /// A job in the given state that has cost nothing so far.
    public init(_ state: JobState, due: UnixMillis) {
        self.state = state
        attempts = 0
        crashes = 0
        retries = 0
        recoveries = 0
        self.due = due
    }
}

/// Everything that can happen to a job.
public enum JobEvent: Hashable, Sendable {
    /// Intake found the file whole, with new content or for the first time since it was lost.
    case arrived
    /// Intake found the file being written.
    case opened
    /// A blocked job's time has come.
    case woke
    /// A supervisor took it.
    case claimed
    /// The supervisor ended its claim.
    case ended(Outcome)
    /// The supervisor that held it died; after `limit` of them the photo is under suspicion.
    case recovered(limit: Int)
    /// A user wants it tried again; `whole` where its content is known.
    case retried(whole: Bool)
    /// A user does not want it.
    case cancelled
    /// The file is not there any more.
    case vanished
    /// Another content or pipeline took its place while it was worked on.
    case replaced
}

extension Progress {
    /// The progress after an event, or nil where the event means nothing to a job in this state.
    ///
    /// This is the only place that knows the transitions; every store applies it.
    public func after(_ event: JobEvent, at now: UnixMillis) -> Progress? {
        switch (state, event) {
        case (.waiting, .arrived), (.ready, .arrived), (.blocked, .arrived), (.gone, .arrived):
            Progress(.ready, due: now)
        case (.waiting, .opened), (.ready, .opened), (.blocked, .opened), (.gone, .opened):
            Progress(.waiting, due: now)
        case (.blocked, .woke):
            due <= now ? with { $0.state = .ready } : nil
        case (.ready, .claimed):
            with {
                $0.state = .running
                $0.attempts += 1
            }
        case (.running, .ended(let outcome)):
            after(outcome, at: now)
        case (.running, .recovered(let limit)):
            with {
                $0.recoveries += 1
                $0.state = $0.recoveries < limit ? .ready : .quarantined
                $0.due = now
            }
        case (.failed, .retried(let whole)), (.quarantined, .retried(let whole)), (.cancelled, .retried(let whole)),
            (.gone, .retried(let whole)), (.blocked, .retried(let whole)):
            Progress(whole ? .ready : .waiting, due: now)
        case (.waiting, .cancelled), (.ready, .cancelled), (.running, .cancelled), (.blocked, .cancelled),
            (.running, .replaced):
            with { $0.state = .cancelled }
        case (.waiting, .vanished), (.ready, .vanished), (.blocked, .vanished):
            with { $0.state = .gone }
        default:
            nil
        }
    }

    private func after(_ outcome: Outcome, at now: UnixMillis) -> Progress {
        with {
            $0.due = now
            switch outcome.kind {
            case .done:
                $0.state = .done
            case .failed:
                $0.state = .failed
            case .retry(let due, _, let budget):
                $0.retries += 1
                $0.state = $0.retries <= budget ? .blocked : .failed
                $0.due = due
            case .released:
                $0.state = .ready
                $0.attempts -= 1
            case .postponed(let due, _):
                $0.state = .blocked
                $0.attempts -= 1
                $0.due = due
            case .crashed(_, let limit):
                $0.crashes += 1
                $0.state = $0.crashes < limit ? .ready : .quarantined
            case .gone:
                $0.state = .gone
            case .changed:
                $0.state = .waiting
                $0.attempts -= 1
            }
        }
    }

    private func with(_ change: (inout Progress) -> Void) -> Progress {
        var copy = self
        change(&copy)
        return copy
    }
}
