import Control
import Glibc
import Results
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// The queue for commands: reads it at any time, and changes it through the process that may write.
///
/// Where a supervisor runs on this host, it is asked over its socket; where none does, the writer's lock is taken for the moment.
/// A queue in a database is changed beside whatever supervisors work it on other hosts.
public final class QueueControl: Sendable {
    let settings: Settings
    /// Where the queue lies, told without links.
    public let location: QueueLocation
    let backend: any QueueBackend
    /// Is notified of what this process has changed in the score book itself.
    let bookChanges = ChangeSignal()
    /// What its sheets have shown.
    let pictures = KeptPictures()
    /// Opened by the first look, and kept.
    private let opened = Mutex<(reader: any QueueReader, file: FileNumber?)?>(nil)
    /// What the processes of other looks had done.
    let looks = HostLooks()

    /// Connects to no database yet.
    ///
    /// - Parameter hint: What a person may do where there is no queue yet.
    /// - Throws: ``PipelineError`` where there is none.
    public init(
        _ settings: Settings,
        hint: String = "name the folder of your results with --output, or make it with 'quiver run'"
    ) throws {
        self.settings = settings
        let queue = settings.queue
        if queue.address != nil {
            location = try queue.withStateFolder().namingRoots()
        } else {
            guard let folder = queue.folder.realPath, queue.file?.lastComponent != nil,
                queue.told(from: folder).file?.exists == true
            else {
                throw PipelineError(.output, "there is no queue at \(queue.printable): \(hint)", fault: .input)
            }
            location = queue.told(from: folder)
        }
        backend = QueueBackends.backend(of: location)
    }

    /// Reads at one moment of the queue.
    public func read<T>(_ body: (any JobReading) throws -> T) throws -> T {
        try reader().read { try body($0.jobs) }
    }

    /// Reads jobs and scores at one moment.
    public func readBoth<T>(_ body: (QueueSnapshot) throws -> T) throws -> T { try reader().read(body) }

    /// Reads the score book at one moment.
    public func readScores<T>(_ body: (any ScoreReading) throws -> T) throws -> T {
        try reader().read { try body($0.scores) }
    }

    /// What tells this queue from every other one, as it is at this moment.
    public func identity() throws -> Fingerprint { try read { try $0.identity() } }

    /// The reader of the file that lies there now: results that were made anew have another queue under the same name.
    ///
    /// A database's is kept.
    private func reader() throws -> any QueueReader {
        try opened.withLock { opened in
            let file = location.status?.number
            guard file != nil || location.address != nil else {
                opened = nil
                throw PipelineError(
                    .setting,
                    "the results were taken away: there is no queue at \(location.printable) any more; "
                        + "put them back, or make them anew with 'quiver run'", fault: .environment)
            }
            if let opened, opened.file == file { return opened.reader }
            let reader = try backend.reader()
            opened = (reader, file)
            return reader
        }
    }

    /// What the supervisor that runs on this host is doing; nil where none does.
    public func live(within seconds: Int = 10) throws -> LiveStatus? {
        switch try ControlClient.ask(.status, queue: location, within: seconds) {
        case .status(let live): live
        case .error(let error): throw error
        case nil: nil
        case .measured, .reload, .changed, .corrected, .reviewed, .revised, .photos, .session: throw Self.otherVersion
        }
    }

    /// What the supervisor that runs on this host has measured since its start; nothing where none does, or where an older
    /// one measures nothing.
    public func measurements() throws -> [Measurement] {
        guard case .measured(let all) = try ControlClient.ask(.measurements, queue: location, within: 10) else {
            return []
        }
        return all
    }

    /// Changes jobs, or the sessions of photos, and returns how many changed.
    /// - Parameter warn: Is told what could not be done for some of them, where no supervisor runs that tells it.
    public func change(
        _ request: ControlRequest, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> Int {
        guard case .changed(let count) = try await reply(to: request, warn: warn) else { throw Self.otherVersion }
        return count
    }

    /// Records a manual correction of an arrow, or withdraws one.
    public func correct(_ request: ControlRequest) async throws -> CorrectionResult {
        guard case .corrected(let result) = try await reply(to: request) else { throw Self.otherVersion }
        return result
    }

    /// The refusal where the running supervisor answers what this version does not know.
    public static var otherVersion: ControlError {
        ControlError(
            .noAnswer, "the running supervisor is another version of Quiver; stop it and try again",
            fault: .environment)
    }

    /// Has a request carried out, by the running supervisor or, where none runs, by this process.
    ///
    /// - Throws: `ControlError` where the request was refused or failed.
    public func reply(
        to request: ControlRequest, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> ControlReply {
        let reply: ControlReply
        // Asking blocks for as long as the supervisor takes.
        let answer = try await BlockingLane("quiver.ask").perform { [location] in
            try ControlClient.ask(request, queue: location, within: request.patience)
        }
        if let answer {
            reply = answer
        } else {
            reply = try await holding { [self] queue in
                let handler = CommandHandler(
                    queue: queue, backfill: backfill(over: queue, warn: warn), sheets: bookChanges,
                    tell: { if case .warning(let sentence) = $0 { warn(sentence) } }, pipeline: nil, now: Clock.now,
                    status: { nil })
                return await handler.answer(request)
            }
        }
        if case .error(let error) = reply { throw error }
        return reply
    }

    /// Runs a body over the queue: a file's with the writer's lock, which is taken for the moment; a database's without a lease.
    ///
    /// - Throws: `JobQueueError`, at once where a supervisor works the queue; what the body throws.
    func holding<T: Sendable>(_ body: @escaping @Sendable (QueueService) async throws -> T) async throws -> T {
        // A command changes a queue and never makes one.
        _ = try reader()
        let store = try await BlockingLane("quiver.ask").perform { [location] in
            let store = try QueueBackends.open(location, owner: Owner.current())
            // What is due or has ended is told by the one clock that all hosts have.
            if location.address != nil, let time = try store.transaction({ try $0.jobs.clock() }) {
                Clock.begin(at: time)
            }
            return store
        }
        let queue = QueueService(store)
        let result: Result<T, any Error>
        do { result = .success(try await body(queue)) } catch { result = .failure(error) }
        await queue.close()
        return try result.get()
    }

    /// The folder of results that says that it is this queue's; nil where none does.
    var results: FilePath? {
        let named = settings.output.path.realPath ?? settings.output.path
        let places = location.address == nil ? [named, location.folder] : [named]
        let own = (try? identity())?.description
        return places.first { ResultsOwner.mark(in: $0)?.names(location, own, in: $0) == true }
    }

    /// What writes records beside this queue's other results; nil where no folder says that it is this queue's: the
    /// next run knows it.
    private func backfill(over queue: QueueService, warn: @escaping @Sendable (String) -> Void) -> RecordBackfill? {
        guard let output = results else { return nil }
        let folders = FolderSettings(
            settings,
            roots: settings.watch.map { watch in
                var named = watch
                named.path = watch.path.named
                return named
            })
        let records = RecordBuilder(
            layout: OutputLayout(of: output), photoFiles: folders.all.formats.compactMap(\.photoFile),
            ofFolder: folders.photoFiles,
            names: location.rootNames,
            wall: location.address == nil ? Clock.wall : Clock.now)
        var backfill = RecordBackfill(queue: queue, records: records, warn: warn)
        // The next run delivers what they are told; one that cannot be meant is refused there.
        backfill.telling = (try? HookPlan(settings, version: ""))?.among(folders).telling(nil, HookNews())
        return backfill
    }

    /// A job's record, from what the queue keeps of it.
    ///
    /// - Throws: ``PipelineError`` where the stored record cannot be read.
    public static func record(of job: Job, stored: [UInt8]?) throws -> Record {
        let records = RecordBuilder(layout: OutputLayout(of: ""), photoFiles: [])
        guard job.state.isFinal else { return records.record(for: job) }
        var record = try records.record(for: job, stored: stored)
        record.source = job.place.local(record.source)
        return record
    }

    /// A job's state, record and history as one record of the same form as its JSON file.
    ///
    /// - Throws: ``PipelineError`` where the stored record cannot be read.
    public func record(of job: Job) throws -> Record {
        try Self.record(of: job, stored: job.state.isFinal ? read { try $0.result(of: job.id) } : nil)
    }
}

extension Job {
    /// The photo's path for a terminal.
    public var printablePath: String { EscapedName.printable(place.file) }
    /// The same as records have it.
    public var recordedPath: String { EscapedName(place.file).text }
}

extension QueueControl {
    /// What a backup holds.
    public struct Backup: Codable, Sendable {
        /// The copy's absolute path for people; what a terminal cannot show is percent-escaped.
        public var file: String
        /// The copy's size in bytes.
        public var bytes: Int
        /// How many jobs the copy holds, history included.
        public var jobs: Int
    }

    /// Copies the queue and the score book into a new file, whether a supervisor works or not.
    ///
    /// - Throws: `JobQueueError`, ``PipelineError``.
    public func backup(to file: FilePath) throws -> Backup {
        let folder = file.removingLastComponent()
        guard let name = file.lastComponent, let place = (folder.isEmpty ? "." : folder).realPath else {
            throw PipelineError(
                .output, "the folder of \(EscapedName.printable(file)) is not there; make it, or name another file",
                fault: .input)
        }
        let copy = place.appending(name)
        guard !copy.exists else {
            throw PipelineError(
                .output, "\(EscapedName.printable(file)) is there already; name a file that is not", fault: .input)
        }
        guard let path = String(validating: copy) else {
            throw PipelineError(
                .setting,
                "\(EscapedName.printable(file)) is no UTF-8, and SQLite opens no such file; name another one",
                fault: .input)
        }
        let made = try QueueBackends.backup(of: location, to: path)
        return Backup(file: EscapedName.printable(copy), bytes: made.bytes, jobs: made.jobs)
    }
}

extension ControlRequest {
    /// For how many seconds an answer is waited for; 0 for as long as the supervisor lives, which closes the connection.
    fileprivate var patience: Int {
        switch self {
        // Of a hundred thousand photos each gets its record first.
        case .cancel, .retry, .prune, .prioritize: 0
        case .on(_, let request): request.patience
        default: 30
        }
    }
}
