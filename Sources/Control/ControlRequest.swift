import Scoring
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
    fileprivate var word: ControlRequest.Word {
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

extension ControlRequest: Codable {
    private enum Key: CodingKey {
        case messages, hooks, changes
        case command, queue, jobs, states, endedBefore, limit, correction, photo, arrow, photos, session, review,
            revision
        case name, date, archers, round, into, content, contents, file, priority, again, check, since, set, change,
            draft
    }

    /// Reads a request; throws where the command is unknown or one of its keys is missing.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        func choice() throws -> JobChoice {
            JobChoice(
                jobs: try keys.decodeIfPresent([Int64].self, forKey: .jobs) ?? [],
                states: try keys.decodeIfPresent([String].self, forKey: .states) ?? [])
        }
        func messages() throws -> MessageChoice {
            MessageChoice(
                messages: try keys.decodeIfPresent([Int64].self, forKey: .messages) ?? [],
                hooks: try keys.decodeIfPresent([String].self, forKey: .hooks) ?? [],
                states: try keys.decodeIfPresent([String].self, forKey: .states) ?? [])
        }
        func session() throws -> String { try keys.decode(String.self, forKey: .session) }
        switch try keys.decode(Word.self, forKey: .command) {
        case .status: self = .status
        case .measurements: self = .measurements
        case .events:
            let text = try keys.decodeIfPresent(String.self, forKey: .since)
            guard let start = EndingStart(text ?? EndingStart.now.description) else {
                throw ControlError.noCursor(text ?? "")
            }
            self = .events(since: start)
        case .retry: self = .retry(try choice())
        case .cancel: self = .cancel(try choice())
        case .prune:
            self = .prune(
                try choice(), endedBefore: try keys.decodeIfPresent(Int64.self, forKey: .endedBefore),
                limit: try keys.decodeIfPresent(Int.self, forKey: .limit),
                again: try keys.decodeIfPresent(Bool.self, forKey: .again) ?? false)
        case .correct: self = .correct(try keys.decode(Correction.self, forKey: .correction))
        case .withdraw:
            self = .withdraw(
                photo: try keys.decode(String.self, forKey: .photo), arrow: try keys.decode(Int.self, forKey: .arrow))
        case .assign:
            self = .assign(
                photos: try keys.decode([String].self, forKey: .photos),
                session: try keys.decode(String.self, forKey: .session))
        case .review:
            self = .review(
                photo: try keys.decode(String.self, forKey: .photo),
                as: try keys.decode(PhotoReview.self, forKey: .review),
                revision: try keys.decodeIfPresent(Int.self, forKey: .revision))
        case .findings:
            self = .findings(
                content: try keys.decode(String.self, forKey: .content),
                as: try keys.decodeIfPresent(FindingReview.self, forKey: .review),
                revision: try keys.decodeIfPresent(Int.self, forKey: .revision))
        case .accept:
            self = .accept(contents: try keys.decode([String: [String: ReviewBasis]].self, forKey: .contents))
        case .unaccept: self = .unaccept(contents: try keys.decode([String].self, forKey: .contents))
        case .choose:
            self = .choose(
                set: try keys.decode(String.self, forKey: .set),
                contents: try keys.decode([String].self, forKey: .contents),
                try keys.decodeIfPresent(PhotoSetChange.self, forKey: .change) ?? .new,
                with: try keys.decodeIfPresent(PhotoSetDraft.self, forKey: .draft))
        case .gather:
            self = .gather(
                contents: try keys.decode([String].self, forKey: .contents),
                in: try keys.decode(PhotoSetDraft.self, forKey: .draft))
        case .unchoose: self = .unchoose(set: try keys.decode(String.self, forKey: .set))
        case .renameSet:
            self = .renameSet(
                try keys.decode(String.self, forKey: .set), to: try keys.decode(String.self, forKey: .name))
        case .findingsOfMany:
            self = .findingsOfMany(try keys.decode([FindingChange].self, forKey: .changes))
        case .expect: self = .expect(try keys.decode(ExpectedPhoto.self, forKey: .file))
        case .redeliver: self = .redeliver(try messages())
        case .forget: self = .forget(try messages())
        case .pause: self = .pause
        case .resume: self = .resume
        case .resumeNow: self = .resumeNow
        case .reload:
            self = .reload(
                check: try keys.decodeIfPresent(Bool.self, forKey: .check) ?? false,
                again: try keys.decodeIfPresent(Bool.self, forKey: .again) ?? false)
        case .prioritize: self = .prioritize(try choice(), level: try keys.decode(Int.self, forKey: .priority))
        case .rename: self = .session(try session(), .rename(try keys.decode(String.self, forKey: .name)))
        case .date: self = .session(try session(), .date(try keys.decodeIfPresent(String.self, forKey: .date)))
        case .archers: self = .session(try session(), .archers(try keys.decode(Archers.self, forKey: .archers)))
        case .round: self = .session(try session(), .round(try keys.decode(RoundChoice.self, forKey: .round)))
        case .describe:
            self = .session(
                try session(),
                .describe(
                    name: try keys.decodeIfPresent(String.self, forKey: .name),
                    date: try keys.contains(.date) ? .some(keys.decodeIfPresent(String.self, forKey: .date)) : nil,
                    archers: try keys.decodeIfPresent(Archers.self, forKey: .archers),
                    round: try keys.decodeIfPresent(RoundChoice.self, forKey: .round)))
        case .split:
            self = .session(
                try session(),
                .split(
                    photos: try keys.decode([String].self, forKey: .photos),
                    name: try keys.decode(String.self, forKey: .name)))
        case .merge: self = .session(try session(), .merge(into: try keys.decode(String.self, forKey: .into)))
        }
        if let queue = try keys.decodeIfPresent(String.self, forKey: .queue) { self = .on(queue: queue, self) }
    }

    /// Writes the command's word and its own keys only.
    public func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        if case .on(let queue, let request) = self {
            try keys.encode(queue, forKey: .queue)
            return try request.encode(to: encoder)
        }
        try keys.encode(word, forKey: .command)
        switch self {
        case .on: break
        case .events(let start): if start != .now { try keys.encode(start.description, forKey: .since) }
        case .status, .measurements, .pause, .resume, .resumeNow: break
        case .reload(let check, let again):
            if check { try keys.encode(true, forKey: .check) }
            if again { try keys.encode(true, forKey: .again) }
        case .prioritize(let choice, let level):
            try keys.encode(choice.jobs, forKey: .jobs)
            try keys.encode(choice.states, forKey: .states)
            try keys.encode(level, forKey: .priority)
        case .retry(let choice), .cancel(let choice), .prune(let choice, endedBefore: _, limit: _, again: _):
            try keys.encode(choice.jobs, forKey: .jobs)
            try keys.encode(choice.states, forKey: .states)
            if case .prune(_, let before, let limit, let again) = self {
                try keys.encodeIfPresent(before, forKey: .endedBefore)
                try keys.encodeIfPresent(limit, forKey: .limit)
                if again { try keys.encode(true, forKey: .again) }
            }
        case .expect(let file): try keys.encode(file, forKey: .file)
        case .redeliver(let choice), .forget(let choice):
            try keys.encode(choice.messages, forKey: .messages)
            try keys.encode(choice.hooks, forKey: .hooks)
            try keys.encode(choice.states, forKey: .states)
        case .correct(let correction): try keys.encode(correction, forKey: .correction)
        case .withdraw(let photo, let arrow):
            try keys.encode(photo, forKey: .photo)
            try keys.encode(arrow, forKey: .arrow)
        case .assign(let photos, let session):
            try keys.encode(photos, forKey: .photos)
            try keys.encode(session, forKey: .session)
        case .review(let photo, let review, let revision):
            try keys.encode(photo, forKey: .photo)
            try keys.encode(review, forKey: .review)
            try keys.encodeIfPresent(revision, forKey: .revision)
        case .findings(let content, let review, let revision):
            try keys.encode(content, forKey: .content)
            try keys.encodeIfPresent(review, forKey: .review)
            try keys.encodeIfPresent(revision, forKey: .revision)
        case .accept(let contents): try keys.encode(contents, forKey: .contents)
        case .unaccept(let contents): try keys.encode(contents, forKey: .contents)
        case .choose(let set, let contents, let change, let draft):
            try keys.encode(set, forKey: .set)
            try keys.encode(contents, forKey: .contents)
            if change != .new { try keys.encode(change, forKey: .change) }
            try keys.encodeIfPresent(draft, forKey: .draft)
        case .gather(let contents, let draft):
            try keys.encode(contents, forKey: .contents)
            try keys.encode(draft, forKey: .draft)
        case .unchoose(let set): try keys.encode(set, forKey: .set)
        case .renameSet(let set, let name):
            try keys.encode(set, forKey: .set)
            try keys.encode(name, forKey: .name)
        case .findingsOfMany(let changes): try keys.encode(changes, forKey: .changes)
        case .session(let session, let change):
            try keys.encode(session, forKey: .session)
            switch change {
            case .rename(let name): try keys.encode(name, forKey: .name)
            case .date(let date): try keys.encodeIfPresent(date, forKey: .date)
            case .archers(let archers): try keys.encode(archers, forKey: .archers)
            case .round(let round): try keys.encode(round, forKey: .round)
            case .describe(let name, let date, let archers, let round):
                try keys.encodeIfPresent(name, forKey: .name)
                if let date { try keys.encode(date, forKey: .date) }
                try keys.encodeIfPresent(archers, forKey: .archers)
                try keys.encodeIfPresent(round, forKey: .round)
            case .split(let photos, let name):
                try keys.encode(photos, forKey: .photos)
                try keys.encode(name, forKey: .name)
            case .merge(let into): try keys.encode(into, forKey: .into)
            }
        }
    }
}
