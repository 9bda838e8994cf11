import Foundation
import Scoring

/// A session's score sheet for a terminal.
struct ScoreSheetText {
    let session: Session
    let paint: Paint

    init(_ session: Session, paint: Paint = Paint(.never, descriptor: 1)) {
        self.session = session
        self.paint = paint
    }

    /// A line for the session, and one for each end: its arrows from the highest down, its total, the running total.
    var text: String {
        let sheet = ScoreSheet(session)
        let total = sheet.total
        var head = paint.bold(session.name) + "  \(total.score) of \(total.maximum), \(count(total.arrows, "arrow"))"
        head += ", \(total.tens) tens, \(total.xs) X"
        let doubtful = session.rounds.flatMap(\.ends).flatMap(\.arrows).count { $0.value.needsReview }
        if doubtful > 0 { head += ", " + paint.yellow("\(doubtful) to look at") }
        var lines = [head]
        for (round, table) in zip(session.rounds, sheet.rounds) {
            if sheet.rounds.count > 1 { lines.append("round \(table.number)") }
            let width = table.rows.map { marks(of: $0).count }.max() ?? 0
            for (end, row) in zip(round.ends, table.rows) { lines.append(line(row, of: end, width: width)) }
        }
        return lines.joined(separator: "\n")
    }

    private func line(_ row: ScoreSheet.Row, of end: Session.End, width: Int) -> String {
        let marks = marks(of: row)
        let photo = end.photos.first.map { ($0.path as NSString).lastPathComponent } ?? ""
        var line = String(format: "%4d  ", row.end) + marks + String(repeating: " ", count: max(width - marks.count, 0))
        line += String(format: "  %3d  %4d  ", row.tally.score, row.running) + photo
        if let trouble = row.trouble { line += "  " + paint.yellow(trouble) }
        if row.missing > 0, row.trouble == nil { line += "  " + paint.yellow("\(count(row.missing, "arrow")) fewer") }
        return line
    }

    private func marks(of row: ScoreSheet.Row) -> String {
        let words = row.arrows.map { $0.value.mark + ($0.value.needsReview ? "?" : "") }
        return words.map { $0.padding(toLength: 4, withPad: " ", startingAt: 0) }.joined()
    }

    private func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
}
