import Control
import Findings
import JSONTree
import Storage
import Supervisor

/// The queue as the page gets it.
struct QueueJSON: Sendable {
    let output: String
    let overview: Overview
    /// Nil where no supervisor runs.
    let live: LiveStatus?
    /// Photos a second.
    let rate: Double?
    let stages: [RunMeter.Stage]
    /// What went wrong, the latest first.
    let errors: [Job]
    /// What every host does that works the queue; empty for one of a single host.
    let hosts: [HostStatus]
    /// Whether the work is paused by hand, on every host.
    let isPaused: Bool

    static let format = APIFormat<QueueJSON>.object([
        APIKey("output", \.output, .text), APIKey("counts", \.overview, .counts),
        APIKey("live", \.live, .orNull(.live)), APIKey("rate", \.rate, .orNull(.number(decimals: 2))),
        APIKey("remainingSeconds", \.remainingSeconds, .orNull(.whole)),
        APIKey("stages", \.stages, .list(RunMeter.Stage.format)), APIKey("errors", \.errors, .list(.trouble)),
        APIKey("hosts", \.hosts, .list(.host), isRequired: false),
        APIKey("pausedByHand", \.isPaused, .bool, isRequired: false),
    ]).named("Queue")

    private var remainingSeconds: Int? { rate.map { Int(Double(overview.unfinished) / $0) } }
}

extension APIFormat where Value == Overview {
    fileprivate static let counts = APIFormat(
        schema: ["type": "object", "additionalProperties": APIFormat<Int>.whole.schema]
    ) { overview in
        .object(JobState.allCases.map { .init($0.description, .integer(overview[$0])) })
    }
}

extension APIFormat where Value == Job {
    /// What the list of errors shows.
    fileprivate static let trouble = object([
        APIKey("job", { Int($0.id.rawValue) }, .whole), APIKey("photo", \.printablePath, .text),
        APIKey("state", \.state, .state), APIKey("reason", { $0.failure?.message ?? "no reason was kept" }, .text),
        APIKey("fault", \.failure?.fault.rawValue, .orNull(.text)),
        APIKey("at", { ($0.finished ?? $0.claimed).map { Int($0) } }, .orNull(.whole)),
    ])
}

extension APIFormat where Value == HostStatus {
    /// What the page shows of a host of several.
    fileprivate static let host = object([
        APIKey("host", \.host, .text), APIKey("process", { Int($0.process) }, .whole),
        APIKey("workers", \.workers, .whole), APIKey("running", \.running, .whole), APIKey("ended", \.ended, .whole),
        APIKey("photosPerMinute", \.photosPerMinute, .orNull(.number(decimals: 1))),
        APIKey("lastBeat", \.lastBeat, .number(decimals: 1)), APIKey("isAlive", \.isAlive, .bool),
        APIKey("takesIn", \.takesIn, .bool), APIKey("version", \.version, .text),
    ]).named("Host")
}

extension APIFormat where Value == LiveStatus {
    /// What the page shows of a running supervisor.
    static let live = object([
        APIKey("processIdentifier", { Int($0.processIdentifier) }, .whole),
        APIKey("startedAt", { Int($0.startedAt) }, .whole), APIKey("ended", \.ended, .whole),
        APIKey("pause", \.pause, .orNull(.text)), APIKey("pausedByHand", { $0.isPausedByHand ?? false }, .bool),
        APIKey("roots", \.roots, .list(.text)), APIKey("incoming", optional: \.incoming, .whole),
        APIKey("suspended", optional: \.suspended, .whole), APIKey("wait", optional: \.wait, .wait),
        APIKey("fullFor", optional: \.fullFor, .whole),
        APIKey("workers", { Array(($0.slots ?? []).enumerated()) }, .list(.worker)),
    ]).named("Live")
}

extension APIFormat where Value == LiveStatus.Wait {
    /// What photos wait for by the settings.
    fileprivate static let wait = object([
        APIKey("cause", \.cause, .word), APIKey("why", \.why, .text),
        APIKey("until", { $0.until.map { Int($0) } }, .orNull(.whole)),
    ]).named("Wait")
}

extension APIFormat where Value == (offset: Int, element: LiveStatus.Slot) {
    fileprivate static let worker = object([
        APIKey("number", { $0.offset + 1 }, .whole),
        APIKey(
            "photo", { $0.element.photo.map { $0.split(separator: "/").last.map(String.init) ?? $0 } }, .orNull(.text)),
        APIKey("stage", { $0.element.stage }, .orNull(.text)),
        APIKey("since", { $0.element.since.map { Int($0) } }, .orNull(.whole)),
    ])
}
