import ArgumentParser
import Foundation
import JSONTree
import JobQueue
import Pipeline
import Results

/// `quiver status`: how the queue stands and what the supervisor is doing.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print how many photos are in each state, and whether Quiver is processing them.")

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let control = try QueueControl(options.settings().settings)
        let overview = try control.read { try $0.overview() }
        let live = try control.live()
        if output.format != .text {
            let document = Document(
                queue: control.queueFile.string,
                counts: Dictionary(
                    uniqueKeysWithValues: JobState.allCases.map { ($0.description, overview[$0]) }),
                history: overview.history, supervisor: live)
            Terminal.say(try JSONText.encode(document, pretty: output.format == .json))
            return
        }
        let paint = output.paint
        Terminal.say("queue       \(EscapedName.printable(control.queueFile))")
        if let live {
            let since = Date(timeIntervalSince1970: Double(live.startedAt) / 1000)
            let minutes = Int(Date().timeIntervalSince(since)) / 60
            Terminal.say(
                "supervisor  \(paint.green("running")), process \(live.processIdentifier), \(counted(live.workers, "worker")), "
                    + "\(minutes) min, \(counted(live.ended, "photo")) ended")
            for root in live.roots { Terminal.say("watches     \(root)") }
        } else {
            Terminal.say("supervisor  none; 'quiver run' or 'quiver watch' starts one")
        }
        for state in JobState.allCases where overview[state] > 0 || state == .done {
            let count = String(overview[state])
            let shown = state == .failed || state == .quarantined ? paint.red(count) : count
            Terminal.say(state.description.padding(toLength: 12, withPad: " ", startingAt: 0) + shown)
        }
        if overview.history > 0 {
            Terminal.say("history     \(overview.history) replaced by newer content or settings")
        }
    }

    private struct Document: Encodable {
        var queue: String
        var counts: [String: Int]
        var history: Int
        var supervisor: LiveStatus?
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
