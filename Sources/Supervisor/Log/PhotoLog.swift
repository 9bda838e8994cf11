import Control
import Findings
import Glibc
import JSONTree
import Logging
import Results
import Settings
import Storage
import Synchronization
import SystemPackage
import WorkerProtocol

/// The story of each photo by its number in the queue: taken in, claimed, worked by whom, ended how.
///
/// `grep 'photo 17 '` or `jq 'select(.photo == 17)'` tells it. What concerns no single photo has no number.
struct PhotoLog: Sendable {
    /// The metadata key of a photo's number.
    static let photoKey = "photo"
    /// Metadata that is a number.
    static let numbers: Set<String> = [
        "attempt", "count", "milliseconds", "original", "priority", "process", "turn", "worker",
    ]

    /// What can happen to a photo, in the order of its way.
    enum Event: String, Sendable {
        /// Intake handed it in: new, or with new content or settings.
        case taken
        /// A supervisor took it from the queue.
        case claimed
        /// It was sent to a worker.
        case sent
        /// A worker died, hung or sent an invalid answer over it.
        case crashed
        /// Its claim was found to be lost to another; the answer was dropped.
        case lost
        /// Its end, or where it stands now, is in the queue.
        case settled
        /// Its file was moved away.
        case moved
        /// The supervisor that had it is dead; it is free again.
        case recovered
        /// A user had it tried again, cancelled, forgotten, or given another turn.
        case retried, cancelled, pruned, prioritized
    }

    private let logger: Logger?

    /// Says nothing.
    static let silent = PhotoLog(logger: nil)

    /// A log of the given form; the file is opened now.
    ///
    /// - Throws: ``PipelineError`` where it cannot be written.
    init(_ settings: Settings.Log, onTrouble: @escaping @Sendable (String) -> Void) throws {
        guard let path = settings.path else {
            self = .silent
            return
        }
        let file = try LogFile(at: path, onTrouble: onTrouble)
        self.init(style: settings.format == .json ? .json : .text) { file.add($0) }
    }

    /// A log that hands its lines to a function.
    init(
        style: PhotoLogHandler.Style,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(milliseconds: Clock.wall()) },
        write: @escaping @Sendable (String) -> Void
    ) {
        logger = Logger(label: "quiver") { _ in PhotoLogHandler(style: style, now: now, write: write) }
    }

    private init(logger: Logger?) { self.logger = logger }

    /// Notes what happened to a photo.
    func note(
        _ event: Event, _ photo: JobID, level: Logger.Level = .info,
        _ details: @autoclosure () -> [String: String] = [:]
    ) {
        guard let logger else { return }
        var metadata = details().mapValues { Logger.MetadataValue.string($0) }
        metadata[Self.photoKey] = "\(photo)"
        logger.log(level: level, "\(event.rawValue)", metadata: metadata)
    }

    /// Notes what happened to the run.
    func note(_ message: String, level: Logger.Level = .info, _ details: @autoclosure () -> [String: String] = [:]) {
        guard let logger else { return }
        logger.log(level: level, "\(message)", metadata: details().mapValues { .string($0) })
    }
}

extension PhotoLog {
    /// What holds up all work, and its end.
    func note(_ event: RunEvent) {
        switch event {
        case .paused(let why): note("paused", level: .warning, ["reason": why])
        case .resumed(let pause): note("resumed", ["milliseconds": "\(Int(pause / .milliseconds(1)))"])
        case .watching, .taken, .intakeEnded, .ended, .postponed, .sequence, .reviewed, .warning, .missed: break
        }
    }

    /// A claim, as a supervisor took it.
    func noteClaim(_ claim: Claim) {
        note(
            .claimed, claim.job,
            [
                "turn": "\(claim.id.claimNumber)", "attempt": "\(claim.progress.attempts)",
                "path": EscapedName.printable(claim.place.file),
            ])
    }

    /// Where a photo stands now, with the reason where there is one.
    func noteSettlement(_ end: Completion, _ state: JobState) {
        note(.settled, end.claim.job, level: state.isTrouble ? .warning : .info, details(of: end, state))
    }

    private func details(of end: Completion, _ state: JobState) -> [String: String] {
        var details = ["state": state.description, "turn": "\(end.claim.id.claimNumber)"]
        if let failure = end.outcome.failure {
            details["code"] = failure.code
            details["reason"] = failure.message
        }
        if let duplicate = end.claim.duplicate { details["original"] = "\(duplicate.original)" }
        if let timings = end.record?.photo.timings { details["milliseconds"] = "\(timings.milliseconds)" }
        return details
    }
}

extension JobState {
    fileprivate var isTrouble: Bool {
        switch self {
        case .failed, .blocked, .quarantined: true
        case .waiting, .ready, .running, .done, .gone, .cancelled: false
        }
    }
}

extension Record.Timings {
    /// All stages together, in whole milliseconds; a stored record may hold any number.
    var milliseconds: Int { Int(exactly: all.reduce(0, +).rounded()) ?? .max }
}

/// Writes log entries as lines of text or as JSON, with the photo's number first.
struct PhotoLogHandler: LogHandler {
    enum Style: Sendable {
        case text, json
    }

    let style: Style
    let now: @Sendable () -> Timestamp
    let write: @Sendable (String) -> Void

    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }
        let photo = fields.removeValue(forKey: PhotoLog.photoKey)
        // One order for all lines: what users look for first, then by name.
        let rest = fields.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
        write(
            style == .json
                ? json(event, photo.map { "\($0)" }, rest) : text(event, photo.map { "\($0)" }, rest))
    }

    private func json(_ event: LogEvent, _ photo: String?, _ rest: [(String, String)]) -> String {
        var members: [JSONValue.Member] = [
            .init("time", .string(now().description)), .init("level", .string(event.level.rawValue)),
            .init("event", .string("\(event.message)")),
        ]
        if let photo { members.append(.init(PhotoLog.photoKey, Int(photo).map(JSONValue.integer) ?? .string(photo))) }
        members += rest.map {
            .init(
                $0.0,
                PhotoLog.numbers.contains($0.0) ? Int($0.1).map(JSONValue.integer) ?? .string($0.1) : .string($0.1))
        }
        return JSONValue.object(members).line
    }

    private func text(_ event: LogEvent, _ photo: String?, _ rest: [(String, String)]) -> String {
        let head = "\(now()) \(event.level.rawValue)" + (photo.map { " photo \($0)" } ?? "") + " \(event.message)"
        return ([head] + rest.map { "\($0.0)=\(Self.quoted($0.1))" }).joined(separator: " ")
    }

    /// Values with spaces or quotes in quotes, so that a line can be taken apart again.
    private static func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
        return isPlain ? value : JSONValue.string(value).line
    }
}
