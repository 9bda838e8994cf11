import ArgumentParser
import Foundation
import JSONTree
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

    @Option(
        help: ArgumentHelp("The SQLite file that holds the queue, or the address of its database.", valueName: "queue"))
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
            .sayingQueueWarnings()
    }
}

extension EffectiveSettings {
    /// The same settings, once what is to be known of their queue has been said.
    func sayingQueueWarnings() -> EffectiveSettings {
        for warning in queueWarnings { Terminal.talk("warning: \(warning)") }
        return self
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
        let options = [
            ("--config", config), ("--output", output), ("--queue", queue.map { SecretArguments.shown($0) ?? $0 }),
        ]
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

/// How a command prints its answer.
struct OutputOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case jsonl
    }

    enum Color: String, ExpressibleByArgument, CaseIterable {
        case auto
        case always
        case never
    }

    @Option(help: "Print as text, as one JSON document, or as one JSON line for each item.")
    var format: Format = .text

    @Option(help: "Use colour; 'auto' means at a terminal without NO_COLOR.")
    var color: Color = .auto

    /// Paints text on standard output.
    var paint: Paint { Paint(color, descriptor: STDOUT_FILENO) }
    /// Paints text on standard error.
    var talkPaint: Paint { Paint(color, descriptor: STDERR_FILENO) }
}

extension OutputOptions {
    /// Prints items by `text`, as one JSON document, or as a line of JSON each.
    func say<Item: Encodable>(_ items: [Item], text: () throws -> Void) throws {
        switch format {
        case .text: try text()
        case .json: Terminal.say(try JSONText.encode(items, pretty: true))
        case .jsonl: for item in items { Terminal.say(try JSONText.encode(item, pretty: false)) }
        }
    }

    /// Prints one document by `text`, or as JSON.
    func say(document: some Encodable, text: () throws -> Void) throws {
        guard format != .text else { return try text() }
        Terminal.say(try JSONText.encode(document, pretty: format == .json))
    }
}

/// JSON for standard output.
enum JSONText {
    static func encode(_ value: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
        return JSONValue.shown(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}

/// Colours for a terminal, or none.
struct Paint: Sendable {
    let isOn: Bool

    init(_ choice: OutputOptions.Color, descriptor: Int32) {
        switch choice {
        case .always: isOn = true
        case .never: isOn = false
        case .auto:
            // https://no-color.org: any value that is not empty.
            let refused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
            let dumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
            isOn = isatty(descriptor) == 1 && !refused && !dumb
        }
    }

    func green(_ text: String) -> String { wrap(text, "32") }
    func yellow(_ text: String) -> String { wrap(text, "33") }
    func red(_ text: String) -> String { wrap(text, "31") }
    func faint(_ text: String) -> String { wrap(text, "2") }
    func bold(_ text: String) -> String { wrap(text, "1") }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn ? ShownText.mark(code) + text + ShownText.mark("0") : text
    }
}
