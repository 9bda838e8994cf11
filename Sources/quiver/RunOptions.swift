import ArgumentParser
import Settings
import SystemPackage

/// The options that `run`, `watch` and their relatives share; each stands for one key of pipeline.json.
struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
    var config: String?

    @Option(name: [.short, .long], help: ArgumentHelp("Write results into this folder.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("Keep the queue in this SQLite file.", valueName: "file"))
    var queue: String?

    @Option(
        name: [.short, .long], help: ArgumentHelp("Use this model (ONNX, OpenVINO IR or TFLite).", valueName: "file"))
    var model: String?

    @Option(help: ArgumentHelp("Keep detections above this score, 0 to 1.", valueName: "x"))
    var confidence: String?

    @Option(help: ArgumentHelp("Drop boxes that overlap a better one by more, 0 to 1.", valueName: "x"))
    var iou: String?

    @Option(help: ArgumentHelp("Run this many workers side by side, or 'auto'.", valueName: "n"))
    var workers: String?

    @Option(help: ArgumentHelp("Add the story of each photo to this file.", valueName: "file"))
    var log: String?

    @Option(help: ArgumentHelp("How the log is written: text or json.", valueName: "format"))
    var logFormat: String?

    @Flag(inversion: .prefixedNo, help: "Write a picture with the detections drawn in.")
    var annotate: Bool?

    /// No option given, for commands that have options of their own.
    static var defaults: RunOptions { (try? RunOptions.parse([])) ?? RunOptions() }

    /// The options that were given, as settings.
    var given: [SettingsOption] {
        let values: [(String, String, String?)] = [
            ("--output", "output.path", output),
            ("--queue", "queue", queue),
            ("--model", "detectors.model", model),
            ("--confidence", "detectors.confidence", confidence),
            ("--iou", "detectors.iou", iou),
            ("--workers", "workers.count", workers),
            ("--log", "log.path", log),
            ("--log-format", "log.format", logFormat),
            (annotate == false ? "--no-annotate" : "--annotate", "output.annotate", annotate.map { "\($0)" }),
        ]
        return values.compactMap { option, key, value in value.map { SettingsOption(option, key, $0) } }
    }

    /// The effective settings: command line over environment over file over default.
    func settings(paths: [String] = []) throws -> EffectiveSettings {
        try Settings.load(
            SettingsSources(file: config.map { FilePath($0) }, options: given, paths: RawArguments.paths(paths)))
    }
}
