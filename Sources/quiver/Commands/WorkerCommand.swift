import ArgumentParser
import Foundation
import Settings
import SystemPackage
import Worker
import WorkerProtocol

/// `quiver worker`: one worker, which the supervisor starts; by hand it answers job lines from standard input.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Work photos named on standard input, one JSON line per photo, and answer in JSON lines.",
        discussion: "Try it: echo '{\"path\": \"photo.jpg\"}' | quiver worker")

    @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
    var config: String?

    @OptionGroup var options: DetectorOptions

    @Flag(help: .hidden)
    var supervised = false

    @Option(help: .hidden)
    var probe: String?

    @Flag(help: .hidden)
    var diagnose = false

    @Option(help: .hidden)
    var trial: String?

    @Flag(help: .hidden)
    var words = false

    func run() throws {
        if words {
            let question = try JSONDecoder().decode(
                WordsQuestion.self, from: FileHandle.standardInput.readToEnd() ?? Data())
            return Terminal.say(try JSONText.encode(WordsVector.answer(question), pretty: false))
        }
        if let trial {
            let job = try JSONDecoder().decode(
                ModelTrial.Job.self, from: Data(contentsOf: URL(fileURLWithPath: trial)))
            return Terminal.say(try JSONText.encode(ModelTrial.run(settings(), job), pretty: false))
        }
        if diagnose { return Terminal.say(try JSONText.encode(Diagnosis(settings()).examine(), pretty: false)) }
        if let probe {
            let trial = try ConfinementTrial.run(settings(), in: FilePath(probe))
            return Terminal.say(try JSONText.encode(trial, pretty: false))
        }
        let plans = supervised ? nil : [try WorkPlan(settings())]
        let allDone = try WorkerLoop(plans: plans, supervised: supervised).run()
        if !allDone { throw ExitCode(1) }
    }

    private func settings() throws -> Settings {
        try Settings.load(SettingsSources(file: config.map { FilePath($0) }, options: options.given)).settings
    }
}
