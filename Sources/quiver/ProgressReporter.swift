import Control
import Findings
import Foundation
import Results
import Scoring
import Supervisor
import Synchronization
import SystemPackage
import SystemValues

/// Prints how a run goes: one line that is redrawn at a terminal, one line a photo elsewhere.
///
/// What it counts, it counts at once, so that a terminal that stands still for a while makes no figure wrong.
final class ProgressReporter: Sendable {
    private struct Counts {
        var total = 0
        var ended = 0
        var failed = 0
        var counting = true
        var working = WorkingTime(from: .now)
    }

    /// What the terminal shows; held while it is written to, which may last.
    private struct State {
        var drawn = false
        var lastDrawn = ContinuousClock.now
    }

    private let interactive: Bool
    private let watches: Bool
    private let paint: Paint
    /// How many arrows a photo should have; nil where it is not known.
    private let arrowsExpected: @Sendable (Record) -> Int?
    private let counts = Mutex(Counts())
    private let state = Mutex(State())

    init(
        interactive: Bool, watches: Bool = false, paint: Paint,
        arrowsExpected: @escaping @Sendable (Record) -> Int? = { _ in nil }
    ) {
        self.interactive = interactive
        self.watches = watches
        self.paint = paint
        self.arrowsExpected = arrowsExpected
    }

    /// Draws the line before there is anything to report, so that the screen is not empty.
    func begin() {
        state.withLock { redraw(&$0, force: true) }
    }

    /// Counts an event, from any thread and without waiting for the terminal.
    func note(_ event: RunEvent) {
        counts.withLock { counts in
            switch event {
            case .taken(let new, _): counts.total += new
            case .intakeEnded: counts.counting = false
            case .ended(let record):
                counts.ended += 1
                if record.state != .done { counts.failed += 1 }
                counts.working.ended(record, at: .now)
            case .watching, .postponed, .paused, .resumed, .sequence, .reviewed, .warning, .missed: break
            }
        }
    }

    /// Prints an event, as long as the terminal takes.
    func tell(_ event: RunEvent) {
        state.withLock { state in
            switch event {
            case .watching(let folders, let output):
                for folder in folders { tell("watching \(folder)", &state) }
                tell("results go to \(output)", &state)
            case .taken, .intakeEnded: redraw(&state)
            case .ended(let record):
                if record.state != .done || !interactive { tell(text(about: record), &state) }
                redraw(&state)
            case .postponed(let path, let why):
                let shown = path.forTerminal
                tell("\(paint.yellow("waits")) \(shown): \(why.forTerminal.withoutPath(path))", &state)
            case .paused(let why):
                tell("\(paint.yellow("paused")) \(why) Work goes on by itself.", &state)
            case .resumed(let pause):
                tell("\(paint.green("resumed")) after \(Int((pause / .seconds(1)).rounded())) s", &state)
            case .sequence(let news):
                if let sentence = news.sentence(paint) { tell(sentence, &state) }
            case .reviewed: break
            case .warning(let text):
                tell("\(paint.yellow("warning:")) \(text)", &state)
            case .missed(let count):
                tell("\(paint.yellow("warning:")) \(counted(count, "event")) left out here", &state)
            }
        }
    }

    /// Clears the line; the summary has the rest.
    func finish() {
        state.withLock { state in
            if state.drawn { Terminal.redraw("") }
            state.drawn = false
        }
    }

    /// What is printed of a photo that has ended: what was found, or why nothing was.
    func text(about record: Record) -> String {
        // A name may hold what a terminal takes for a command.
        let path = EscapedName.printable(FilePath(record.source.path))
        let word = record.state.rawValue
        switch record.state {
        case .done:
            let found =
                record.photo.targetDetection.map {
                    ScoredLine.text($0, record.photo.arrows, arrowsPerEnd: arrowsExpected(record))
                }
                ?? Self.found(record.photo)
            let copy =
                record.source.duplicateOf.map { ", same content as \(EscapedName.printable(FilePath($0)))" } ?? ""
            return "\(paint.green(word)) \(path): \(found)\(copy)"
        default:
            let message = record.error?.message.withoutPath(record.source.path) ?? "no reason was given"
            return "\(paint.red(word)) \(path): \(message.forTerminal)"
        }
    }

    /// How many findings of each kind, and the likeliest class where a detector classifies.
    private static func found(_ photo: PhotoResult) -> String {
        let classes = photo.results.filter { $0.parent == nil }.compactMap { $0.found.classes?.first }.map { best in
            "\(best.label.forTerminal) \(Int((best.confidence * 100).rounded()))%"
        }
        let labels = photo.results.filter { $0.found.kind.noun == nil && $0.found.kind.choice != .likeliest }
            .flatMap { $0.found.items.map(\.label) }
        let byLabel = Dictionary(grouping: labels) { $0 }
        let counts = byLabel.sorted { $0.key < $1.key }.map { label, all in "\(all.count) × \(label.forTerminal)" }
        // That there are no boxes is worth saying where they were looked for; of other kinds it goes without saying.
        let hasBoxes = photo.results.isEmpty || photo.results.contains { $0.found.detections != nil && $0.error == nil }
        let others = FindingList.kinds.compactMap { kind -> String? in
            let count = photo.results.reduce(0) { $0 + ($1.found.kind == kind ? $1.found.items.count : 0) }
            return count > 0 || kind == Detection.self && hasBoxes ? kind.noun.map { counted(count, $0) } : nil
        }
        let failed = photo.results.compactMap { result in
            result.error.map { "\(result.detector.forTerminal) failed: \($0.message.forTerminal)" }
        }
        let all = classes + counts + others + failed
        let unread = photo.pages.compactMap { page in
            page.error.map { "page \(page.number): \($0.message.forTerminal)" }
        }
        let why = photo.reasonForNothing.map { ": \($0.forTerminal)" } ?? ""
        let pages = photo.pages.isEmpty ? "" : " on \(photo.pages.count) pages of the file"
        return (["\((all.isEmpty ? ["nothing"] : all).joined(separator: ", "))\(pages)"] + unread).joined(
            separator: ", ") + why
    }

    private func tell(_ text: String, _ state: inout State) {
        if state.drawn { Terminal.redraw("") }
        state.drawn = false
        Terminal.talk(text)
        redraw(&state, force: true)
    }

    private func redraw(_ state: inout State, force: Bool = false) {
        guard interactive else { return }
        let now = ContinuousClock.now
        let counts = counts.withLock { $0 }
        guard force || now - state.lastDrawn > .milliseconds(100) || counts.ended == counts.total else { return }
        state.lastDrawn = now
        let text = ProgressLine(
            total: counts.total, ended: counts.ended, failed: counts.failed, counting: counts.counting,
            watches: watches, rate: counts.working.rate
        ).text(width: Terminal.width)
        Terminal.redraw(text)
        state.drawn = true
    }
}

extension SequenceNews {
    /// `seen cup (objects): a1.jpg to a3.jpg, 3 photos, 0.93 at best`; nil for what goes on.
    func sentence(_ paint: Paint) -> String? {
        let text = SequenceDocument(folder: folder, event: change.event).text
        switch (change.kind, change.reason) {
        case (.updated, _): return nil
        case (.added, _): return "\(paint.green("seen")) \(text)"
        case (.removed, .withdrawn): return "\(paint.yellow("not so")) \(text)"
        case (.removed, _): return "\(paint.yellow("over")) \(text)"
        }
    }
}

/// The line of progress, apart from where it is drawn.
struct ProgressLine {
    var total: Int
    var ended: Int
    var failed: Int
    /// More photos are still being found.
    var counting: Bool
    /// New photos are waited for until it is stopped.
    var watches: Bool
    /// Photos in each second of work; nil before there is a pace.
    var rate: Double?

    /// "  132/500   26 %   21.3 photos/s   0:17 left   3 failed", cut to the width.
    func text(width: Int) -> String {
        guard total > 0 else { return cut(watches ? "waiting for photos …" : "looking for photos …", to: width) }
        var parts = ["\(ended)/\(total)\(counting && !watches ? "+" : "")"]
        // While more may come there is no whole that this is a part of.
        if !counting { parts.append("\(ended * 100 / total) %") }
        if ended > 1, let rate {
            parts.append(String(format: "%.1f photos/s", rate))
            if ended < total { parts.append("\(RunSummaryText.clock(Double(total - ended) / rate)) left") }
        }
        if ended == total, watches { parts.append("waiting for photos …") }
        if failed > 0 { parts.append("\(failed) failed") }
        return cut(parts.joined(separator: "   "), to: width)
    }

    private func cut(_ text: String, to width: Int) -> String { String(text.prefix(max(width - 1, 10))) }
}
