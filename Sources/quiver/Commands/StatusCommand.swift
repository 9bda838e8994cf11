import ArgumentParser
import Control
import Foundation
import JSONTree
import JobQueue
import Results
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
        let live = try control.live()
        let health = Health(live)
        if output.format != .text {
            let document = Document(
                queue: control.queueFile.string,
                counts: Dictionary(
                    uniqueKeysWithValues: JobState.allCases.map { ($0.description, overview[$0]) }),
                history: overview.history, health: "\(health)", supervisor: live)
            Terminal.say(try JSONText.encode(document, pretty: output.format == .json))
        } else {
            tell(control, overview, live)
        }
        if health != .works { throw ExitCode(health.rawValue) }
    }

    private func tell(_ control: QueueControl, _ overview: Overview, _ live: LiveStatus?) {
        let paint = output.paint
        Terminal.say("queue       \(EscapedName.printable(control.queueFile))")
        if let live {
            let since = Date(timeIntervalSince1970: Double(live.startedAt) / 1000)
            let minutes = Int(Date().timeIntervalSince(since)) / 60
            Terminal.say(
                "supervisor  \(paint.green("running")), process \(live.processIdentifier), \(counted(live.workers, "worker")), "
                    + "\(minutes) min, \(counted(live.ended, "photo")) ended")
            for root in live.roots { Terminal.say("watches     \(root)") }
            if let pause = live.pause { Terminal.say("\(paint.yellow("paused"))      \(pause.forTerminal)") }
            if let incoming = live.incoming, incoming > 0 {
                Terminal.say("incoming    \(incoming) still being written")
            }
        } else {
            Terminal.say("supervisor  none; 'quiver run' or 'quiver watch' starts one")
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

    /// What a health check is told; the numbers are exit statuses.
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
            self = live.pause == nil && live.suspended ?? 0 == 0 ? .works : .paused
        }
    }

    private struct Document: Encodable {
        var queue: String
        var counts: [String: Int]
        var history: Int
        var health: String
        var supervisor: LiveStatus?
    }
}

/// JSON for standard output.
enum JSONText {
    static func encode(_ value: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
        return JSONValue.shown(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
