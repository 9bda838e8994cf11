import ArgumentParser
import Foundation
import Pipeline
import SystemPackage

/// `quiver worker`: one worker, which the supervisor starts; by hand it answers job lines from standard input.
struct WorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Work photos named on standard input, one JSON line each, and answer in JSON lines.",
        discussion: "Try it: echo '{\"path\": \"photo.jpg\"}' | quiver worker")

    @OptionGroup var options: RunOptions

    @Flag(help: .hidden)
    var supervised = false

    @Option(help: .hidden)
    var probe: String?

    func run() throws {
        if let probe {
            let trial = try ConfinementTrial.run(options.settings().settings, in: FilePath(probe))
            return Terminal.say(try JSONText.encode(trial, pretty: false))
        }
        let plan = supervised ? nil : try WorkPlan(options.settings().settings)
        let allDone = try WorkerLoop(plan: plan, supervised: supervised).run()
        if !allDone { throw ExitCode(1) }
    }
}
