import Control
import Foundation
import Storage
import Supervisor
import SystemValues

/// What `quiver status` found at one moment.
struct StatusLook {
    let queue: String
    /// The queue's place as JSON has it.
    let queueText: String
    let overview: Overview
    var live: LiveStatus?
    /// Nil for a queue in a file, which one process at a time works.
    let hosts: [HostStatus]?
    let isPausedByHand: Bool
    /// Where the queue was moved to; nil where it was not.
    let movedTo: String?
    let health: QueueHealth

    /// Looks.
    ///
    /// - Throws: `JobQueueError`, `ControlError`.
    init(_ control: QueueControl) throws {
        overview = try control.read { try $0.overview() }
        let (isPaused, movedTo) = try control.read { (try $0.isPaused(), try $0.movedTo()) }
        live = try control.live()
        let hosts = try control.hosts()
        isPausedByHand = live?.isPausedByHand ?? isPaused
        health = QueueHealth(live, hosts: hosts, isPaused: isPaused)
        self.movedTo = movedTo
        self.hosts = control.location.address == nil ? nil : hosts
        (queue, queueText) = (control.location.printable, control.location.text)
    }

    /// The same as one JSON document.
    var document: some Encodable {
        Document(
            queue: queueText,
            counts: Dictionary(uniqueKeysWithValues: JobState.allCases.map { ($0.description, overview[$0]) }),
            history: overview.history, health: "\(health)", isPausedByHand: isPausedByHand, movedTo: movedTo,
            supervisor: live, hosts: hosts)
    }

    private struct Document: Encodable {
        var queue: String
        var counts: [String: Int]
        var history: Int
        var health: String
        var isPausedByHand: Bool
        var movedTo: String?
        var supervisor: LiveStatus?
        var hosts: [HostStatus]?
    }

    /// The same as lines of text.
    func lines(_ paint: Paint) -> [String] {
        var lines = ["queue       \(queue)"]
        let none = hosts?.isWorked == true ? Self.noSupervisorHere : Self.noSupervisor
        lines += live.map { Self.lines(about: $0, paint) } ?? [none]
        lines += (hosts ?? []).map { Self.line(about: $0, paint) }
        if isPausedByHand { lines.append("\(paint.yellow("paused"))      by hand; 'quiver resume' goes on") }
        for state in JobState.allCases where overview[state] > 0 || state == .done {
            let count = String(overview[state])
            let shown = state == .failed || state == .quarantined ? paint.red(count) : count
            lines.append(state.description.padding(toLength: 12, withPad: " ", startingAt: 0) + shown)
        }
        if overview.history > 0 {
            lines.append("history     \(overview.history) of earlier photos of the same names, or of other settings")
        }
        if let movedTo { lines.append("moved       to \(movedTo.forTerminal); this one stays as it was then") }
        return lines
    }

    private static let noSupervisor = "supervisor  none; 'quiver run' or 'quiver watch' starts one"

    private static let noSupervisorHere = "supervisor  none on this host"

    /// What one of several hosts does, as a line of text.
    static func line(about host: HostStatus, _ paint: Paint) -> String {
        let name = "\(host.host.forTerminal), process \(host.process)"
        guard host.isAlive else {
            return "host        \(name): \(paint.red("dead")), last heard \(seconds(host.lastBeat)) ago; "
                + "what it had in work is worked by others"
        }
        let rate = host.photosPerMinute.map { String(format: ", %.1f a minute", $0) } ?? ""
        return "host        \(name): \(paint.green("alive")), \(counted(host.workers, "worker"))"
            + (host.takesIn ? "" : " without intake")
            + ", \(host.running) in work, \(counted(host.ended, "photo")) ended\(rate), "
            + "last heard \(seconds(host.lastBeat)) ago"
    }

    static func seconds(_ time: Double) -> String { "\(Int(max(0, min(time, 1e15)).rounded())) s" }

    /// What a running supervisor does, as lines of text.
    static func lines(about live: LiveStatus, _ paint: Paint) -> [String] {
        let since = Date(timeIntervalSince1970: Double(live.startedAt) / 1000)
        let minutes = Int(Date().timeIntervalSince(since)) / 60
        var lines = [
            "supervisor  \(paint.green("running")), process \(live.processIdentifier), \(counted(live.workers, "worker")), "
                + "\(minutes) min, \(counted(live.ended, "photo")) ended"
        ]
        lines += live.roots.map { "watches     \($0)" }
        if let pause = live.pause { lines.append("\(paint.yellow("paused"))      \(pause.forTerminal)") }
        if let wait = live.wait { lines.append("\(paint.yellow("waits"))       \(wait.why.forTerminal)") }
        if let seconds = live.fullFor {
            lines.append("\(paint.yellow("full"))        senders are told to wait for \(seconds) s ('intake.full')")
        }
        if let incoming = live.incoming, incoming > 0 { lines.append("incoming    \(incoming) still being written") }
        if let unread = live.unread, !unread.isEmpty {
            lines.append("left out    no pictures: \(SkippedFiles.kinds(unread))")
        }
        if let file = live.changedSettings {
            lines.append("\(paint.yellow("settings"))    \(file.forTerminal) was changed; 'quiver reload' uses it")
        }
        if let joules = live.joules {
            let rate = live.photosPerWattHour.map { String(format: ", %.0f photos a watt-hour", $0) } ?? ""
            lines.append(
                String(format: "energy      %.1f Wh of the whole machine since the start", joules / 3600) + rate)
        }
        return lines
    }
}

/// The screen of `quiver status --watch`: what a look found, what each worker does, and how fast it goes.
struct StatusScreen {
    /// Earlier looks' counts of ended photos, for the rate of the last minute.
    private var ended: [(at: ContinuousClock.Instant, count: Int, start: Int64)] = []
    private static let span = Duration.seconds(60)

    /// The lines of the screen.
    mutating func lines(_ look: StatusLook, at now: ContinuousClock.Instant = .now, _ paint: Paint) -> [String] {
        var lines = look.lines(paint)
        guard let live = look.live else { return lines }
        if let rate = rate(of: live, at: now) {
            let unfinished = look.overview.unfinished
            var line = String(format: "rate        %.1f photos a minute", rate)
            if unfinished > 0, rate > 0 {
                let seconds = Double(unfinished) / rate * 60
                line += ", \(Self.span(of: seconds)) for the \(counted(unfinished, "photo")) that wait"
            }
            lines.append(line)
        }
        let clock = Date().timeIntervalSince1970 * 1000
        for (number, slot) in (live.slots ?? []).enumerated() {
            let since = slot.since.map { " for \(StatusLook.seconds((clock - Double($0)) / 1000))" } ?? ""
            let what = slot.photo.map { "\($0.forTerminal), \(slot.stage ?? "begins")\(since)" } ?? "waits"
            lines.append("worker \("\(number + 1)".padding(toLength: 5, withPad: " ", startingAt: 0))\(what)")
        }
        return lines
    }

    /// Photos that ended in a minute, since the oldest look at this supervisor that is not too old; nil for the first.
    private mutating func rate(of live: LiveStatus, at now: ContinuousClock.Instant) -> Double? {
        ended.removeAll { now - $0.at > Self.span || $0.start != live.startedAt || $0.count > live.ended }
        defer { ended.append((now, live.ended, live.startedAt)) }
        guard let first = ended.first, now > first.at else { return nil }
        return Double(live.ended - first.count) / ((now - first.at) / .seconds(60))
    }

    /// About how long, in words.
    private static func span(of seconds: Double) -> String {
        switch seconds {
        case ..<90: "\(Int(seconds.rounded(.up))) s"
        case ..<5400: "\(Int((seconds / 60).rounded())) min"
        case ..<172_800: "\(Int((seconds / 3600).rounded())) h"
        default: "\(Int(min(seconds / 86_400, 1e9).rounded())) days"
        }
    }
}
