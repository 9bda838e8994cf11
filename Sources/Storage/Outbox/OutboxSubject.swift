/// What a message is about.
///
/// Its text is `photo 17.3`, `session NAME` or `run STARTED PROCESS`.
public enum OutboxSubject: Hashable, Sendable, LosslessStringConvertible {
    /// A photo's end: the claim that ended it tells this end from an earlier one of the same job.
    case photo(ClaimID)
    /// A session of the score book.
    case session(String)
    /// A run of the process, which began at a moment.
    case run(Owner, started: UnixMillis)

    /// Reads the text; nil where it is anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let rest = String(parts[1])
        switch parts[0] {
        case "photo":
            guard let claim = ClaimID(rest) else { return nil }
            self = .photo(claim)
        case "session":
            self = .session(rest)
        case "run":
            let run = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard run.count == 2, let started = UnixMillis(run[0]), let owner = Owner(word: String(run[1])) else {
                return nil
            }
            self = .run(owner, started: started)
        default:
            return nil
        }
    }

    /// The text.
    public var description: String {
        switch self {
        case .photo(let claim): "photo \(claim)"
        case .session(let name): "session \(name)"
        case .run(let owner, let started): "run \(started) \(owner.word)"
        }
    }

    /// The photo's job; nil where the message is about something else.
    public var job: JobID? {
        guard case .photo(let claim) = self else { return nil }
        return claim.job
    }
}

extension Owner {
    /// The process in one line of text.
    package var word: String { "\(pid) \(started) \(life) \(boot) \(host)" }

    /// The process that such a line names; nil where it is none.
    package init?(word: String) {
        let parts = word.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let pid = Int32(parts[0]), let started = Int64(parts[1]), let life = Int64(parts[2])
        else { return nil }
        self.init(host: String(parts[4]), boot: String(parts[3]), pid: pid, started: started, life: life)
    }
}
