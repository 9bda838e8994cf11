import ArgumentParser
import Foundation

/// `quiver-bench queue`: rows a second in and out of the queue, empty and with a long history.
struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Measure the queue alone, every commit on the disk, with and without a long history.")

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

    @Option(help: "An empty PostgreSQL database to be measured in place of SQLite; the queue stays in it.")
    var queue: String?

    @Option(help: "How many clients work at the same time, as in 1,4,16: measured one after the other.")
    var clients = "1"

    @Flag(help: "Print one JSON object.")
    var json = false

    private var counts: [Int] { clients.split(separator: ",").compactMap { Int($0) } }

    func validate() throws {
        guard rows > 0, history >= 0, batch > 0, group > 0, singles > 0, 2 * singles <= rows else {
            throw ValidationError("All numbers must be positive, and --singles at most half of --rows.")
        }
        guard !counts.isEmpty, counts.allSatisfy({ $0 > 0 && $0 <= singles }), queue != nil || counts == [1] else {
            throw ValidationError("--clients are numbers, and SQLite has one writer.")
        }
    }

    func run() throws {
        if let queue { return try measure(BenchQueue(queue)) }
        let parent = folder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
        let home = parent.appendingPathComponent("quiver-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: home) } catch { note("\(home.path) is left over: \(error)") }
        }
        try measure(BenchQueue(home.appendingPathComponent("queue.sqlite").path))
    }

    /// Figures of so many clients.
    private struct Figures: Codable {
        var clients: Int
        var empty: QueueFigures
        var history: QueueFigures
    }

    private func measure(_ place: BenchQueue) throws {
        var first = 0
        let groups = try counts.map { count in
            defer { first += count }
            return try QueueClients(of: place, count: count, first: first)
        }
        func finished() -> Int { groups.reduce(0) { $0 + $1.finished } }
        note("Warming up")
        for clients in groups {
            _ = try clients.measure(rows: max(rows / 10, 100), batch: batch, group: group, singles: singles / 10)
        }
        note("Measuring with \(finished()) finished rows")
        let fresh = try groups.map { try $0.measure(rows: rows, batch: batch, group: group, singles: singles) }
        note("Finishing \(history) rows")
        try groups[groups.count - 1].fill(max(0, history - finished()), batch: batch)
        note("Measuring with \(finished()) finished rows")
        let aged = try groups.map { try $0.measure(rows: rows, batch: batch, group: group, singles: singles) }
        let figures = counts.indices.map { Figures(clients: counts[$0], empty: fresh[$0], history: aged[$0]) }
        print(try json ? encode(figures) : figures.map(table).joined(separator: "\n\n"))
    }

    private func table(_ figures: Figures) -> String {
        let lines = zip(figures.empty.lines, figures.history.lines).map { first, second in
            String(
                format: "%-28@ %12.0f %12.0f %8.2f", first.name as NSString, first.rate, second.rate,
                second.rate / first.rate)
        }
        let name = counts.count > 1 ? "\(figures.clients) clients, per second" : "queue, per second"
        let head = String(
            format: "%-28@ %12@ %12@ %8@", name as NSString, "empty" as NSString,
            "\(history) done" as NSString, "ratio" as NSString)
        return ([head] + lines).joined(separator: "\n")
    }

    private func encode(_ figures: [Figures]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(figures), as: UTF8.self)
    }

    private func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
