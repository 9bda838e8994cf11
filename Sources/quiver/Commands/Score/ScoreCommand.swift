import ArgumentParser
import Pipeline
import Settings

/// `quiver score`: photos of targets in, score sheets out.
struct ScoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Score photos of targets, and read the score sheets.",
        discussion: """
            'quiver score session/ --output scores' scores every photo of a folder: one photo is one end, one folder one \
            session. 'quiver score report scores' prints the sheets. If a photo is called "report", write ./report.
            """,
        subcommands: [ScorePhotosCommand.self, ScoreReportCommand.self, ScoreCorrectCommand.self],
        defaultSubcommand: ScorePhotosCommand.self)
}

/// `quiver score PHOTO|DIR…`, which needs no name of its own.
struct ScorePhotosCommand: AsyncParsableCommand, Stoppable {
    static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: "Score photos and folders of photos; what 'quiver score' does with paths.",
        discussion: """
            Arrows that a person should look at are marked with a question mark and named with their reasons.

            Exit status: 0 every photo read, 1 some failed, 2 Quiver could not work, 64 wrong usage, 130 interrupted.
            """)

    @Argument(help: ArgumentHelp("Photos and folders.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "Paths on standard input (the PATH -) end in NUL, as 'find -print0' writes them.")
    var endInNUL = false

    @OptionGroup var options: ScoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try options.settings(paths: RawArguments.paths(paths, endInNUL: endInNUL))
        if settings.settings.watch.isEmpty {
            throw ValidationError("Nothing to score: name a photo or a folder, as in 'quiver score session/'.")
        }
        var failed: (any Error)?
        do {
            try await RunDriver(settings: settings, mode: .once, output: output, hint: options.hint).execute()
        } catch let status as ExitCode {
            // Photos that failed do not keep the others from their sheet.
            failed = status
        }
        try await tell(settings.settings)
        if let failed { throw failed }
    }

    /// Prints the score sheets and writes the pages.
    private func tell(_ settings: Settings) async throws {
        let book = OpenBook(control: try QueueControl(settings), settings: settings, name: nil)
        // An empty folder has no sheet, which is no mistake.
        guard try !book.control.readScores({ try $0.sessions() }).isEmpty else { return }
        if output.format == .text {
            for session in try book.sessions() {
                Terminal.say("\n" + ScoreSheetText(session, paint: output.paint).text)
            }
        }
        for page in try await book.writePages() { Terminal.talk("score sheet: \(page)") }
    }
}
