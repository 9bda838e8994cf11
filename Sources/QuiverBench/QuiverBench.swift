import ArgumentParser

/// Measures parts of Quiver; for those who develop it.
@main
struct QuiverBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiver-bench", abstract: "Measure parts of Quiver.",
        subcommands: [QueueCommand.self, HistoryCommand.self, PhotoCommand.self, GeometryCommand.self])
}
