import ArgumentParser
import Control
import Supervisor

/// `quiver events`: what a running supervisor does, as it happens.
struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Print what a running Quiver does, one JSON line for each event.",
        discussion: """
            Events: watching, taken, intakeEnded, ended (with the photo's record), postponed, paused, resumed, reviewed, \
            warning. Begins with the next event and ends with the run. A reader that is too slow misses events; "missed" says how many.

            Exit status: 0 the run has ended, 2 it cannot be reached, 3 no supervisor runs, 64 wrong usage.
            """)

    @OptionGroup var options: QueueOptions

    func run() throws {
        let control = try QueueControl(options.settings().settings)
        guard try ControlClient.events(queue: control.location, take: { Terminal.say($0) }) else {
            Terminal.talk("no supervisor runs; 'quiver run' or 'quiver watch' starts one")
            throw ExitCode(StatusCommand.Health.nobody.rawValue)
        }
    }
}
