import Results
import SystemPackage
import WorkerProtocol

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
        let made = try backend.backup(to: copy.string)
        return Backup(file: EscapedName.printable(copy), bytes: made.bytes, jobs: made.jobs)
    }
}
