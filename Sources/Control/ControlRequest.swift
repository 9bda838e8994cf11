import Storage

/// What a client asks of the running supervisor: one JSON object on one line.
///
/// `{"command":"retry","jobs":[7],"states":[]}`: the command's word, and its own keys beside it. The same vocabulary serves
/// the command line, the socket beside the queue and whatever else speaks for a person.
public enum ControlRequest: Sendable, Hashable {
    /// What the supervisor is doing; answered with ``ControlReply/status(_:)``.
    case status
    /// What the supervisor has measured since its start; answered with ``ControlReply/measured(_:)``.
    case measurements
    /// The ends of photos from somewhere on, and what else happens from now on, one line each, until the client hangs up.
    case events(since: EndingStart)
    /// Put jobs that ended without a result back into the queue.
    case retry(JobChoice)
    /// End jobs that have not ended; each gets its record.
    case cancel(JobChoice)
    /// Forget jobs that have ended; with `endedBefore` only those that ended before it, in milliseconds since 1970.
    ///
    /// With `limit` at most so many, in one transaction: fewer than that are the last ones. With `again` photos that still lie
    /// where they were are new when they are next found; else they stay known.
    case prune(JobChoice, endedBefore: Int64? = nil, limit: Int? = nil, again: Bool = false)
    /// Record a manual correction of an arrow.
    case correct(Correction)
    /// Withdraw the manual correction of an arrow.
    case withdraw(photo: String, arrow: Int)
    /// Put photos, and all photos of folders, into the session of a name.
    case assign(photos: [String], session: String)
    /// Replace the manual corrections of a photo; with a revision only where the photo still has that one.
    case review(photo: String, as: PhotoReview, revision: Int? = nil)
    /// Replace the manual corrections of the findings in the photo of a SHA-256; nil withdraws it.
    case findings(content: String, as: FindingReview?, revision: Int? = nil)
    /// Accept the findings in photos without corrections: what the detectors found, by the photos' SHA-256.
    case accept(contents: [String: [String: ReviewBasis]])
    /// Take the acceptance back in photos in which nothing else was changed, by their SHA-256.
    case unaccept(contents: [String])
    /// Put photos into a named set, by their SHA-256, and those that were gathered before.
    case choose(set: String, contents: [String], PhotoSetChange, with: PhotoSetDraft? = nil)
    /// Gather photos for a set that one request cannot name.
    case gather(contents: [String], in: PhotoSetDraft)
    /// Give a named set another name.
    case renameSet(String, to: String)
    /// Remove a named set, and none of its photos.
    case unchoose(set: String)
    /// Replace the manual corrections of the findings in many photos; a photo that has another revision stays as it is.
    case findingsOfMany([FindingChange])
    /// Change a session as a whole.
    case session(String, SessionChange)
    /// Take a photo at once that is renamed into a watched folder.
    case expect(ExpectedPhoto)
    /// Deliver messages of hooks once more, at once.
    case redeliver(MessageChoice)
    /// Forget messages of hooks.
    case forget(MessageChoice)
    /// Begin no more photos until told to go on.
    case pause
    /// Go on after a pause.
    case resume
    /// Go on after a pause, and begin at once with what waits for its hour or for less load, until that is over by itself.
    case resumeNow
    /// Go on with the settings as their file and the run's options say them now; answered with ``ControlReply/reload(_:)`` before.
    ///
    /// With `check` it is only said what would change; with `again` photos that are done are processed again.
    case reload(check: Bool = false, again: Bool = false)
    /// Give jobs that wait another priority; smaller numbers go first.
    case prioritize(JobChoice, level: Int)
    /// The same, but only on the queue of this identity: the one that the client has looked at.
    indirect case on(queue: String, ControlRequest)

    /// The word that stands for the command in JSON.
    public var word: Word {
        switch self {
        case .status: .status
        case .measurements: .measurements
        case .events: .events
        case .retry: .retry
        case .cancel: .cancel
        case .prune: .prune
        case .correct: .correct
        case .withdraw: .withdraw
        case .assign: .assign
        case .review: .review
        case .findings: .findings
        case .accept: .accept
        case .unaccept: .unaccept
        case .choose: .choose
        case .gather: .gather
        case .unchoose: .unchoose
        case .renameSet: .renameSet
        case .findingsOfMany: .findingsOfMany
        case .session(_, let change): change.word
        case .expect: .expect
        case .redeliver: .redeliver
        case .forget: .forget
        case .pause: .pause
        case .resume: .resume
        case .resumeNow: .resumeNow
        case .reload: .reload
        case .prioritize: .prioritize
        case .on(_, let request): request.word
        }
    }

    /// The commands by their words.
    public enum Word: String, Codable, Sendable, CaseIterable {
        case status, events, retry, cancel, prune, correct, withdraw, assign, review, findings, accept, unaccept
        case findingsOfMany
        case pause, resume, resumeNow, reload, prioritize, expect, redeliver, forget, measurements
        case choose, gather, unchoose, renameSet
        case rename, date, archers, round, describe, split, merge
    }
}

extension SessionChange {
    /// The word that stands for the change in JSON.
    var word: ControlRequest.Word {
        switch self {
        case .rename: .rename
        case .date: .date
        case .archers: .archers
        case .round: .round
        case .describe: .describe
        case .split: .split
        case .merge: .merge
        }
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

/// The messages of hooks that a command is about.
public struct MessageChoice: Sendable, Hashable {
    /// Messages by number; empty means every message of ``hooks`` in one of ``states``.
    public var messages: [Int64]
    /// Messages by their hook; empty means every hook's.
    public var hooks: [String]
    /// Messages by state, in the outbox's words; a choice that names neither messages nor states is refused.
    public var states: [String]

    /// A choice by number, or by hook and state.
    public init(messages: [Int64] = [], hooks: [String] = [], states: [String] = []) {
        self.messages = messages
        self.hooks = hooks
        self.states = states
    }
}
