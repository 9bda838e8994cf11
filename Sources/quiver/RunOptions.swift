import ArgumentParser
import Findings
import Foundation
import Settings
import Supervisor
import SystemPackage

/// The options of `run`, `watch` and `config`; each stands for one key of pipeline.json.
struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
    var config: String?

    @Option(name: [.short, .long], help: ArgumentHelp("Write results into this folder.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Keep the queue in this SQLite file, or in a PostgreSQL database that hosts share: postgres://USER@HOST/NAME.",
            valueName: "queue"))
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

    @Flag(inversion: .prefixedNo, help: "Cut each object with a mask out of its background, as a PNG.")
    var cutouts: Bool?

    @Flag(help: "Begin at any hour and under any load, whatever 'when' in the settings says.")
    var now = false

    @Flag(help: "Let the results of this model replace those of another one.")
    var replace = false

    @OptionGroup(title: "Sequence options") var sequence: SequenceOptions

    /// The options that were given, as settings.
    private var given: [SettingsOption] {
        SettingsOption.given([
            ("--output", "output.path", output),
            ("--queue", "queue", queue),
            ("--workers", "workers.count", workers),
            ("--log", "log.path", log),
            ("--log-format", "log.format", logFormat),
            ("--now", "when.hours", now ? "none" : nil),
            ("--now", "when.load", now ? "none" : nil),
            ("--replace", "output.replace", replace ? "true" : nil),
            (annotate == false ? "--no-annotate" : "--annotate", "output.annotate", annotate.map { "\($0)" }),
            (cutouts == false ? "--no-cutouts" : "--cutouts", "output.cutouts", cutouts.map { "\($0)" }),
        ]) + detector.given + sequence.given
    }

    /// The options that another command needs to reach the same queue.
    var hint: CommandHint { CommandHint(config: config, output: output, queue: queue) }

    /// The effective settings: command line over environment over file over default.
    ///
    /// - Parameter more: Options of the command's own.
    func settings(paths: [FilePath] = [], _ more: [SettingsOption] = []) throws -> EffectiveSettings {
        try Settings.load(sources(paths: paths, more))
    }

    /// Where these settings come from, to be read again while a run goes on.
    func sources(paths: [FilePath] = [], _ more: [SettingsOption] = []) -> SettingsSources {
        SettingsSources(
            file: config.map { FilePath($0) }, content: ProgramRestart.settings, options: given + more, paths: paths)
    }
}

/// What is looked for in photos that follow each other; each option stands for one key of pipeline.json.
struct SequenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Say when this object, class, text or code is seen in several photos one after the other.",
            valueName: "label"))
    var label: String?

    @Option(help: ArgumentHelp("Say the same of this gesture: pinch.", valueName: "gesture"))
    var gesture: String?

    @Option(
        help: ArgumentHelp(
            "Say what a person does in 60 photos, by this model, as 'quiver sequence --actions' does.",
            valueName: "model"))
    var actions: String?

    @Option(
        help: ArgumentHelp("In how many photos it has to be seen, and missed to end; by default 3.", valueName: "n"))
    var seen: String?

    @Option(help: ArgumentHelp("Of how many photos one after the other; by default 5.", valueName: "m"))
    var of: String?

    @Option(
        help: ArgumentHelp("A longer time between two photos ends everything; by default 2s.", valueName: "time"))
    var gap: String?

    /// The options that were given, as settings.
    var given: [SettingsOption] {
        let values: [(String, String, String?)] = [
            ("--label", "sequences.label", label), ("--gesture", "sequences.gesture", gesture),
            ("--actions", "sequences.actions", actions), ("--seen", "sequences.seen", seen),
            ("--of", "sequences.of", of), ("--gap", "sequences.gap", gap),
        ]
        return values.compactMap { option, key, value in value.map { SettingsOption(option, key, $0) } }
    }
}

/// What detects, and what of it is kept; each option stands for one key of pipeline.json.
struct DetectorOptions: ParsableArguments {
    @Option(
        name: [.short, .long], parsing: .singleValue,
        help: ArgumentHelp("Use this model (ONNX, OpenVINO IR or TFLite).", valueName: "file"))
    var model: [String] = []

    @Option(help: ArgumentHelp("What to look for: \(Self.tasks).", valueName: "task"))
    var task: String?

    @Option(help: ArgumentHelp("Keep detections from this score on, 0 to 1.", valueName: "x"))
    var confidence: String?

    @Option(help: ArgumentHelp("Drop boxes that overlap a better one by more, 0 to 1.", valueName: "x"))
    var iou: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Keep only these classes, by name or number: person,dog.", valueName: "classes"))
    var classes: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Keep detections of one class from another score on: person=0.5; may be repeated.", valueName: "class=x"))
    var threshold: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Read text in these of Tesseract's languages, or 'auto': eng,deu.", valueName: "languages"))
    var languages: [String] = []

    @Flag(
        inversion: .prefixedNo, help: "Prefer words of the languages' dictionaries; not for codes and serial numbers.")
    var correction: Bool?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Keep only text with such data: url,email,phone,date,money,….", valueName: "kinds"))
    var contents: [String] = []

    private static let tasks = DetectorTask.allCases.map(\.rawValue).joined(separator: ", ")

    func validate() throws {
        try Self.checkOneModel(model)
        _ = try thresholds()
    }

    /// The options that were given, as settings.
    var given: [SettingsOption] {
        let values: [(String, String, String?)] = [
            ("--model", "detectors.model", model.first),
            ("--task", "detectors.task", task),
            ("--confidence", "detectors.confidence", confidence),
            ("--iou", "detectors.iou", iou),
            ("--classes", "detectors.classes", classes.isEmpty ? nil : classes.joined(separator: ",")),
            ("--threshold", "detectors.thresholds", (try? thresholds()) ?? nil),
            ("--languages", "detectors.text.languages", languages.isEmpty ? nil : languages.joined(separator: ",")),
            (
                correction == false ? "--no-correction" : "--correction", "detectors.text.correction",
                correction.map { "\($0)" }
            ),
            ("--contents", "detectors.text.contents", contents.isEmpty ? nil : contents.joined(separator: ",")),
        ]
        return values.compactMap { option, key, value in value.map { SettingsOption(option, key, $0) } }
    }

    /// Two models would be two detectors: the last one must not win without a word.
    static func checkOneModel(_ models: [String]) throws {
        guard models.count > 1 else { return }
        throw ValidationError(
            "--model was given \(models.count) times, but a run uses one model. "
                + "Run Quiver once for each model, each time with another --output.")
    }

    /// The thresholds as one JSON object, nil for none.
    private func thresholds() throws -> String? {
        var scores: [String: Double] = [:]
        for text in threshold {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
            let name = parts.dropLast().joined(separator: "=")
            guard !name.isEmpty, let score = parts.last.flatMap({ Double($0) }), (0...1).contains(score) else {
                throw ValidationError(
                    "--threshold takes a class and a score from 0 to 1, as in person=0.5; not '\(text)'.")
            }
            guard scores.updateValue(score, forKey: name) == nil else {
                throw ValidationError("--threshold was given twice for the class '\(name)'; give one score.")
            }
        }
        guard !scores.isEmpty else { return nil }
        return String(decoding: try JSONEncoder().encode(scores), as: UTF8.self)
    }
}
