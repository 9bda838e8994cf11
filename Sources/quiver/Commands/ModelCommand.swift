import ArgumentParser
import Detection
import Settings
import SystemPackage
import Worker

/// `quiver model`: what a model file is.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Look at models, and give them names.",
        subcommands: [Inspect.self, List.self, Add.self])

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a model's inputs, outputs, metadata and the layout that will be used, or why none fits.")

        @Argument(help: "A model: ONNX, OpenVINO IR or TFLite.", completion: .file())
        var file: String

        @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
        var config: String?

        @OptionGroup var output: OutputOptions

        func run() throws {
            let model = SettingsOption("FILE", "detectors.model", file)
            let sources = SettingsSources(file: config.map { FilePath($0) }, options: [model])
            let report = try ModelReport(Settings.load(sources).settings)
            switch output.format {
            case .text: Terminal.say(report.text)
            case .json: Terminal.say(try JSONText.encode(report, pretty: true))
            case .jsonl: Terminal.say(try JSONText.encode(report, pretty: false))
            }
            if report.problem != nil { throw ExitCode(1) }
        }
    }
}
