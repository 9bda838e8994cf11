import ArgumentParser
import Foundation
import Storage
import StorageSQLite

/// `quiver-bench queue`: rows a second in and out of the queue, empty and with a long history.
struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "Measure the queue alone, synchronous=FULL, with and without a long history.")

    @Option(help: "Rows to take in and work off in each measurement.")
    var rows = 250_000

    @Option(help: "Finished rows of the long history.")
    var history = 1_000_000

    @Option(help: "Rows of one registration.")
    var batch = 20_000

    @Option(help: "Jobs of one claim, and of one settlement.")
    var group = 500

    @Option(help: "Jobs claimed and ended one by one, each with two commits of its own.")
    var singles = 5_000

    @Option(help: "A folder on the disk to be measured; its queue is removed afterwards.")
    var folder: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard rows > 0, history >= 0, batch > 0, group > 0, singles > 0, 2 * singles <= rows else {
            throw ValidationError("All numbers must be positive, and --singles at most half of --rows.")
        }
    }

    func run() throws {
        let parent = folder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
        let home = parent.appendingPathComponent("quiver-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: home) } catch { note("\(home.path) is left over: \(error)") }
        }
        var load = try QueueLoad(path: home.appendingPathComponent("queue.sqlite").path)
        note("Warming up")
        _ = try load.measure(rows: rows / 10, batch: batch, group: group, singles: singles / 10)
        note("Measuring with \(load.finished) finished rows")
        let fresh = try load.measure(rows: rows, batch: batch, group: group, singles: singles)
        note("Finishing \(history) rows")
        try load.fill(to: history, batch: batch)
        note("Measuring with \(load.finished) finished rows")
        let aged = try load.measure(rows: rows, batch: batch, group: group, singles: singles)
        print(try json ? encode(fresh, aged) : table(fresh, aged))
    }

    private func table(_ fresh: QueueFigures, _ aged: QueueFigures) -> String {
        let lines = zip(fresh.lines, aged.lines).map { first, second in
            String(
                format: "%-28@ %12.0f %12.0f %8.2f", first.name as NSString, first.rate, second.rate,
                second.rate / first.rate)
        }
        let head = String(
            format: "%-28@ %12@ %12@ %8@", "queue, per second" as NSString, "empty" as NSString,
            "\(history) done" as NSString, "ratio" as NSString)
        return ([head] + lines).joined(separator: "\n")
    }

    private func encode(_ fresh: QueueFigures, _ aged: QueueFigures) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(["empty": fresh, "history": aged]), as: UTF8.self)
    }

    private func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
