import ScoreBook

/// What a client asks of the running supervisor: one JSON object on one line.
///
/// `{"command":"retry","jobs":[7],"states":[]}`: the command's word, and its own keys beside it. The same vocabulary serves
/// the command line, the socket beside the queue and whatever else speaks for a person.
public enum ControlRequest: Sendable, Hashable {
    /// What the supervisor is doing; answered with ``ControlReply/status(_:)``.
    case status
    /// Every event of the run from now on, one line each, until the client hangs up.
    case events
    /// Put jobs that ended without a result back into the queue.
    case retry(JobChoice)
    /// End jobs that have not ended; each gets its record.
    case cancel(JobChoice)
    /// Forget jobs that have ended; with `endedBefore` only those that ended before it, in milliseconds since 1970.
    case prune(JobChoice, endedBefore: Int64? = nil)
    /// Record a manual correction of an arrow.
    case correct(Correction)
    /// Withdraw the manual correction of an arrow.
    case withdraw(photo: String, arrow: Int)
    /// Put photos, and all photos of folders, into the session of a name.
    case assign(photos: [String], session: String)

    /// The word that stands for the command in JSON.
    public var word: Word {
        switch self {
        case .status: .status
        case .events: .events
        case .retry: .retry
        case .cancel: .cancel
        case .prune: .prune
        case .correct: .correct
        case .withdraw: .withdraw
        case .assign: .assign
        }
    }

    /// The commands by their words.
    public enum Word: String, Codable, Sendable, CaseIterable {
        case status, events, retry, cancel, prune, correct, withdraw, assign
    }
}

/// The jobs that a command is about.
public struct JobChoice: Sendable, Hashable {
    /// Jobs by number; empty means every job in one of ``states``.
    public var jobs: [Int64]
    /// Jobs by state, in the queue's words; a choice that names neither is refused.
    public var states: [String]

    /// A choice by number, by state, or by both.
    public init(jobs: [Int64] = [], states: [String] = []) {
        self.jobs = jobs
        self.states = states
    }
}

extension ControlRequest: Codable {
    private enum Key: CodingKey {
        case command, jobs, states, endedBefore, correction, photo, arrow, photos, session
    }

    /// Reads a request; throws where the command is unknown or one of its keys is missing.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        func choice() throws -> JobChoice {
            JobChoice(
                jobs: try keys.decodeIfPresent([Int64].self, forKey: .jobs) ?? [],
                states: try keys.decodeIfPresent([String].self, forKey: .states) ?? [])
        }
        switch try keys.decode(Word.self, forKey: .command) {
        case .status: self = .status
        case .events: self = .events
        case .retry: self = .retry(try choice())
        case .cancel: self = .cancel(try choice())
        case .prune:
            self = .prune(try choice(), endedBefore: try keys.decodeIfPresent(Int64.self, forKey: .endedBefore))
        case .correct: self = .correct(try keys.decode(Correction.self, forKey: .correction))
        case .withdraw:
            self = .withdraw(
                photo: try keys.decode(String.self, forKey: .photo), arrow: try keys.decode(Int.self, forKey: .arrow))
        case .assign:
            self = .assign(
                photos: try keys.decode([String].self, forKey: .photos),
                session: try keys.decode(String.self, forKey: .session))
        }
    }

    /// Writes the command's word and its own keys only.
    public func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        try keys.encode(word, forKey: .command)
        switch self {
        case .status, .events: break
        case .retry(let choice), .cancel(let choice), .prune(let choice, endedBefore: _):
            try keys.encode(choice.jobs, forKey: .jobs)
            try keys.encode(choice.states, forKey: .states)
            if case .prune(_, let before?) = self { try keys.encode(before, forKey: .endedBefore) }
        case .correct(let correction): try keys.encode(correction, forKey: .correction)
        case .withdraw(let photo, let arrow):
            try keys.encode(photo, forKey: .photo)
            try keys.encode(arrow, forKey: .arrow)
        case .assign(let photos, let session):
            try keys.encode(photos, forKey: .photos)
            try keys.encode(session, forKey: .session)
        }
    }
}
