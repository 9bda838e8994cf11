import Dispatch
import JobQueue
import QueueStorage
import Results
import SystemPackage

/// Notes in a record where its photo lies, where the move came later than the record: after a crash, or in a later run.
struct MovedPhotos: Sendable {
    let queue: QueueService
    let records: RecordBuilder
    let disk: DispatchQueue

    /// Notes a photo's new place, in its file and in the queue; one that is noted already stays.
    ///
    /// A photo that comes again under its name is moved to a second place, and its record names the first.
    func note(_ place: Place, at path: FilePath) async throws {
        guard let id = try await queue.knownFiles(at: [place]).first??.job, let job = try await queue.job(id),
            let line = try await queue.result(of: id), var record = try? Record.decode(line),
            record.source.movedTo == nil
        else { return }
        record.source = record.source.moved(to: path)
        let noted = record
        try await disk.perform { [records] in try records.write(noted, of: job) }
        try await queue.perform { try $0.jobs.saveResult(Array(noted.line.utf8), of: id) }
    }
}
