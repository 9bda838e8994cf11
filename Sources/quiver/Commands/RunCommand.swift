import ArgumentParser
import Pipeline
import Settings

/// `quiver run`: take in what is there, work it off, exit.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Work every photo in the given folders and files, then exit.",
        discussion: """
            What was done before is not done again: run it as often as you like. Without a PATH the folders that \\
            pipeline.json watches are worked once.

            Exit status: 0 every photo done, 1 some failed, 2 Quiver could not work, 64 wrong usage, 130 interrupted.
            """)

    @Argument(help: ArgumentHelp("Folders and photos.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @OptionGroup var options: RunOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try options.settings(paths: paths)
        if settings.settings.watch.isEmpty {
            throw ValidationError("Nothing to work on: name a folder or a photo, as in 'quiver run photos'.")
        }
        try await RunDriver(settings: settings, mode: .once, output: output).execute()
    }
}

/// `quiver watch`: work photos as they come, until told to stop.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch folders and work photos as they come, until told to stop.",
        discussion: """
            Stop it with Ctrl-C or SIGTERM: photos in work are finished or given back. A second signal stops at once; \\
            nothing is lost either way.
            """)

    @Argument(
        help: ArgumentHelp("Folders to watch instead of those in pipeline.json.", valueName: "path"),
        completion: .directory)
    var paths: [String] = []

    @OptionGroup var options: RunOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try options.settings(paths: paths)
        if settings.settings.watch.isEmpty {
            throw ValidationError("Nothing to watch: name a folder, or write a pipeline.json with 'quiver init'.")
        }
        try await RunDriver(settings: settings, mode: .watch, output: output).execute()
    }
}
