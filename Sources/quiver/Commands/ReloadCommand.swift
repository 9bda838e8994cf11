import ArgumentParser
import Control
import Supervisor

/// `quiver reload`: other settings for a run that goes on.
struct ReloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Have a running Quiver go on with its settings as they are now.",
        discussion: """
            The 'quiver watch' or 'quiver work' of this queue reads its file again, with the options and the environment that it \
            was started with. It says what changes before it does; where the file has a mistake, it says that and nothing changes. \
            Photos in work are finished first, and the page keeps its address. The command returns once the new settings are in \
            use.

            Photos that are done keep their results, also where the settings would give others: new photos alone get those. \
            With --again they are processed again where they lie; where no setting changes, --again is refused.

            Exit status: 0 the settings are in use, or nothing changes; 2 the running Quiver refuses them, and nothing \
            changes; 64 wrong usage, or a mistake in the file.
            """)

    @Flag(help: "Only say what would change.")
    var check = false

    @Flag(help: "Process photos again that are done, where they lie.")
    var again = false

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let control = try QueueControl(options.settings().settings)
        guard let before = try control.live() else { throw ControlError.nothingToReload }
        let report = try await control.reload(check: check, again: again)
        try output.say(document: report) { for line in report.lines { Terminal.say(line) } }
        guard report.isTaken else { return }
        Terminal.talk("photos in work are finished first")
        try await control.wait(forReloadSince: before)
        Terminal.talk("the settings are in use")
    }
}
