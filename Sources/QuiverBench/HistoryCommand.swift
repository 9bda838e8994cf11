import ArgumentParser
import Foundation
import Storage

/// `quiver-bench history`: one of several writers of a queue that notes what it asks and what it is answered.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Write a queue as one of several writers, and note every verb and its answer.",
        discussion: "scripts/campaign hosts runs several, kills some, and checks what they have noted.")

    @Option(help: "The queue: a connection string of PostgreSQL's, or a SQLite file.")
    var queue: String

    @Option(help: "This writer's number, from 0.")
    var writer = 0

    @Option(help: "How many writers there are.")
    var writers = 8

    @Option(help: "Verbs of this writer.")
    var verbs = 1_000

    @Option(help: "Where chance begins.")
    var seed: UInt64 = 1

    @Option(help: "Seconds until photos that are still unfinished after the verbs count as stuck.")
    var patience = 90

    @Option(help: "The file that the history goes into.")
    var log: String?

    @Flag(help: "Print every job of the queue as it is, in place of writing it.")
    var dump = false

    func validate() throws {
        guard dump || log != nil, writers > 0, (0..<writers).contains(writer), verbs > 0 else {
            throw ValidationError("Say --log FILE or --dump; --writer is below --writers.")
        }
    }

    func run() throws {
        let place = BenchQueue(queue)
        if dump { return try printAll(of: place) }
        let store = try place.open()
        var writer = try HistoryWriter(
            store, owner: BenchQueue.owner(0), number: writer, writers: writers, seed: seed, log: log ?? "")
        try writer.run(verbs: verbs, patience: .seconds(patience))
    }

    /// A job as it is at the end.
    private struct Left: Codable {
        var id: Int64
        var path: String
        var state: String
        var claimNumber: Int64
        var attempts: Int
        var isCurrent: Bool
        var original: Int64?
        var result: String?
    }

    private func printAll(of place: BenchQueue) throws {
        let reader = try place.backend.reader()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var last: JobID?
        while true {
            let page = try reader.read { snapshot in
                try snapshot.jobs.page(PageRequest(JobFilter(age: .any), after: last, limit: 500)).map { job in
                    Left(
                        id: job.id.rawValue, path: String(decoding: job.place.path, as: UTF8.self),
                        state: "\(job.state)", claimNumber: job.claimNumber, attempts: job.progress.attempts,
                        isCurrent: job.isCurrent, original: job.original?.rawValue,
                        result: try snapshot.jobs.result(of: job.id).map { String(decoding: $0, as: UTF8.self) })
                }
            }
            for job in page { print(String(decoding: try encoder.encode(job), as: UTF8.self)) }
            guard let end = page.last else { return }
            last = JobID(rawValue: end.id)
        }
    }
}
