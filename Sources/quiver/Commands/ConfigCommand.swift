import ArgumentParser
import Settings

/// `quiver config`: the effective settings and where each came from.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print the effective settings and where each came from.",
        discussion: "The command line wins over the environment (QUIVER_…), over pipeline.json, over the default.")

    @OptionGroup var options: RunOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Print the JSON Schema of pipeline.json instead.")
    var schema = false

    func run() throws {
        if schema {
            Terminal.say(Settings.schema)
            return
        }
        let effective = try options.settings()
        Terminal.say(output.format == .text ? effective.text : effective.json)
    }
}
