import ArgumentParser
import Settings
import SystemPackage

/// The options of `run`, `watch` and `config`; each stands for one key of pipeline.json.
struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
    var config: String?

    @Option(name: [.short, .long], help: ArgumentHelp("Write results into this folder.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("Keep the queue in this SQLite file.", valueName: "file"))
    var queue: String?

    @OptionGroup var detector: DetectorOptions

    @Option(help: ArgumentHelp("Run this many workers side by side, or 'auto'.", valueName: "n"))
    var workers: String?

    @Option(
        help: ArgumentHelp("Log what happens to each photo into this file; '-' is standard error.", valueName: "file"))
    var log: String?

    @Option(help: ArgumentHelp("How the log is written: text or json.", valueName: "format"))
    var logFormat: String?

    @Flag(inversion: .prefixedNo, help: "Write a picture with the detections drawn in.")
    var annotate: Bool?

    @Flag(help: "Let the results of this model replace those of another one.")
    var replace = false

    /// The options that were given, as settings.
    private var given: [SettingsOption] {
        let values: [(String, String, String?)] = [
            ("--output", "output.path", output),
            ("--queue", "queue", queue),
            ("--workers", "workers.count", workers),
            ("--log", "log.path", log),
            ("--log-format", "log.format", logFormat),
            ("--replace", "output.replace", replace ? "true" : nil),
            (annotate == false ? "--no-annotate" : "--annotate", "output.annotate", annotate.map { "\($0)" }),
        ]
        return values.compactMap { option, key, value in
            value.map { SettingsOption(option, key, $0, path: RawArguments.path($0, of: option)) }
        }
            + detector.given
    }

    /// The options that another command needs to reach the same queue.
    var hint: CommandHint { CommandHint(config: config, output: output, queue: queue) }

    /// The effective settings: command line over environment over file over default.
    func settings(paths: [FilePath] = []) throws -> EffectiveSettings {
        try Settings.load(SettingsSources(file: config.map { FilePath($0) }, options: given, paths: paths))
    }
}
