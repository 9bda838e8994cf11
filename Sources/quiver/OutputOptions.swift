import ArgumentParser
import Foundation
import JSONTree

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
