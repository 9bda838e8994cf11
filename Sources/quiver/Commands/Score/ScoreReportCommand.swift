import ArgumentParser
import Reports
import Scoring
import Settings
import Storage
import Supervisor

/// `quiver score report`: score sheets of sessions that were scored.
struct ScoreReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Print a session's score sheet as a page, a table or a document.",
        discussion: """
            quiver score report scores --format html > session.html
            quiver score report scores --format html --language de --into wertung.html
            quiver score report day1 --queue scores/quiver.sqlite --format csv
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, html, csv, json
    }

    @Argument(
        help: ArgumentHelp("A folder of results, or a session's name.", valueName: "session|dir"),
        completion: .directory)
    var place: String?

    @Option(help: ArgumentHelp("The session, where the folder holds several.", valueName: "name"))
    var session: String?

    @Option(help: "A text for the terminal, one page with pictures, a table with one row per arrow, or everything.")
    var format: Format = .text

    @Flag(help: PagePrinting.help)
    var printPictures = false

    @Option(help: "What a page is written in: English or German; by default as the settings have it.")
    var language: ReportLanguage?

    @Option(name: [.short, .long], help: ArgumentHelp("Write into this file.", valueName: "file"))
    var into: String?

    @OptionGroup var location: BookLocation

    func run() async throws {
        var book = try location.open(
            place: place, session: session,
            options: SettingsOption.given([("--language", "output.language", language?.rawValue)]))
        book.printsPictures = printPictures
        let sessions = try book.sessions()
        let text: String
        switch format {
        case .text: text = sheets(of: sessions)
        case .csv: text = CSVReport(sessions).text
        case .json: text = document(of: sessions)
        case .html: text = try await book.page(of: try only(sessions))
        }
        if let into { try book.write(text, to: into) } else { Terminal.print(text) }
    }

    private func sheets(of sessions: [Session]) -> String {
        var parts = sessions.map { ScoreSheetText($0, width: into == nil ? Terminal.width : 80).text }
        if sessions.contains(where: \.restsOnModel) { parts.append(KnownAccuracy.sentence) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// One document a session, several in a list.
    private func document(of sessions: [Session]) -> String {
        let texts = sessions.map { JSONReport($0).text }
        return texts.count == 1 ? texts[0] : "[\n" + texts.joined(separator: ",\n") + "]\n"
    }

    /// A page shows one session.
    private func only(_ sessions: [Session]) throws -> Session {
        guard sessions.count == 1, let session = sessions.first else {
            let names = sessions.map { "'\($0.name)'" }.joined(separator: ", ")
            throw ValidationError("A page shows one session; choose one with --session: \(names).")
        }
        return session
    }
}

extension ReportLanguage: ExpressibleByArgument {}

/// What an option says that pages of `quiver score` and `quiver score report` share.
enum PagePrinting {
    static let help: ArgumentHelp = "Let the page print its plots and photos too, not only the score sheet."
}
