import ArgumentParser
import Control
import Foundation
import Glibc
import Logging
import Results
import Review
import ServiceLifecycle
import Settings
import Storage
import Supervisor
import Synchronization

/// What `run`, `watch` and `work` share: start the pipeline, tell how it goes, say how it went.
struct RunDriver {
    let settings: EffectiveSettings
    /// Where they come from, for a run that goes on and may be told to read them again.
    var sources: SettingsSources?
    let mode: PipelineRun.Mode
    /// The most photos to take; nil for all.
    var limit: Int?
    let output: OutputOptions
    let hint: CommandHint
    /// Makes the page that is served beside the run, once the queue is there; nil for none.
    ///
    /// What it measures itself is told beside the run's numbers.
    var page: (@Sendable (Settings, Measurements) throws -> any Service)?
    /// Whether the run writes the sheets of scored sessions.
    var writesSheets = true

    func execute() async throws {
        // Photos are processed for their records; a reader of the output may go away.
        Terminal.outliveReader()
        if let file = settings.file, !settings.isNamed {
            Terminal.talk("settings: \(EscapedName.printable(file)), of the current folder")
        }
        for warning in settings.warnings { Terminal.talk("\(output.talkPaint.yellow("warning:")) \(warning)") }
        for note in await ResultsFolders.notes(on: settings.settings, within: .seconds(2)) {
            Terminal.talk("\(output.talkPaint.yellow("warning:")) \(note)")
        }
        let progress = ProgressReporter(
            interactive: Terminal.isInteractive && settings.settings.log.path != Settings.Log.standardError,
            watches: mode.goesOn, paint: output.talkPaint,
            arrowsExpected: ExpectedArrows(settings.settings).count)
        let records = output.format == .jsonl ? RecordLines() : nil
        let stop = Stopping.request
        await stop.wait(for: { progress.begin() })
        let run = PipelineRun(
            settings: settings.settings,
            source: sources.map { sources in
                var later = sources
                later.content = nil
                return SettingsSource(settings) { [later] in try Settings.load(later) }
            }, mode: mode,
            limit: limit,
            beside: { [page, output] in try Self.beside($0, page, output) },
            writesSheets: writesSheets, version: Version.text, actions: { try LiveActions.events(of: $0) }, stop: stop,
            listeners: RunListeners(
                note: { progress.note($0) }, tell: { progress.tell($0) },
                keep: records.map { records in { @Sendable (event: RunEvent) in records.take(event) } }))
        let result: Result<RunSummary, any Error>
        do { result = .success(try await run.execute()) } catch { result = .failure(error) }
        // A reader that stands still is waited for as any program waits for it, but a stop is not kept waiting.
        let places = settings.settings.watch.map { EscapedName.printable($0.path) }
        let isTold = await stop.wait(for: { [output, hint] in
            records?.finish()
            progress.finish()
            if case .success(let summary) = result, summary.stoppedBy != .reload { output.say(summary, hint, places) }
        })
        var summary = try result.get()
        if summary.stoppedBy == .reload {
            let arguments = ServedPort.kept(in: SecretArguments.given)
            if let error = ProgramRestart.execute(arguments, settings: summary.reloaded?.content) { throw error }
            // The end was asked for in the last moment.
            summary.stoppedBy = StopSignals.cause
            await stop.wait(for: { [output, hint, summary] in output.say(summary, hint, places) })
            if let status = summary.exitStatus { throw ExitCode(status) }
            return
        }
        // Whatever else wanted to write would stand still behind what is written.
        if !isTold { Glibc._exit(Self.unheardStatus(of: result)) }
        if let status = summary.exitStatus { throw ExitCode(status) }
    }

    /// What runs beside the work: the page, and numbers for who watches.
    private static func beside(
        _ settings: Settings, _ page: (@Sendable (Settings, Measurements) throws -> any Service)?,
        _ output: OutputOptions
    ) throws -> [any Service] {
        let measurements = Measurements()
        var services = try page.map { [try $0(settings, measurements)] } ?? []
        if let address = settings.metrics.listen {
            services.append(
                MetricsServer(at: address, try QueueControl(settings), own: measurements) {
                    Terminal.talk("\(output.talkPaint.yellow("warning:")) \($0)")
                })
        }
        return services
    }

    /// How the process ends where its reader stood still at the end, and a stop was asked for.
    private static func unheardStatus(of result: Result<RunSummary, any Error>) -> Int32 {
        guard case .success(let summary) = result else { return 2 }
        return summary.stoppedBy == nil ? StopSignals.statusAtOnce : summary.exitStatus ?? 0
    }
}

/// How many arrows each photo of a run should show, as the score book has it: archers who share a target are named there.
final class ExpectedArrows: Sendable {
    private let settings: Settings
    /// There is a queue once the run has begun.
    private let book = Mutex<QueueControl?>(nil)

    init(_ settings: Settings) { self.settings = settings }

    /// Nil where it is not known; what the settings say where the book cannot be asked, or lacks the photo.
    func count(of record: Record) -> Int? {
        let scoring = settings.scoring
        let usual = scoring.photosPerEnd == 1 ? scoring.arrowsPerEnd : nil
        do {
            let control = try book.withLock { book in
                let control = try book ?? QueueControl(settings)
                book = control
                return control
            }
            return try control.readScores { scores in
                // A copy in the folder of its original is in the book with that one alone.
                let names = [record.source.path, record.source.duplicateOf].compactMap { $0 }
                guard let known = try names.first(where: { try scores.storedPhoto($0) != nil }) else { return usual }
                return try scores.arrowsExpected(ofPhoto: known)
            }
        } catch {
            return usual
        }
    }
}

extension OutputOptions {
    /// Says how a run went.
    fileprivate func say(_ summary: RunSummary, _ hint: CommandHint, _ places: [String]) {
        let text = { (paint: Paint) in RunSummaryText(summary: summary, hint: hint, paint: paint, places: places).text }
        switch format {
        case .text: Terminal.say(text(paint))
        case .json: Terminal.say(summary.json)
        case .jsonl: Terminal.talk(text(talkPaint))
        }
    }
}

extension RunSummary {
    /// One JSON document.
    var json: String {
        let values = Document(
            done: done, failed: failed, known: known, knownFailed: previouslyFailed, replaced: replaced,
            restored: restored, multipage: multipage, leftOut: leftOut,
            unfinished: unfinished, elsewhere: elsewhere, skipped: skipped,
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
        var restored: Int
        var multipage: Int
        var leftOut: Int
        var unfinished: Int
        var elsewhere: Int
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
        // A signal to stop is how watching ends: a service manager must not take it for a failure.
        case .terminate, .hangUp, .reload: return watched ? nil : 130
        case nil: break
        }
        if lacksTables { return 2 }
        // With a limit, photos of earlier runs may wait on.
        let isUnfinished = !watched && limit == nil && unfinished > 0
        return failed + previouslyFailed > 0 || skipped.isUnmeant || isUnfinished || missing > 0 ? 1 : nil
    }
}
