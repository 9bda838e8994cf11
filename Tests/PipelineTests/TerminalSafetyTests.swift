import Foundation
import TestSupport
import Testing

/// Nothing raw from models, settings, labels or file names reaches a terminal or a spreadsheet.
@Suite("terminal safety")
struct TerminalSafetyTests {
    private let fixtures: RunFixtures
    private static let hostile = "\u{1B}[35m\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}"

    init() throws { fixtures = try RunFixtures() }

    /// Control characters other than line ends, and marks of direction; colours of ours are taken out.
    private func commands(in text: String) -> [Unicode.Scalar] {
        // Our own colours have other numbers than the hostile one.
        text.replacing(/\u{1B}\[(0|1|2|31|32|33)m/, with: "").unicodeScalars.filter { scalar in
            ![0x0A, 0x0D].contains(scalar.value)
                && ([.control, .lineSeparator].contains(scalar.properties.generalCategory) || scalar == "\u{202E}")
        }
    }

    private func expectHarmless(_ arguments: String..., status: Int32? = nil) throws {
        let ended = try fixtures.program.start(arguments).wait()
        #expect(commands(in: ended.output).isEmpty, "\(arguments): \(ended.output.debugDescription)")
        #expect(commands(in: ended.talk).isEmpty, "\(arguments): \(ended.talk.debugDescription)")
        // Said in some form, not swallowed.
        #expect((ended.output + ended.talk).contains("owned"), "\(arguments): \(ended.output)\(ended.talk)")
        if let status { #expect(ended.status == status) }
    }

    /// Our own model with one more entry of metadata: a protobuf message may be continued behind its end.
    private func hostileModel() throws -> String {
        let field = { (number: UInt8, bytes: [UInt8]) in [number << 3 | 2, UInt8(bytes.count)] + bytes }
        var model = try Data(contentsOf: URL(fileURLWithPath: RunFixtures.model))
        let text = Array(Self.hostile.utf8)
        model.append(contentsOf: field(14, field(1, text + Array("\nformat  fake".utf8)) + field(2, text)))
        let place = fixtures.folder.appendingPathComponent("hostile.onnx")
        try model.write(to: place)
        return place.path
    }

    @Test("a model's metadata") func metadata() throws {
        let model = try hostileModel()
        try expectHarmless("model", "inspect", model, status: 0)
        let text = try fixtures.program.run("model", "inspect", model).output
        #expect(text.split(separator: "\n").count { $0.hasPrefix("format") } == 1, "a value begins no line of its own")
        try expectHarmless("model", "inspect", model, "--format", "json", status: 0)
        try expectHarmless("model", "inspect", model, "--color", "always", status: 0)
    }

    @Test("unknown keys, wrong values and words of the command line") func settings() throws {
        let escaped = Self.hostile.unicodeScalars.map { String(format: "\\u%04x", $0.value) }.joined() + "owned"
        for text in [
            "{ \"\(escaped)\": 1 }", "{ \"workers\": \"\(escaped)\" }",
            "{ \"detectors\": [{ \"name\": \"\(escaped)\" }, { \"name\": \"\(escaped)\" }] }",
        ] {
            let file = fixtures.folder.appendingPathComponent("settings.json")
            try Data(text.utf8).write(to: file)
            try expectHarmless("config", "--config", file.path, status: 64)
        }
        try expectHarmless("run", "photos", "--model", Self.hostile)
        try expectHarmless("run", "photos", "--unknown" + Self.hostile, status: 64)
        try expectHarmless("jobs", "list", "--state", Self.hostile, status: 64)
        try expectHarmless("status", "--output", Self.hostile, status: 2)
        try expectHarmless("init", "new" + Self.hostile, status: 0)
    }

    @Test("labels and file names, in the talk, the lists and the table") func labels() throws {
        let photo = try fixtures.add(1)[0]
        let name = "a" + Self.hostile + ".jpg"
        try FileManager.default.moveItem(at: photo, to: fixtures.photos.appendingPathComponent(name))
        let escaped = Self.hostile.unicodeScalars.map { String(format: "\\u%04x", $0.value) }.joined()
        let labels = (0..<4).map { "\"=\(escaped)\($0)\"" }.joined(separator: ", ")
        let file = fixtures.folder.appendingPathComponent("settings.json")
        try Data("{ \"detectors\": [{ \"model\": \"\(RunFixtures.model)\", \"labels\": [\(labels)] }] }".utf8).write(
            to: file)
        let output = fixtures.output.path
        try expectHarmless(
            "run", fixtures.photos.path, "--config", file.path, "--output", output, "--color", "always", status: 0)
        try expectHarmless("jobs", "list", "--output", output)
        try expectHarmless("jobs", "show", "1", "--output", output)
        for format in ["json", "jsonl"] {
            try expectHarmless("jobs", "list", "--output", output, "--format", format)
            try expectHarmless("jobs", "show", "1", "--output", output, "--format", format)
        }
        for table in ["results.csv", "results.jsonl"] {
            let text = try String(contentsOf: fixtures.output.appendingPathComponent(table), encoding: .utf8)
            #expect(commands(in: text).isEmpty, "\(table): \(text.debugDescription)")
            #expect(!text.contains(",="))
        }
    }
}
