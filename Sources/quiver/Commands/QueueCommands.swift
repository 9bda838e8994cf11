import ArgumentParser
import Control
import Supervisor
import SystemPackage

/// `quiver events`: what a running supervisor does, as it happens.
struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Print what a running Quiver does, one JSON line for each event.",
        discussion: """
            Events: watching, taken, intakeEnded, ended (with the photo's record), postponed, paused, resumed, sequence, \
            reviewed, warning. Begins with the next event and ends with the run. A reader that is too slow misses events; "missed" says how many.

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

/// `quiver pause`: no photo begins until `quiver resume`, in later runs too.
struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Begin no more photos until 'quiver resume', in later runs too.")

    @OptionGroup var options: QueueOptions

    func run() async throws {
        let isChange = try await QueueControl(options.settings().settings).change(.pause) > 0
        Terminal.say(isChange ? "paused; 'quiver resume' goes on" : "paused already; 'quiver resume' goes on")
    }
}

/// `quiver resume`: the work goes on after a pause by hand.
struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Go on after 'quiver pause'.")

    @OptionGroup var options: QueueOptions

    func run() async throws {
        let isChange = try await QueueControl(options.settings().settings).change(.resume) > 0
        Terminal.say(isChange ? "goes on" : "was not paused")
    }
}

/// `quiver backup`: a copy of the queue and the score book, taken while work goes on.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the queue and the score book into a new file, while work goes on.",
        discussion: """
            The copy is consistent and safely stored when the command returns. To go back to it, stop Quiver, remove \
            quiver.sqlite, quiver.sqlite-wal and quiver.sqlite-shm, and put the copy in their place.
            """)

    @Argument(
        help: ArgumentHelp("The file to write; there must be none of that name.", valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let backup = try QueueControl(options.settings().settings).backup(to: FilePath(file))
        try output.say(document: backup) {
            Terminal.say("\(backup.file): \(counted(backup.jobs, "job")), \(backup.bytes) bytes, checked")
        }
    }
}
