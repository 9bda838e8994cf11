import ArgumentParser
import Control
import Foundation
import Logging
import Results
import ServiceLifecycle
import Settings
import Supervisor

/// What `run` and `watch` share: start the pipeline, tell how it goes, say how it went.
struct RunDriver {
    let settings: EffectiveSettings
    let mode: PipelineRun.Mode
    /// The most photos to take; nil for all.
    var limit: Int?
    let output: OutputOptions
    let hint: CommandHint
    /// Makes the page that is served beside the run, once the queue is there; nil for none.
    var page: (@Sendable (Settings) throws -> any Service)?

    func execute() async throws {
        // Photos are processed for their records; a reader of the output may go away.
        Terminal.outliveReader()
        for warning in settings.warnings { Terminal.talk("\(output.talkPaint.yellow("warning:")) \(warning)") }
        for note in ResultsFolders.notes(on: settings.settings) {
            Terminal.talk("\(output.talkPaint.yellow("warning:")) \(note)")
        }
        let progress = ProgressReporter(
            interactive: Terminal.isInteractive && settings.settings.log.path != Settings.Log.standardError,
            watches: mode == .watch, paint: output.talkPaint, printsRecords: output.format == .jsonl,
            arrowsPerEnd: settings.settings.scoring.photosPerEnd == 1 ? settings.settings.scoring.arrowsPerEnd : nil)
        progress.begin()
        let run = PipelineRun(
            settings: settings.settings, mode: mode, limit: limit, beside: page, stop: Stopping.request,
            onEvent: { progress.take($0) })
        let summary: RunSummary
        do {
            summary = try await run.execute()
        } catch {
            progress.finish()
            throw error
        }
        progress.finish()
        switch output.format {
        case .text: Terminal.say(RunSummaryText(summary: summary, hint: hint, paint: output.paint).text)
        case .json: Terminal.say(summary.json)
        case .jsonl: Terminal.talk(RunSummaryText(summary: summary, hint: hint, paint: output.talkPaint).text)
        }
        if let status = summary.exitStatus { throw ExitCode(status) }
    }
}

extension RunSummary {
    /// One JSON document.
    var json: String {
        let values = Document(
            done: done, failed: failed, known: known, knownFailed: previouslyFailed, replaced: replaced,
            leftOut: leftOut,
            unfinished: unfinished, skipped: skipped,
            interrupted: stoppedBy != nil, seconds: elapsed / .seconds(1),
            workingSeconds: (working?.total ?? .zero) / .seconds(1), workers: workers, output: outputFolder,
            cpuSeconds: .init(
                supervisor: usage.supervisor / .seconds(1), workers: usage.workers / .seconds(1),
                queue: usage.queue / .seconds(1)),
            workerPeakMiB: Double(usage.workerPeakBytes) / Double(1 << 20))
        return (try? JSONText.encode(values, pretty: true)) ?? "{}"
    }

    private struct Document: Encodable {
        var done: Int
        var failed: Int
        var known: Int
        var knownFailed: Int
        var replaced: Int
        var leftOut: Int
        var unfinished: Int
        var skipped: SkippedFiles
        var interrupted: Bool
        var seconds: Double
        var workingSeconds: Double
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
        switch stoppedBy {
        case .interrupt: return 130
        // To be told to stop is how watching ends: a service manager must not take it for a failure.
        case .terminate, .hangUp: return watched ? nil : 130
        case nil: break
        }
        if lacksTables { return 2 }
        // With a limit, photos of earlier runs may wait on.
        let isUnfinished = !watched && limit == nil && unfinished > 0
        return failed + previouslyFailed > 0 || skipped.isUnmeant || isUnfinished ? 1 : nil
    }
}
