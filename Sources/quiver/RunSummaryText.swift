import Foundation
import Supervisor

/// How a run ended, in a few lines.
struct RunSummaryText {
    let summary: RunSummary
    let hint: CommandHint
    let paint: Paint
    /// What was looked at, for people.
    var places: [String] = []

    var text: String {
        var lines = [counts]
        if summary.previouslyFailed > 0 {
            let list = hint.command("jobs list --state failed --state quarantined")
            lines.append("what failed before is not tried again; to see it: \(list)")
        }
        if summary.replaced > 0 {
            lines.append(
                "\(counted(summary.replaced, "earlier result")) replaced, because the model or a setting changed"
            )
        }
        if summary.restored > 0 {
            lines.append("\(counted(summary.restored, "record")) written again, because the file was not there")
        }
        if let limit = summary.limit {
            lines.append("only the first \(counted(limit, "photo")) (--limit); \(summary.leftOut) left out")
        }
        if summary.multipage > 0 {
            let has = summary.multipage == 1 ? "has" : "have"
            lines.append(
                "\(counted(summary.multipage, "file")) \(has) more pages or frames than are read (limits.pages)")
        }
        if summary.unfinished > 0 {
            lines.append("\(summary.unfinished) not finished; the same command goes on where this one stopped")
        }
        if summary.elsewhere > 0 { lines.append(RunSummary.sentence(elsewhere: summary.elsewhere)) }
        lines += summary.skipped.sentences
        lines.append("results: \(summary.outputFolder)")
        if summary.done > 0, !summary.watched {
            lines.append("to review them in the browser: \(hint.command("serve"))")
        }
        return lines.joined(separator: "\n")
    }

    /// "12 done, 1 failed, 87 known from before (41 done, 46 failed) in 3.1 s (4.2 photos/s, 2 workers)".
    private var counts: String {
        if isEmpty {
            return "no photos found" + ((1...3).contains(places.count) ? " in \(places.joined(separator: ", "))" : "")
        }
        var line = paint.bold("\(summary.done) done")
        if summary.failed > 0 { line += ", " + paint.red("\(summary.failed) failed") }
        let known = summary.known + summary.previouslyFailed
        if known > 0 { line += ", \(known) known from before" }
        if summary.previouslyFailed > 0 { line += " (\(summary.known) done, \(summary.previouslyFailed) failed)" }
        guard summary.done + summary.failed > 0 else { return line }
        line += " in " + Self.length(summary.elapsed)
        return line + " (\(pace)\(counted(summary.workers, "worker")))"
    }

    /// The pace while photos were processed; how long that was is added where the run waited for most of its time.
    private var pace: String {
        guard let working = summary.working, let rate = working.rate else { return "" }
        let pace = String(format: "%.1f photos/s", rate)
        guard working.total * 2 < summary.elapsed else { return pace + ", " }
        return pace + " in the " + Self.length(working.total) + " with work, "
    }

    private var isEmpty: Bool {
        [summary.done, summary.failed, summary.known, summary.previouslyFailed, summary.unfinished, summary.leftOut]
            .allSatisfy { $0 == 0 }
    }

    /// "12.3 s" of a short run, "7:02:11" of a night.
    private static func length(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        return seconds < 100 ? String(format: "%.1f s", seconds) : clock(seconds)
    }

    /// Hours, minutes and seconds: "7:02:11", "2:11".
    static func clock(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int(min(max(seconds, 0), 1e9).rounded(.up)) : 0
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0
            ? String(format: "%d:%02d:%02d", hours, minutes, rest) : String(format: "%d:%02d", minutes, rest)
    }
}
