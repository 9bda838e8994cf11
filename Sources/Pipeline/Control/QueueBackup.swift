import JobQueue
import QueueStorageSQLite
import Results
import SystemPackage

extension QueueControl {
    /// What a backup holds.
    public struct Backup: Codable, Sendable {
        public var file: String
        public var bytes: Int
        public var jobs: Int
    }

    /// Copies the queue and the score book into a new file, whether a supervisor works or not.
    ///
    /// - Throws: `JobQueueError`, ``PipelineError``.
    public func backup(to file: FilePath) throws -> Backup {
        let folder = file.removingLastComponent()
        guard let name = file.lastComponent, let place = (folder.isEmpty ? "." : folder).resolvingLinks else {
            throw PipelineError(
                .setting, "the folder of \(EscapedName.printable(file)) is not there; make it, or name another file",
                fault: .input)
        }
        let copy = place.appending(name)
        guard !copy.exists else {
            throw PipelineError(
                .setting, "\(EscapedName.printable(file)) is there already; name a file that is not", fault: .input)
        }
        let bytes = try SQLiteQueueReader(path: queueFile.string).backup(to: copy.string)
        // Counted in the copy: it proves that the copy can be opened as a queue.
        let overview = try SQLiteQueueReader(path: copy.string).read { try $0.jobs.overview() }
        return Backup(
            file: EscapedName.printable(copy), bytes: bytes, jobs: overview.counts.values.reduce(overview.history, +))
    }
}
