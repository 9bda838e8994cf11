import Control
import Results
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues

/// The ends of a queue's photos, read in their order from a cursor on: those of this run, of former ones and of other hosts.
public struct EndedPhotos: Sendable {
    /// So many are read in one look.
    private static let atOnce = 100

    /// The folder of the results at this moment; nil where none says that it is this queue's.
    private let output: @Sendable () -> FilePath?
    /// Whether each photo has a file with its record.
    private let hasFiles: Bool
    private let read: @Sendable ((QueueSnapshot) throws -> [FollowedEnding]) throws -> [FollowedEnding]
    private let place: @Sendable (EndingStart) throws -> EndingCursor
    private let lane = BlockingLane("quiver.following")

    /// - Parameter reader: Opens the queue for reading; asked once, when the first client follows.
    init(output: FilePath, hasFiles: Bool, reader: @escaping @Sendable () throws -> any QueueReader) {
        let kept = KeptReader(open: reader)
        self.output = { output }
        self.hasFiles = hasFiles
        read = { body in try kept.reader().read(body) }
        place = { start in try kept.reader().read { try $0.jobs.cursor(at: start) } }
    }

    /// Those of the queue that a command is about.
    public init(_ control: QueueControl) {
        output = { control.results }
        hasFiles = control.settings.output.writesRecords
        read = { body in try control.readBoth(body) }
        place = { start in try control.readBoth { try $0.jobs.cursor(at: start) } }
    }

    /// The cursor from which a client follows.
    ///
    /// - Throws: `JobQueueError` where the queue cannot tell what came behind it.
    public func cursor(at start: EndingStart) async throws -> EndingCursor {
        try await lane.perform { [place] in try place(start) }
    }

    /// The next photos behind a cursor; empty where none has ended since.
    ///
    /// - Throws: `JobQueueError` where the queue cannot tell what came behind the cursor.
    public func next(behind cursor: EndingCursor) async throws -> [EndedPhoto] {
        try await lane.perform { [self] in
            let found = try read { try $0.jobs.endings(behind: cursor, limit: Self.atOnce) }
            guard !found.isEmpty else { return [] }
            let output = hasFiles ? output() : nil
            return found.map { Self.photo($0, in: output) }
        }
    }

    /// A photo as it is told.
    private static func photo(_ ending: FollowedEnding, in output: FilePath?) -> EndedPhoto {
        let job = ending.job
        let file = output.flatMap { output in PathBelow(job.output).map { output.pushing($0.path) } }
        return EndedPhoto(
            cursor: ending.cursor, job: job.id, path: job.recordedPath, file: file.map { EscapedName($0).text },
            record: QueueControl.readableRecord(of: job, stored: ending.record))
    }
}

extension Settings.Output {
    /// Whether each photo gets a file with its record.
    var writesRecords: Bool { formats.contains(.json) }
}

extension QueueControl {
    /// A job's record; one that cannot be read any more says so, and holds up no follower.
    static func readableRecord(of job: Job, stored: [UInt8]) -> Record {
        do { return try record(of: job, stored: stored) } catch {
            var record = RecordBuilder(layout: OutputLayout(of: ""), photoFiles: []).record(for: job)
            record.error = Record.Failure(code: "record-unreadable", message: "\(error)", fault: .quiver)
            return record
        }
    }
}

/// A reader that is opened when it is first asked for.
private final class KeptReader: Sendable {
    private let open: @Sendable () throws -> any QueueReader
    private let kept = Mutex<(any QueueReader)?>(nil)

    init(open: @escaping @Sendable () throws -> any QueueReader) { self.open = open }

    func reader() throws -> any QueueReader {
        try kept.withLock { kept in
            if let kept { return kept }
            let opened = try open()
            kept = opened
            return opened
        }
    }
}
