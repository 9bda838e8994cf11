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
    /// A person said no, or the file was replaced while it was worked on.
    case cancelled = 8

    /// True where only a person or a changed file moves the job again.
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
