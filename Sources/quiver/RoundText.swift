import Findings
import Foundation
import Scoring
import Settings
import SystemValues

/// Rounds, how far archers are in them, and their ranking, for a terminal.
enum RoundText {
    /// A line for each archer of a session that is shot as a round, and one for the averages; nothing for any other.
    static func lines(of session: Session) -> [String] {
        let lines = RoundProgress.all(of: session).flatMap { progress in
            [head(progress)] + (averages(progress).map { ["  " + $0] } ?? [])
        }
        guard session.isAtOtherFaces else { return lines }
        return lines + ["  the arrows stand on other faces than the round's: name another round, or correct the faces"]
    }

    /// `WA 720, 70 m, Ana: 324 of 720; to shoot: 6 ends, 36 arrows; at best 684`.
    private static func head(_ progress: RoundProgress) -> String {
        let archer = progress.archer.map { ", " + $0.forTerminal } ?? ""
        var line = "\(progress.round.name.forTerminal)\(archer): \(progress.tally.score) of \(progress.round.maximum)"
        if progress.isOver {
            line += "; all \(progress.round.arrows) arrows are shot"
        } else {
            let ends = progress.missingEnds > 0 ? counted(progress.missingEnds, "end") + ", " : ""
            line += "; to shoot: \(ends)\(counted(progress.missingArrows, "arrow")); at best \(progress.best)"
        }
        if progress.surplusEnds > 0 {
            line += "; \(counted(progress.surplusEnds, "end")) too many, which do not count"
        }
        return line
    }

    /// The command that says which round a session is, as a shell takes it.
    static func naming(_ round: String?, in place: String?) -> String {
        let (place, round) = (CommandHint.quoted(place ?? "scores"), CommandHint.quoted(round ?? "wa-70"))
        return "quiver score round \(place.forTerminal) --session NAME --as \(round.forTerminal)"
    }

    /// `53.5 an end; its arrows from the highest down: 9.8 9.3 9.0`; nil before the first arrow.
    private static func averages(_ progress: RoundProgress) -> String? {
        let places = progress.perArrow.compactMap { $0 }.map { String(format: "%.1f", $0) }
        guard !places.isEmpty else { return nil }
        let perEnd = progress.perEnd.map { String(format: "%.1f an end; ", $0) } ?? ""
        return "\(perEnd)arrows of an end from the highest down: \(places.joined(separator: " "))"
    }

    /// A ranking: a line for its round and day, and one for each archer.
    static func text(_ ranking: Ranking) -> String {
        let date = ranking.date.map { "  " + $0 } ?? ""
        let names = ranking.rows.map(\.name.forTerminal)
        let width = names.map(\.count).max() ?? 0
        let rows = zip(ranking.rows, names).map { row, name in
            let counts = zip(ranking.round.ties.criteria, row.tieCounts).map {
                "  \($0.title) " + String(format: "%2d", $1)
            }
            let place = String(format: "%3d", row.rank) + (row.isShared ? "=" : " ")
            let isWhole = row.missingArrows == 0
            let rest = isWhole ? "" : "  \(counted(row.missingArrows, "arrow")) to shoot, at best \(row.best)"
            return place + " " + name.padding(toLength: width, withPad: " ", startingAt: 0)
                + String(format: "  %4d", row.tally.score) + counts.joined() + rest
        }
        return ([ranking.round.name.forTerminal + date] + rows).joined(separator: "\n")
    }

    /// That no round has this name, with the nearest one that there is.
    static func unknown(_ word: String, among rounds: [RoundDefinition]) -> String {
        let near = Suggestion.nearest(to: word, among: rounds.map(\.id)).map { "; did you mean '\($0.forTerminal)'?" }
        return "There is no round '\(word.forTerminal)'" + (near ?? ". List them: quiver score round --list")
    }

    /// The rounds that can be named, a line each.
    static func list(_ rounds: [RoundDefinition]) -> String {
        let ids = rounds.map(\.id.forTerminal)
        let width = ids.map(\.count).max() ?? 0
        return zip(rounds, ids).map { round, id in
            let parts = round.parts > 1 ? " in \(round.parts) parts" : ""
            let faces = round.faces.map(\.rawValue).joined(separator: ", ")
            return id.padding(toLength: width, withPad: " ", startingAt: 0)
                + "  \(round.name.forTerminal): \(round.ends) ends of \(round.arrowsPerEnd) arrows\(parts), "
                + "at most \(round.maximum); face \(faces)\n"
        }.joined()
    }
}
