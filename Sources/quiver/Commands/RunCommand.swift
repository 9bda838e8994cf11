import ArgumentParser
import Settings
import Supervisor

/// `quiver run`: take in what is there, work it off, exit.
struct RunCommand: AsyncParsableCommand, Stoppable {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Process every photo in these folders and files, then stop.",
        discussion: """
            What was done before is not done again: run it as often as you like. Without a PATH it processes the folders \
            that pipeline.json watches. The PATH - reads a list of paths from standard input, one on each line: \
            find photos -newer last | quiver run -

            Exit status: 0 every photo is done, 1 some failed, 2 Quiver could not work, 64 wrong usage, 130 interrupted.
            """)

    @Argument(help: ArgumentHelp("Folders and photos.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "Paths on standard input end in NUL, as 'find -print0' writes them.")
    var endInNUL = false

    @Option(help: ArgumentHelp("Take only the first photos that are found, for a trial.", valueName: "n"))
    var limit: Int?

    @OptionGroup var options: RunOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number of photos from 1 on, for example 10.") }
    }

    func run() async throws {
        let settings = try options.settings(paths: RawArguments.paths(paths, endInNUL: endInNUL))
        if settings.settings.watch.isEmpty {
            throw ValidationError("Nothing to process: name a folder or a photo, as in 'quiver run photos'.")
        }
        try await RunDriver(settings: settings, mode: .once, limit: limit, output: output, hint: options.hint).execute()
    }
}

/// `quiver watch`: work photos as they come, until stopped.
struct WatchCommand: AsyncParsableCommand, Stoppable {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch folders and process photos as they come, until stopped.",
        discussion: """
            Stop it with Ctrl-C or SIGTERM: Quiver finishes the photos it has begun, or leaves them for the next start. \
            A second signal stops at once. Nothing is lost either way. 'quiver reload' or SIGHUP has it go on with the settings \
            as they are then.

            While it runs, results.csv and results.jsonl get the new photos once a minute; they are written whole at the end. \
            Score sheets are written anew a few seconds after each change.
            If the reader of standard output goes away, work goes on without it.

            Exit status: 0 stopped by SIGTERM, or its terminal was closed, 2 Quiver could not work, 64 wrong usage, 130 \
            stopped by Ctrl-C.
            """)

    static let hearsReloads = true

    @Argument(
        help: ArgumentHelp("Folders to watch instead of those in pipeline.json.", valueName: "path"),
        completion: .directory)
    var paths: [String] = []

    @Flag(help: "Serve the page for review beside the work, as 'quiver serve' does.")
    var serve = false

    @OptionGroup var options: RunOptions
    @OptionGroup(title: "Serve options") var server: ServeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if server.uploads, !serve {
            throw ValidationError("--uploads goes with --serve: 'quiver watch --serve --uploads'.")
        }
    }

    func run() async throws {
        let sources = options.sources(paths: try RawArguments.paths(paths), server.given)
        let settings = try Settings.load(sources)
        if settings.settings.watch.isEmpty {
            throw ValidationError(
                "Nothing to watch: name a folder, go to the folder of a pipeline.json, or write one with 'quiver init'."
            )
        }
        var driver = RunDriver(
            settings: settings, sources: sources, mode: .watch, output: output, hint: options.hint)
        if serve { driver.page = { try server.service($0, QueueControl($0), measurements: $1) } }
        try await driver.execute()
    }
}
