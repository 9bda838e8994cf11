import ArgumentParser
import Settings
import Supervisor

/// `quiver work`: work what other hosts take in, until stopped.
struct WorkCommand: AsyncParsableCommand, Stoppable {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: "Process photos that other hosts take in, until stopped.",
        discussion: """
            For a queue that several hosts share ("queue": "postgres://…" in the settings of each): one host watches the \
            folders with 'quiver watch', the others work beside it. Photos are taken from the folders that pipeline.json \
            watches, or that are named here; what lies elsewhere is left to the hosts that have it.

            Where a host dies, the others process its photos within 45 seconds. Stop it as 'quiver watch': nothing is lost. \
            'quiver reload' or SIGHUP has it go on with the settings as they are then.

            Exit status: 0 stopped by SIGTERM, or its terminal was closed, 2 Quiver could not work, 64 wrong usage, 130 \
            stopped by Ctrl-C.
            """)

    static let hearsReloads = true

    @Argument(
        help: ArgumentHelp("Folders to process photos of, instead of those in pipeline.json.", valueName: "path"),
        completion: .directory)
    var paths: [String] = []

    @OptionGroup var options: RunOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let sources = options.sources(paths: try RawArguments.paths(paths))
        let settings = try Settings.load(sources)
        if settings.settings.watch.isEmpty {
            throw ValidationError(
                "No photos to work: name the folders that the other hosts watch, or go to the folder of a pipeline.json."
            )
        }
        try await RunDriver(
            settings: settings, sources: sources, mode: .work, output: output, hint: options.hint
        ).execute()
    }
}
