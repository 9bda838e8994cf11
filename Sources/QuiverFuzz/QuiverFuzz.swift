import ArgumentParser

/// Works files as a worker and the intake do, without a queue and without a model; for those who develop Quiver.
@main
struct QuiverFuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiver-fuzz", abstract: "Look for files that break Quiver's rooms.",
        subcommands: [SeedsCommand.self, ReplayCommand.self, HuntCommand.self])
}
