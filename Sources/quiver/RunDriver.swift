import ArgumentParser
import Foundation
import Logging
import Pipeline
import Results
import Settings

/// What `run` and `watch` share: start the pipeline, tell how it goes, say how it went.
struct RunDriver {
    let settings: EffectiveSettings
    let mode: PipelineRun.Mode
    let output: OutputOptions

    func execute() async throws {
        for warning in settings.warnings { Terminal.talk("\(output.talkPaint.yellow("warning:")) \(warning)") }
        let progress = ProgressReporter(
            interactive: Terminal.isInteractive, paint: output.talkPaint, printsRecords: output.format == .jsonl)
        let run = PipelineRun(settings: settings.settings, mode: mode, onEvent: { progress.take($0) })
        let summary: RunSummary
        do {
            summary = try await run.execute()
        } catch {
            progress.finish()
            throw error
        }
        progress.finish()
        switch output.format {
        case .text: Terminal.say(summary.text(paint: output.paint))
        case .json: Terminal.say(summary.json)
        case .jsonl: Terminal.talk(summary.text(paint: output.talkPaint))
        }
        if let status = summary.exitStatus { throw ExitCode(status) }
    }
}

extension RunSummary {
    /// A few lines for people.
    func text(paint: Paint) -> String {
        var lines: [String] = []
        let seconds = elapsed / .seconds(1)
        let worked = done + unwell
        var first = paint.bold("\(done) done")
        if unwell > 0 { first += ", " + paint.red("\(unwell) failed") }
        if known > 0 { first += ", \(known) known from before" }
        if worked > 0 {
            let rate = Double(worked) / max(seconds, 0.001)
            first += String(format: " in %.1f s (%.1f photos/s, %d workers)", seconds, rate, workers)
        }
        lines.append(first)
        if knownUnwell > 0 {
            lines.append("\(knownUnwell) of those known failed before; 'quiver jobs list --state failed' names them")
        }
        if unfinished > 0 {
            lines.append("\(unfinished) not finished; the same command goes on where this one stopped")
        }
        lines.append("results: \(outputFolder)")
        return lines.joined(separator: "\n")
    }

    /// One JSON document.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let values = Document(
            done: done, failed: unwell, known: known, knownFailed: knownUnwell, unfinished: unfinished,
            interrupted: interrupted, seconds: elapsed / .seconds(1), workers: workers, output: outputFolder,
            cpuSeconds: .init(
                supervisor: usage.supervisor / .seconds(1), workers: usage.workers / .seconds(1),
                queue: usage.queue / .seconds(1)),
            workerPeakMiB: Double(usage.workerPeakBytes) / Double(1 << 20))
        return (try? encoder.encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private struct Document: Encodable {
        var done: Int
        var failed: Int
        var known: Int
        var knownFailed: Int
        var unfinished: Int
        var interrupted: Bool
        var seconds: Double
        var workers: Int
        var output: String
        var cpuSeconds: CPU
        var workerPeakMiB: Double

        struct CPU: Encodable {
            var supervisor: Double
            var workers: Double
            var queue: Double
        }
    }

    /// The exit status that stands for this end; nil is 0.
    var exitStatus: Int32? {
        if interrupted { return 130 }
        return unwell + knownUnwell > 0 ? 1 : nil
    }
}
