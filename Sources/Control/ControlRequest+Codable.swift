import Scoring
import Storage

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
