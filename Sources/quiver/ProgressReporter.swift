import Foundation
import Pipeline
import Results
import Scoring
import Synchronization
import SystemPackage

/// Tells people how a run goes: one line that is redrawn at a terminal, one line a photo elsewhere.
final class ProgressReporter: Sendable {
    private struct State {
        var total = 0
        var ended = 0
        var unwell = 0
        var counting = true
        var drawn = false
        var lastDrawn = ContinuousClock.now
        var firstEnded: ContinuousClock.Instant?
    }

    private let interactive: Bool
    private let paint: Paint
    /// With `--format jsonl` each record goes to standard output as it ends.
    private let printsRecords: Bool
    private let state = Mutex(State())

    init(interactive: Bool, paint: Paint, printsRecords: Bool) {
        self.interactive = interactive
        self.paint = paint
        self.printsRecords = printsRecords
    }

    /// Takes an event from any thread.
    func take(_ event: RunEvent) {
        state.withLock { state in
            switch event {
            case .taken(let new, _):
                state.total += new
                redraw(&state)
            case .intakeEnded:
                state.counting = false
                redraw(&state)
            case .ended(let record):
                state.ended += 1
                if record.state != .done { state.unwell += 1 }
                if state.firstEnded == nil { state.firstEnded = .now }
                if printsRecords { Terminal.say(record.line) }
                if record.state != .done || !interactive { line(about: record, &state) }
                redraw(&state)
            case .postponed(let path, let why):
                tell("\(paint.yellow("waits")) \(path): \(why.forTerminal)", &state)
            case .paused(let why):
                tell("\(paint.yellow("paused")) \(why) Work goes on by itself.", &state)
            case .resumed(let pause):
                tell("\(paint.green("resumed")) after \(Int((pause / .seconds(1)).rounded())) s", &state)
            case .warning(let text):
                tell("\(paint.yellow("warning:")) \(text)", &state)
            }
        }
    }

    /// Leaves the terminal on a line of its own.
    func finish() {
        state.withLock { state in
            redraw(&state, force: true)
            if state.drawn { Terminal.talk("") }
            state.drawn = false
        }
    }

    private func line(about record: Record, _ state: inout State) {
        // A name may hold what a terminal takes for a command.
        let path = EscapedName.printable(FilePath(record.source.path))
        let word = record.state.rawValue
        switch record.state {
        case .done:
            let found =
                record.targetDetection.map { Self.scored($0, record.arrows) } ?? Self.found(record.detections.count)
            let copy =
                record.source.duplicateOf.map { ", same content as \(EscapedName.printable(FilePath($0)))" } ?? ""
            tell("\(paint.green(word)) \(path): \(found)\(copy)", &state)
        default:
            let message = (record.error?.message ?? "no reason was given").forTerminal
            // Most messages begin with the photo's name already.
            tell("\(paint.red(word)) \(message.hasPrefix(path) ? message : "\(path): \(message)")", &state)
        }
    }

    private static func found(_ boxes: Int) -> String { boxes == 1 ? "1 detection" : "\(boxes) detections" }

    /// "X 9 8? = 27, 1 to look at", or why there is no score.
    private static func scored(_ target: TargetDetection, _ arrows: [DetectedArrow]) -> String {
        if let reason = target.reason { return "no score: \(reason)" }
        guard !arrows.isEmpty else { return "a face without arrows" }
        let marks = arrows.map { $0.mark + ($0.needsReview ? "?" : "") }.joined(separator: " ")
        let doubtful = arrows.count(where: \.needsReview)
        let total = arrows.reduce(0) { $0 + $1.score }
        return "\(marks) = \(total)" + (doubtful > 0 ? ", \(doubtful) to look at" : "")
    }

    private func tell(_ text: String, _ state: inout State) {
        if state.drawn { Terminal.talkRaw("\r\u{1B}[K") }
        state.drawn = false
        Terminal.talk(text)
        redraw(&state, force: true)
    }

    private func redraw(_ state: inout State, force: Bool = false) {
        guard interactive, state.total > 0 else { return }
        let now = ContinuousClock.now
        guard force || now - state.lastDrawn > .milliseconds(100) || state.ended == state.total else { return }
        state.lastDrawn = now
        let text = ProgressLine(
            total: state.total, ended: state.ended, unwell: state.unwell, counting: state.counting,
            elapsed: state.firstEnded.map { now - $0 } ?? .zero
        ).text(width: Terminal.width)
        Terminal.talkRaw("\r\u{1B}[K" + text)
        state.drawn = true
    }
}

/// The line of progress, apart from where it is drawn.
struct ProgressLine {
    var total: Int
    var ended: Int
    var unwell: Int
    /// More photos are still being found.
    var counting: Bool
    /// Since the first photo ended, so that the start-up does not spoil the rate.
    var elapsed: Duration

    /// "  132/500   26 %   21.3 photos/s   3 failed   0:17 left", cut to the width.
    func text(width: Int) -> String {
        var parts = ["\(ended)/\(total)\(counting ? "+" : "")"]
        if total > 0 { parts.append("\(ended * 100 / total) %") }
        let seconds = elapsed / .seconds(1)
        if ended > 1, seconds > 0.2 {
            let rate = Double(ended - 1) / seconds
            parts.append(String(format: "%.1f photos/s", rate))
            if ended < total { parts.append("\(Self.clock(Double(total - ended) / rate)) left") }
        }
        if unwell > 0 { parts.append("\(unwell) failed") }
        return String(parts.joined(separator: "   ").prefix(max(width - 1, 10)))
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0
            ? String(format: "%d:%02d:%02d", hours, minutes, rest) : String(format: "%d:%02d", minutes, rest)
    }
}
