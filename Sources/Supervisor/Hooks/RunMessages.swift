import Control
import Foundation
import Glibc
import JSONTree
import Query
import Results
import Scoring
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues

/// What a run's hooks are told of: how photos ended, which failed, and which need a review.
///
/// Each hook has its own: it is told at its own times.
final class RunNotes: Sendable {
    /// What has come together since the last time that it was told.
    struct Notes: Sendable {
        /// By the wall's clock.
        var began: UnixMillis
        var done = 0
        var failed = 0
        var needReview = 0
        var failures: [(path: String, failure: Record.Failure)] = []
        var review: [String] = []
    }

    /// So many photos are named of each kind.
    static let most = 100

    private let notes: Mutex<[String: Notes]>
    private let doubtful = try? Query.parse("is:doubtful")

    /// The notes of hooks of these names.
    init(of hooks: [String], since now: UnixMillis) {
        notes = Mutex(Dictionary(hooks.map { ($0, Notes(began: now)) }) { first, _ in first })
    }

    /// Notes how a photo ended.
    func take(_ event: RunEvent) {
        guard case .ended(let record) = event else { return }
        let isDoubtful = doubtful?.matches(QuerySubject(record: record, score: nil, review: nil)) == true
        notes.withLock { notes in
            for hook in notes.keys { notes[hook]?.take(record, isDoubtful: isDoubtful) }
        }
    }

    /// What there is for a hook, and begins anew.
    func next(of hook: String, at now: UnixMillis) -> Notes {
        notes.withLock { notes in
            let former = notes.updateValue(Notes(began: now), forKey: hook)
            return former ?? Notes(began: now)
        }
    }
}

extension RunNotes.Notes {
    fileprivate mutating func take(_ record: Record, isDoubtful: Bool) {
        if record.state == .done { done += 1 } else { failed += 1 }
        if let failure = record.error, failures.count < RunNotes.most {
            failures.append((record.source.path, failure))
        }
        guard isDoubtful else { return }
        needReview += 1
        if review.count < RunNotes.most { review.append(record.source.path) }
    }
}

/// Tells a run's hooks how it went: at its end, and of a watch once a day.
struct RunMessages: Sendable {
    let plan: HookPlan
    let queue: QueueService
    let owner: Owner
    let notes: RunNotes
    /// The folder of the results, told without links.
    let output: FilePath
    let news: HookNews
    var wall: @Sendable () -> UnixMillis = Clock.wall
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// The longest sleep: the wall's clock may be set meanwhile.
    private static let nap: UnixMillis = 60_000

    /// Puts what has come together into the outbox, for all hooks that are told of runs.
    func tell(at now: UnixMillis) async throws { try await tell(plan.told(of: .run), at: now) }

    private func tell(_ hooks: [HookPlan.Hook], at now: UnixMillis) async throws {
        guard !hooks.isEmpty else { return }
        let sheets = try await sheets()
        let ended = wall()
        let told = hooks.map { hook in
            let notes = notes.next(of: hook.name, at: ended)
            return (hook: hook.name, notes: notes, sheets: sheets.filter { $0.written >= notes.began }.map(\.file))
        }
        let (owner, output) = (owner, output)
        try await queue.perform { transaction in
            let waiting = try transaction.jobs.overview().unfinished
            try transaction.outbox.add(
                told.map { hook, notes, sheets in
                    let run = Self.json(of: notes, ended: ended, waiting: waiting, owner, output, sheets)
                    return NewMessage(
                        hook: hook, subject: .run(owner, started: notes.began),
                        event: Settings.Hook.Subject.run.rawValue,
                        body: Array(JSONValue.object([.init("run", run)]).line.utf8))
                }, at: now)
        }
        news.changes.notify()
    }

    private static func json(
        of notes: RunNotes.Notes, ended: UnixMillis, waiting: Int, _ owner: Owner, _ output: FilePath,
        _ sheets: [FilePath]
    ) -> JSONValue {
        [
            "host": .string(owner.host), "process": .integer(Int(owner.pid)),
            "began": .string(Timestamp(milliseconds: notes.began).description),
            "ended": .string(Timestamp(milliseconds: ended).description),
            "output": .string(EscapedName(output).text), "done": .integer(notes.done), "failed": .integer(notes.failed),
            "needReview": .integer(notes.needReview), "waiting": .integer(waiting),
            "failures": .array(
                notes.failures.map { path, failure in
                    [
                        "path": .string(path), "code": .string(failure.code), "message": .string(failure.message),
                        "fault": .string(failure.fault.rawValue),
                    ]
                }), "review": .array(notes.review.map { .string($0) }),
            "sheets": .array(sheets.map { .string($0.string) }),
        ]
    }

    /// The sheets of sessions that are there, with the last moment at which each may have been written.
    private func sheets() async throws -> [(file: FilePath, written: UnixMillis)] {
        let places = try await queue.look { try $0.scores.sheetPlaces() }
        return try await BlockingLane("quiver.hooks.sheets").perform { [output] in
            let files = SheetFiles(output: output, places: places)
            return places.flatMap(files.files(of:)).compactMap { file in
                (try? Syscalls.status(file, follow: false)).map { (file, $0.modified.seconds * 1_000 + 999) }
            }
        }
    }

    /// Tells at the time of day of each hook until cancelled.
    ///
    /// Hooks with one time are told together; those without one hear of the end alone.
    func tellDaily(at now: @Sendable () -> UnixMillis) async throws {
        let hooks = plan.told(of: .run).filter { $0.settings.at != nil }
        guard !hooks.isEmpty else { return }
        while true {
            let start = wall()
            let times = hooks.map { hook in
                (hook: hook, due: hook.settings.at.map { Self.next($0, after: start) } ?? .max)
            }
            let due = times.map(\.due).min() ?? .max
            while case let rest = due - wall(), rest > 0 {
                try await sleep(.milliseconds(min(rest, Self.nap)))
            }
            try await tell(times.filter { $0.due == due }.map(\.hook), at: now())
        }
    }

    /// The next moment of a time of day by this machine's clock, in milliseconds since 1970.
    static func next(_ time: TimeOfDay, after now: UnixMillis) -> UnixMillis {
        var (moment, parts) = (time_t(now / 1_000), tm())
        for day in 0...2 {
            moment = time_t(now / 1_000)
            localtime_r(&moment, &parts)
            parts.tm_mday += Int32(day)
            (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(time.minutes / 60), Int32(time.minutes % 60), 0)
            // The day may have changed to another time of summer.
            parts.tm_isdst = -1
            let next = UnixMillis(mktime(&parts)) * 1_000
            if next > now { return next }
        }
        return now + 86_400_000
    }
}
