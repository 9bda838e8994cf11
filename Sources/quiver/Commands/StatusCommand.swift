import ArgumentParser
import Control
import Findings
import Foundation
import Storage
import Supervisor

/// `quiver status`: how the queue stands and what the supervisor is doing.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print how many photos are in each state, and whether Quiver is processing them.",
        discussion: """
            Photos that wait for the hours of the settings, or for less load of other programs, are no fault: that is status 0.

            Of a PostgreSQL queue it shows what every host does, with its rate and when it was last heard.

            With --watch it looks again and again until Ctrl-C, and shows what each worker does; with --format jsonl each look \
            is a line for programs.

            Exit status, for health checks: 0 a supervisor works the queue, on whatever host, 2 the queue cannot be read or its supervisor does \
            not answer, 3 no supervisor runs, 4 work is paused or a watched folder is out of reach, 5 a newer version of \
            Quiver made the queue, 64 wrong usage.
            """)

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Look again and again, until Ctrl-C.")
    var watch = false

    @Option(
        help: ArgumentHelp("How many seconds lie between two looks of --watch; by default 2.", valueName: "seconds"))
    var every: Double?

    func validate() throws {
        guard let every else { return }
        guard watch else { throw ValidationError("--every goes with --watch: 'quiver status --watch --every 5'.") }
        guard every >= 0.2, every <= 86_400 else { throw ValidationError("--every takes 0.2 to 86400 seconds.") }
    }

    func run() throws {
        let control = try QueueControl(options.settings().settings)
        if watch { try follow(control) }
        let look = try look(at: control)
        try output.say(document: look.document) { for line in look.lines(output.paint) { Terminal.say(line) } }
        if look.health != .works { throw ExitCode(look.health.rawValue) }
    }

    private func look(at control: QueueControl) throws -> StatusLook {
        do {
            return try StatusLook(control)
        } catch let error as JobQueueError where error.code == .newer {
            Terminal.talk("quiver: \(error)")
            throw ExitCode(Health.otherVersion.rawValue)
        }
    }

    /// Looks until a signal ends the process; what cannot be read at one moment may be at the next.
    private func follow(_ control: QueueControl) throws -> Never {
        var screen = StatusScreen()
        while true {
            do {
                let look = try look(at: control)
                switch output.format {
                case .text: Terminal.show(screen.lines(look, output.paint))
                case .json, .jsonl: try output.say(document: look.document) {}
                }
            } catch let error as any ReportableError {
                if output.format == .text { Terminal.show(["\(error)"]) } else { Terminal.talk("quiver: \(error)") }
            }
            Thread.sleep(forTimeInterval: every ?? 2)
        }
    }

    /// The answer to a health check; its numbers are exit statuses.
    typealias Health = QueueHealth
}
