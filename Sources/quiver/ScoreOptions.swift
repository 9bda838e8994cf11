import ArgumentParser
import Settings
import SystemPackage

/// The options of `quiver score`; each stands for one key of pipeline.json.
struct ScoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The printed face: auto, wa-122, wa-80, wa-60, wa-40, wa-80-6, wa-40-triple, card, …"))
    var face: String?

    @Option(help: "How arrows count: olympic, compound, indoor, field.")
    var system: String?

    @Option(
        help: ArgumentHelp(
            "Each session is this round, such as wa-70; see 'quiver score round --list'.", valueName: "name"))
    var round: String?

    @Option(help: ArgumentHelp("The arrows of one end.", valueName: "n"))
    var arrows: String?

    @Option(
        help: ArgumentHelp(
            "The diameter of the shafts, such as 5.5mm; 0 counts an arrow by its middle.", valueName: "mm"))
    var shaft: String?

    @Option(help: "Whether a touched line counts the higher or the lower zone.")
    var lineRule: String?

    @Option(help: "What counts as a shot: auto, arrows, holes.")
    var count: String?

    @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
    var config: String?

    @Option(name: [.short, .long], help: ArgumentHelp("Write results into this folder.", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("Keep the queue in this SQLite file.", valueName: "file"))
    var queue: String?

    @Option(
        name: [.short, .long], parsing: .singleValue,
        help: ArgumentHelp("Detect arrows with this model.", valueName: "file"))
    var model: [String] = []

    @Option(help: ArgumentHelp("Keep arrows from this confidence on, 0 to 1.", valueName: "x"))
    var confidence: String?

    @Option(help: ArgumentHelp("Run this many workers side by side, or 'auto'.", valueName: "n"))
    var workers: String?

    @Flag(help: "Begin at any hour and under any load, whatever 'when' in the settings says.")
    var now = false

    @Flag(inversion: .prefixedNo, help: "Write a picture with rings and arrows drawn in.")
    var annotate: Bool?

    func validate() throws { try DetectorOptions.checkOneModel(model) }

    /// The options that another command needs to reach the same queue.
    var hint: CommandHint { CommandHint(config: config, output: output, queue: queue) }

    private var given: [SettingsOption] {
        SettingsOption.given([
            ("--face", "scoring.face", face),
            ("--system", "scoring.system", system),
            ("--round", "scoring.round", round),
            ("--arrows", "scoring.arrowsPerEnd", arrows),
            ("--shaft", "scoring.shaft", shaft),
            ("--line-rule", "scoring.lineRule", lineRule),
            ("--count", "scoring.count", count),
            ("--output", "output.path", output),
            ("--queue", "queue", queue),
            ("--model", "scoring.model", model.first),
            ("--confidence", "scoring.confidence", confidence),
            ("--workers", "workers.count", workers),
            ("--now", "when.hours", now ? "none" : nil),
            ("--now", "when.load", now ? "none" : nil),
            (annotate == false ? "--no-annotate" : "--annotate", "output.annotate", annotate.map { "\($0)" }),
        ])
    }

    /// The effective settings; what nothing sets is as scoring needs it: any face, annotated pictures.
    func settings(paths: [FilePath] = []) throws -> EffectiveSettings {
        let sources = { (options: [SettingsOption]) in
            SettingsSources(
                file: config.map { FilePath($0) }, options: options, paths: paths)
        }
        let plain = try Settings.load(sources(given))
        var usual: [SettingsOption] = []
        if plain.settings.scoring.face == nil { usual.append(SettingsOption("quiver score", "scoring.face", "auto")) }
        if plain.origin(of: "output.annotate") == .builtIn {
            usual.append(SettingsOption("quiver score", "output.annotate", "true"))
        }
        return usual.isEmpty ? plain : try Settings.load(sources(given + usual))
    }
}
