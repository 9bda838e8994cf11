import ArgumentParser
import Foundation
import JobQueue
import Results
import Supervisor

/// Which photos `quiver jobs list` lists, by what is known of them.
struct JobSearch: ParsableArguments {
    @Option(help: ArgumentHelp("Only photos with this text in their path.", valueName: "text"))
    var path: String?

    @Option(help: ArgumentHelp("Only photos with a detection of this class.", valueName: "class"))
    var label: String?

    @Option(help: ArgumentHelp("Only photos with a detection of at least this score, 0 to 1.", valueName: "x"))
    var minConfidence: Double?

    @Flag(help: "Only photos with the same content as another.")
    var duplicates = false

    @Flag(help: "Also the earlier photos of names that were used again.")
    var all = false

    func validate() throws {
        if let minConfidence, !(0...1).contains(minConfidence) {
            throw ValidationError("--min-confidence takes a score from 0 to 1, for example 0.5.")
        }
    }

    /// The newest jobs that fit, the newest last.
    func jobs(in states: Set<JobState>, limit: Int, of queue: any JobReading) throws -> [Job] {
        guard limit > 0 else { return [] }
        var found: [Job] = []
        var last: JobID?
        while found.count < limit {
            let size = isOpen ? limit : 1_000
            let request = PageRequest(
                JobFilter(states: states, age: all ? .any : .current), after: last, limit: size, newestFirst: true)
            let page = try queue.page(request)
            guard let end = page.last?.id else { break }
            last = end
            for job in page where found.count < limit {
                if try fits(job, result: { try queue.result(of: job.id) }) { found.append(job) }
            }
            if page.count < size { break }
        }
        return found.reversed()
    }

    private var isOpen: Bool { path == nil && !looksInside && !duplicates }
    private var looksInside: Bool { label != nil || minConfidence != nil }

    /// The record is read only where what costs less has not decided.
    private func fits(_ job: Job, result: () throws -> [UInt8]?) throws -> Bool {
        if duplicates, job.original == nil { return false }
        if let path, !job.printablePath.contains(path) { return false }
        guard looksInside else { return true }
        guard let bytes = try result(), let record = try? Record.decode(bytes) else { return false }
        return record.photo.detections.contains { found in
            (label == nil || found.label == label) && found.confidence >= minConfidence ?? 0
        }
    }
}
