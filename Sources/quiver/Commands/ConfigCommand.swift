import ArgumentParser
import Foundation
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

/// `quiver init`: a pipeline.json to start from.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a pipeline.json and a drop folder to start from.")

    @Argument(help: "The folder to write into.")
    var folder = "."

    @Flag(help: "Overwrite a pipeline.json that is there.")
    var force = false

    func run() throws {
        let change = folder == "." ? "" : "cd \(CommandHint.quoted(folder)) && "
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        let file = folder.appendingPathComponent("pipeline.json")
        if !force, FileManager.default.fileExists(atPath: file.path) {
            throw ValidationError("\(file.path) is there already; add --force to overwrite it.")
        }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("drop"), withIntermediateDirectories: true)
        try Data(Settings.template.utf8).write(to: file, options: .atomic)
        Terminal.say("Wrote \(file.path) and made the folder 'drop' beside it.")
        Terminal.say("Next: put photos into 'drop', and run: \(change)quiver watch")
    }
}
