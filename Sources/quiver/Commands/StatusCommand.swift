import ArgumentParser
import Control
import Foundation
import Results
import Storage
import Supervisor
import SystemValues

/// `quiver status`: how the queue stands and what the supervisor is doing.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print how many photos are in each state, and whether Quiver is processing them.",
        discussion: """
            Exit status, for health checks: 0 a supervisor works the queue, 2 the queue cannot be read or its supervisor does \
            not answer, 3 no supervisor runs, 4 work is paused or a watched folder is out of reach, 5 a newer version of \
            Quiver made the queue, 64 wrong usage.
            """)

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let control = try QueueControl(options.settings().settings)
        let overview: Overview
        do {
            overview = try control.read { try $0.overview() }
        } catch let error as JobQueueError where error.code == .newer {
            Terminal.talk("quiver: \(error)")
            throw ExitCode(Health.otherVersion.rawValue)
        }
        let isPaused = try control.read { try $0.isPaused() }
        let live = try control.live()
        let isPausedByHand = live?.isPausedByHand ?? isPaused
        let health = Health(live)
        let document = Document(
            queue: control.location.file.string,
            counts: Dictionary(uniqueKeysWithValues: JobState.allCases.map { ($0.description, overview[$0]) }),
            history: overview.history, health: "\(health)", isPausedByHand: isPausedByHand, supervisor: live)
        try output.say(document: document) { tell(control, overview, live, isPausedByHand: isPausedByHand) }
        if health != .works { throw ExitCode(health.rawValue) }
    }

    private func tell(_ control: QueueControl, _ overview: Overview, _ live: LiveStatus?, isPausedByHand: Bool) {
        let paint = output.paint
        Terminal.say("queue       \(control.location.printable)")
        for line in live.map({ Self.lines(about: $0, paint) }) ?? [Self.nobody] { Terminal.say(line) }
        if isPausedByHand {
            Terminal.say("\(paint.yellow("paused"))      by hand; 'quiver resume' goes on")
        }
        for state in JobState.allCases where overview[state] > 0 || state == .done {
            let count = String(overview[state])
            let shown = state == .failed || state == .quarantined ? paint.red(count) : count
            Terminal.say(state.description.padding(toLength: 12, withPad: " ", startingAt: 0) + shown)
        }
        if overview.history > 0 {
            Terminal.say("history     \(overview.history) of earlier photos of the same names, or of other settings")
        }
    }

    private static let nobody = "supervisor  none; 'quiver run' or 'quiver watch' starts one"

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
        if let incoming = live.incoming, incoming > 0 { lines.append("incoming    \(incoming) still being written") }
        if let unread = live.unread, !unread.isEmpty {
            lines.append("left out    no pictures: \(SkippedFiles.kinds(unread))")
        }
        if let file = live.changedSettings {
            lines.append("\(paint.yellow("settings"))    \(file.forTerminal) was changed; start Quiver again to use it")
        }
        return lines
    }

    /// The answer to a health check; the numbers are exit statuses.
    enum Health: Int32 {
        case works = 0
        case nobody = 3
        case paused = 4
        case otherVersion = 5

        init(_ live: LiveStatus?) {
            guard let live else {
                self = .nobody
                return
            }
            let isPaused = live.pause != nil || live.isPausedByHand == true
            self = isPaused || live.suspended ?? 0 > 0 ? .paused : .works
        }
    }

    private struct Document: Encodable {
        var queue: String
        var counts: [String: Int]
        var history: Int
        var health: String
        var isPausedByHand: Bool
        var supervisor: LiveStatus?
    }
}
