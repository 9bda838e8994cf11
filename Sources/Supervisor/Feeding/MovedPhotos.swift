import Results
import Storage
import SystemPackage
import SystemValues

/// Notes in a record where its photo lies, where the move came later than the record: after a crash, or in a later run.
struct MovedPhotos: Sendable {
    let queue: QueueService
    let records: RecordBuilder
    let disk: BlockingLane

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

extension MovedPhotos {
    /// Brings photos back from `done` and `failed` to the places where they are worked; blocks.
    ///
    /// - Returns: the jobs whose photo lies at its place, or was never moved, and a sentence for each other one.
    static func bringBack(_ jobs: [(job: Job, result: [UInt8]?)]) -> (ids: [JobID], refused: [String]) {
        var (ids, refused): ([JobID], [String]) = ([], [])
        for (job, result) in jobs {
            let record = result.flatMap { try? Record.decode($0) }
            do throws(FolderError) {
                if let moved = record?.source.movedToPath { try InputMove.undo(job.place, from: moved) }
                ids.append(job.id)
            } catch {
                let name = EscapedName.printable(job.place.file)
                refused.append("job \(job.id), \(name), was moved away and cannot be moved back: \(error.description)")
            }
        }
        return (ids, refused)
    }
}
