import ArgumentParser
import Foundation
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// `quiver config`: the effective settings and where each came from.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print the effective settings and where each came from.",
        discussion: "The command line wins over the environment (QUIVER_…), over pipeline.json, over the default.")

    @OptionGroup var options: RunOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp("Print what holds for the photos of this watched folder instead.", valueName: "path"),
        completion: .directory)
    var folder: String?

    @Flag(help: "Print the JSON Schema of pipeline.json instead.")
    var schema = false

    func run() throws {
        if schema {
            Terminal.say(Settings.schema)
            return
        }
        var effective = try options.settings()
        if let folder {
            let path = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(folder))
            guard let own = effective.ofFolder(path) else {
                throw ValidationError("No folder of \"watch\" holds \(folder.forTerminal); 'quiver config' lists them.")
            }
            effective = own
        }
        Terminal.say(output.format == .text ? effective.text : effective.json)
    }
}

/// `quiver doctor`: is everything there that Quiver needs while it runs, and if not, what fixes it.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that Quiver needs while it runs, and say how to fix what is missing.",
        discussion: "Exit status: 0 all is well, 1 something is missing that most work needs.")

    @OptionGroup var options: QueueOptions

    @Option(name: [.short, .long], help: ArgumentHelp("Check this model.", valueName: "file"))
    var model: String?

    @Option(help: ArgumentHelp("Check the memory for this many workers.", valueName: "n"))
    var workers: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let given = [("--model", "detectors.model", model), ("--workers", "workers.count", workers)]
            .compactMap { option, key, value in value.map { SettingsOption(option, key, $0) } }
        let arguments = [("--config", options.config), ("--model", model)]
            .flatMap { option, value in value.map { [option, $0] } ?? [] }
        let trial = Doctor.Trial(arguments: arguments)
        let findings = try Doctor(settings: options.settings(given).settings, trial: trial).examine()
        try output.say(findings) {
            let paint = output.paint
            for finding in findings {
                let sign =
                    switch finding.verdict {
                    case .well: paint.green("ok     ")
                    case .limited: paint.yellow("limited")
                    case .missing: paint.red("missing")
                    }
                let need = finding.need.padding(toLength: 18, withPad: " ", startingAt: 0)
                Terminal.say("\(sign)  \(need) \(finding.found)")
                if let remedy = finding.remedy { Terminal.say("         \(paint.bold("→")) \(remedy)") }
            }
        }
        if findings.contains(where: { $0.verdict == .missing }) { throw ExitCode(1) }
    }
}
