import Foundation
import Results
import Scoring
import SystemValues

/// A session's score sheet for a terminal.
struct ScoreSheetText {
    let session: Session
    let paint: Paint
    let width: Int

    /// Words for what is wrong with an end are wrapped at the width.
    init(_ session: Session, paint: Paint = Paint(.never, descriptor: 1), width: Int = 80) {
        self.session = session
        self.paint = paint
        self.width = width
    }

    /// A line for the session, and one for each end: its arrows from the highest down, each with its number, its total,
    /// the running total.
    var text: String {
        let sheet = ScoreSheet(session)
        var lines = [head(sheet.total)] + RoundText.lines(of: session)
        let rankings = Ranking.all(of: [session]).filter { $0.rows.count > 1 }
        for (round, table) in zip(session.rounds, sheet.rounds) {
            if sheet.rounds.count > 1 { lines.append("round \(table.number)") }
            let width = table.rows.map { marks(of: $0).count }.max() ?? 0
            for (end, row) in zip(round.ends, table.rows) { lines += self.lines(row, of: end, width: width) }
        }
        lines += rankings.map(RoundText.text)
        let photos = session.photos
        let undated = photos.count { $0.captured == nil }
        if undated > 0, undated < photos.count {
            let whose = undated == 1 ? "1 photo has" : "\(undated) photos have"
            lines.append(paint.yellow("\(whose) no date: counted on the day of the photo before, by name"))
        }
        if !session.parked.isEmpty {
            lines.append(
                paint.yellow(
                    session.parked.count == 1
                        ? "1 correction does not count: its photo was replaced by another one"
                        : "\(session.parked.count) corrections do not count: their photos were replaced by others"))
        }
        return lines.joined(separator: "\n")
    }

    /// `day1  53 of 60, 6 arrows, 1 ten, 1 X, 2 to look at`.
    private func head(_ total: Tally) -> String {
        var head = paint.bold(session.name.forTerminal)
        head += "  \(total.score) of \(total.maximum), \(counted(total.arrows, "arrow"))"
        let best = session.rounds.map(\.highestScore).max() ?? 10
        let (one, many) = best == 10 ? ("ten", "tens") : best == 6 ? ("six", "sixes") : ("five", "fives")
        head += ", \(total.tens) \(total.tens == 1 ? one : many)"
        if session.rounds.contains(where: \.countsX) { head += ", \(total.xs) X" }
        let doubtful = session.ends.flatMap(\.arrows).count { $0.value.needsReview }
        let ends = session.ends.count(where: \.isDoubtful)
        let doubts = [
            doubtful > 0 ? counted(doubtful, "arrow") : nil, ends > 0 ? counted(ends, "end") : nil,
        ].compactMap { $0 }
        if !doubts.isEmpty { head += ", " + paint.yellow(doubts.joined(separator: " and ") + " to check") }
        return head
    }

    private func lines(_ row: ScoreSheet.Row, of end: Session.End, width: Int) -> [String] {
        let marks = marks(of: row)
        let photos = end.photos.map { ($0.path as NSString).lastPathComponent.forTerminal }.joined(separator: ", ")
        var line = String(format: "%4d  ", row.end) + marks + String(repeating: " ", count: max(width - marks.count, 0))
        line += String(format: "  %3d  %4d  ", row.tally.score, row.running) + photos
        var notes: [String] = []
        if let trouble = row.trouble { notes += Self.wrapped(trouble.forTerminal, to: self.width - 6) }
        if row.missing > 0, row.trouble == nil { notes.append("\(counted(row.missing, "arrow")) fewer") }
        if row.surplus > 0 { notes.append("\(row.surplus) too many: only the lowest \(row.tally.arrows) count") }
        if row.review.contains(.noArrows) { notes.append("a face, and nothing found on it: look at the photo") }
        if row.review.contains(.unusualCount), let usual = session.usualCount {
            notes.append("\(counted(row.arrows.count, "arrow")), where most ends have \(usual)")
        }
        return [line] + notes.map { "      " + paint.yellow($0) }
    }

    /// `1:X  3:9  2:8?`: numbers as the annotated picture shows them; of several photos each has its own in front.
    private func marks(of row: ScoreSheet.Row) -> String {
        let hasSeveral = Set(row.arrows.map(\.photo)).count > 1
        let words = row.arrows.map { arrow in
            (hasSeveral ? "\((arrow.photo ?? 0) + 1)/" : "") + "\(arrow.number):\(arrow.value.markWithDoubt)"
        }
        let widest = words.map(\.count).max() ?? 0
        return words.map { $0.padding(toLength: max(widest, 4) + 1, withPad: " ", startingAt: 0) }.joined()
    }

    /// A sentence in lines of at most so many characters; a longer word has a line of its own.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension DetectedArrow {
    /// What a sheet shows, with a question mark where it needs a manual review.
    var markWithDoubt: String { mark + (needsReview ? "?" : "") }
}

/// The line about a photo's target.
enum ScoredLine {
    /// `1:X 2:9 3:8? = 27, 1 arrow to check`, or why there is no score; the numbers are those of the annotated picture.
    static func text(_ target: TargetDetection, _ arrows: [DetectedArrow], arrowsPerEnd: Int?) -> String {
        if let reason = target.reason { return "no score: \(reason)" }
        guard !arrows.isEmpty else { return "a face, and nothing found on it: look at the photo" }
        let marks = arrows.map { "\($0.id):\($0.markWithDoubt)" }.joined(separator: " ")
        let doubtful = arrows.count(where: \.needsReview)
        // Of more arrows than the end may have only the lowest count, as on the sheet. A worker's answer is not trusted so
        // far that a sum of it could overflow.
        let total = arrows.map(\.score).sorted().prefix(arrowsPerEnd ?? .max).reduce(0) { $0 &+ $1 }
        return "\(marks) = \(total)" + count(arrows.count, of: arrowsPerEnd)
            + (doubtful > 0 ? ", \(counted(doubtful, "arrow")) to check" : "")
    }

    private static func count(_ number: Int, of wanted: Int?) -> String {
        guard let wanted, number != wanted else { return "" }
        if number > wanted { return ", \(number - wanted) too many" }
        return ", \(counted(wanted - number, "arrow")) fewer"
    }
}
