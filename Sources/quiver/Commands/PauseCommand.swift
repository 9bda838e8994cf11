import ArgumentParser
import Control
import Supervisor

/// `quiver pause`: no photo begins until `quiver resume`, in later runs too.
struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Begin no more photos until 'quiver resume', in later runs too.")

    @OptionGroup var options: QueueOptions

    func run() async throws {
        let isChange = try await QueueControl(options.settings().settings).change(.pause) > 0
        Terminal.say(isChange ? "paused; 'quiver resume' goes on" : "paused already; 'quiver resume' goes on")
    }
}

/// `quiver resume`: the work goes on after a pause by hand.
struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Go on after 'quiver pause'.")

    @OptionGroup var options: QueueOptions

    func run() async throws {
        let isChange = try await QueueControl(options.settings().settings).change(.resume) > 0
        Terminal.say(isChange ? "goes on" : "was not paused")
    }
}
