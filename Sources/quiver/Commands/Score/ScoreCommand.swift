import ArgumentParser
import Foundation
import Results
import Scoring
import Settings
import Storage
import Supervisor
import SystemPackage

/// `quiver score`: photos of targets in, score sheets out.
struct ScoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Score photos of targets, and read the score sheets.",
        subcommands: [
            ScorePhotosCommand.self, ScoreReportCommand.self, ScoreCorrectCommand.self, ScoreRoundCommand.self,
            ScoreRankingCommand.self,
        ],
        defaultSubcommand: ScorePhotosCommand.self)

    /// The names of the commands beside what it does with paths.
    static var others: [String] {
        configuration.subcommands.filter { $0 != ScorePhotosCommand.self }
            .compactMap { $0.configuration.commandName }
    }

    /// Whether help is asked for `quiver score` itself, which is that of what it does with paths: the parser would list
    /// subcommands alone, and none of the options.
    static func isAskedHowToScore(_ arguments: some Collection<String>) -> Bool {
        let arguments = Array(arguments)
        return ["--help", "-h"].contains { arguments == ["score", $0] } || arguments == ["help", "score"]
    }
}

/// `quiver score PHOTO|DIR…`, which needs no name of its own.
struct ScorePhotosCommand: AsyncParsableCommand, Stoppable {
    static let configuration = CommandConfiguration(
        // A word that no folder is called: "quiver score photos" scores a folder of this name.
        commandName: "score-photos",
        abstract: "Score photos of targets, and read the score sheets.",
        usage: (["[<options>] [<path> ...]"] + ScoreCommand.others.map { "\($0) --help" })
            .map { "quiver score \($0)" }.joined(separator: "\n"),
        discussion: """
            'quiver score session/ --output scores' scores every photo of a folder: one photo is one end, the photos of one \
            folder and one day are one session. 'quiver score report scores' prints the sheets, 'quiver score correct' \
            corrects an arrow. If a photo is called "report", write ./report.

            Arrows in doubt are marked with a question mark and named with their reasons.

            Exit status: 0 every photo read, 1 some failed, 2 Quiver could not work, 64 wrong usage, 130 interrupted.
            """)

    @Argument(help: ArgumentHelp("Photos and folders.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @OptionGroup var options: ScoreOptions

    @Option(help: ArgumentHelp("Put the photos into one session of this name, whatever their days.", valueName: "name"))
    var session: String?

    @Flag(help: PagePrinting.help)
    var printPictures = false

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "Paths on standard input (the PATH -) end in NUL, as 'find -print0' writes them.")
    var endInNUL = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let session, !SessionName.isUsable(session) {
            throw ValidationError("A session's name is 1 to 100 characters without a line break.")
        }
    }

    func run() async throws {
        let settings = try options.settings(paths: RawArguments.paths(paths, endInNUL: endInNUL))
        if settings.settings.watch.isEmpty {
            throw ValidationError("Nothing to score: name a photo or a folder, as in 'quiver score session/'.")
        }
        var failed: (any Error)?
        do {
            // Which sheets are written and how they print is this command's to say, once photos are in their session.
            try await RunDriver(
                settings: settings, mode: .once, output: output, hint: options.hint, writesSheets: false
            ).execute()
        } catch let status as ExitCode {
            // Photos that failed do not keep the others from their sheet.
            failed = status
        }
        try await tell(settings.settings)
        if let failed { throw failed }
    }

    /// Prints the score sheets of what was asked for, and writes the pages.
    private func tell(_ settings: Settings) async throws {
        let control = try QueueControl(settings)
        let photos = settings.watch.map { SessionName.bookPath(of: $0.path) }
        if let session {
            _ = try await control.change(.assign(photos: photos, session: session))
        }
        let book = OpenBook(control: control, settings: settings, name: nil, printsPictures: printPictures)
        // An empty folder has no sheet, which is no mistake.
        guard try !book.control.readScores({ try $0.sessions() }).isEmpty else { return }
        let wanted = Set(photos)
        let sessions = try book.sessions().filter { $0.holdsPhoto(below: wanted) }
        if output.format == .text {
            for session in sessions {
                Terminal.say("\n" + ScoreSheetText(session, paint: output.paint, width: Terminal.width).text)
            }
            if sessions.contains(where: \.restsOnModel) { Terminal.say("\n" + KnownAccuracy.sentence) }
        }
        try await book.writeSheets(of: sessions)
    }
}

extension Session {
    /// Whether one of its photos is named by one of these paths, or lies below it.
    fileprivate func holdsPhoto(below paths: Set<String>) -> Bool {
        photos.contains {
            !$0.isFormer && PhotoReading.isNamed($0.filePath, by: paths)
        }
    }
}
