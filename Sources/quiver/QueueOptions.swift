import ArgumentParser
import Settings
import SystemPackage

/// Where a queue and its results are, for commands that look at them or change them.
struct QueueOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
    var config: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The folder of results; the queue is in it unless --queue says otherwise.", valueName: "dir")
    )
    var output: String?

    @Option(help: ArgumentHelp("The SQLite file that holds the queue.", valueName: "file"))
    var queue: String?

    /// The options that were given, as settings.
    var given: [SettingsOption] {
        SettingsOption.given([("--output", "output.path", output), ("--queue", "queue", queue)])
    }

    /// The same options for another command on the same queue.
    var hint: CommandHint { CommandHint(config: config, output: output, queue: queue) }

    /// The effective settings: command line over environment over file over default.
    func settings(_ more: [SettingsOption] = []) throws -> EffectiveSettings {
        try Settings.load(SettingsSources(file: config.map { FilePath($0) }, options: given + more))
    }
}

extension SettingsOption {
    /// The options among these that have a value, each with its key; paths are the shell's own bytes.
    static func given(_ values: [(String, String, String?)]) -> [SettingsOption] {
        values.compactMap { option, key, value in
            value.map { SettingsOption(option, key, $0, path: RawArguments.path($0, of: option)) }
        }
    }
}

/// Writes commands for the user to type: with the options that they need to reach the same queue.
struct CommandHint: Sendable {
    var config: String?
    var output: String?
    var queue: String?

    /// "quiver jobs list --state failed --output 'my results'".
    func command(_ words: String) -> String {
        let options = [("--config", config), ("--output", output), ("--queue", queue)]
        return options.reduce("quiver " + words) { text, option in
            option.1.map { "\(text) \(option.0) \(Self.quoted($0))" } ?? text
        }
    }

    /// A word as a shell takes it for one.
    static func quoted(_ word: String) -> String {
        let plain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "/._-+:,@%".unicodeScalars.contains(scalar)
        }
        return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
