import ArgumentParser
import Reports
import Scoring

/// `quiver score ranking`: the archers of each round and day, the best first.
struct ScoreRankingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ranking",
        abstract: "Rank the archers of each round and day.",
        discussion: """
            quiver score ranking scores
            quiver score ranking scores --date 2026-11-20 --format csv > ranking.csv
            quiver score ranking scores --round vegas --sum      (three days of one round, added up)

            Equal scores are ranked by the round's own rule: outdoors by most 10s, then Xs; indoors by most 10s, then 9s; in \
            the field by most 6s, then 5s. Those that are still equal share a rank (=): a shoot-off decides.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, csv, json
    }

    @Argument(
        help: ArgumentHelp("A folder of results, or a session's name.", valueName: "session|dir"),
        completion: .directory)
    var place: String?

    @Option(help: ArgumentHelp("Only this session.", valueName: "name"))
    var session: String?

    @Option(help: ArgumentHelp("Only sessions of this day, such as 2026-11-20.", valueName: "day"))
    var date: String?

    @Option(help: ArgumentHelp("Only this round, such as wa-70.", valueName: "round"))
    var round: String?

    @Flag(help: "Add up what an archer shot of a round in several sessions.")
    var sum = false

    @Option(help: "A text for the terminal, a table with one row per archer, or a document.")
    var format: Format = .text

    @Option(name: [.short, .long], help: ArgumentHelp("Write into this file.", valueName: "file"))
    var into: String?

    @OptionGroup var location: BookLocation

    func validate() throws {
        if let date, !CameraClock.isDay(date) {
            throw ValidationError("'\(date)' is no day; write it as 2026-11-20.")
        }
    }

    func run() async throws {
        let book = try location.open(place: place, session: session)
        let all = try book.sessions()
        let known = all.compactMap(\.round) + book.settings.knownRounds
        if let round, !known.contains(where: { $0.id == round }) {
            throw ValidationError(RoundText.unknown(round, among: known))
        }
        let sessions = all.filter { date == nil || $0.date == date }
        let rankings = Ranking.all(of: sessions, adding: sum).filter { round == nil || $0.round.id == round }
        guard !rankings.isEmpty || format == .json else {
            throw ValidationError(
                "No session here is shot as \(round.map { "the round '\($0.forTerminal)'" } ?? "a round")"
                    + "\(date.map { " on \($0)" } ?? ""). Say which one a session is: "
                    + RoundText.naming(round, in: place))
        }
        let text =
            switch format {
            case .text: rankings.map(RoundText.text).joined(separator: "\n\n") + "\n"
            case .csv: RankingReport(rankings).csv
            case .json: RankingReport(rankings).json
            }
        if let into { try book.write(text, to: into) } else { Terminal.print(text) }
    }
}
