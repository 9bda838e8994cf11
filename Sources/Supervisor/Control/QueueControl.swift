import Dispatch
import Glibc
import JobQueue
import QueueStorage
import Results
import ScoreBook
import Settings
import SystemPackage
import WorkerProtocol

/// The queue for commands: reads it at any time, and changes it through whoever may write.
///
/// Where a supervisor runs, it is asked over its socket; where none does, the writer's lock is taken for the moment.
public struct QueueControl: Sendable {
    private let settings: Settings
    /// The database.
    public let queueFile: FilePath
    let backend: any QueueBackend

    /// - Parameter hint: What a person may do where there is no queue yet.
    /// - Throws: ``PipelineError`` where there is none.
    public init(
        _ settings: Settings,
        hint: String = "name the folder of your results with --output, or make it with 'quiver run'"
    ) throws {
        self.settings = settings
        let file = settings.queue
        guard let folder = (file.removingLastComponent().isEmpty ? "." : file.removingLastComponent()).resolvingLinks,
            let name = file.lastComponent, access(folder.appending(name).string, F_OK) == 0
        else {
            throw PipelineError(
                .setting,
                "there is no queue at \(EscapedName.printable(file)): \(hint)",
                fault: .input)
        }
        queueFile = folder.appending(name)
        backend = QueueBackends.backend(of: queueFile)
    }

    /// Reads at one moment of the queue.
    public func read<T>(_ body: (any JobReading) throws -> T) throws -> T {
        try backend.reader().read { try body($0.jobs) }
    }

    /// Reads the score book at one moment.
    public func readScores<T>(_ body: (any ScoreReading) throws -> T) throws -> T {
        try backend.reader().read { try body($0.scores) }
    }

    /// What the running supervisor is doing; nil where none runs.
    public func live() throws -> LiveStatus? {
        try ControlClient.ask(ControlRequest(.status), queue: queueFile, within: 10)?.live
    }

    /// Changes jobs, or the sessions of photos, and returns how many changed.
    public func change(_ request: ControlRequest) async throws -> Int { try await reply(to: request).changed }

    /// Records a manual correction of an arrow, or withdraws it.
    public func correct(_ correction: Correction, withdraws: Bool = false) async throws -> CorrectionResult {
        let request = ControlRequest(withdraws ? .withdraw : .correct, correction: correction)
        guard let result = try await reply(to: request).correction else {
            throw PipelineError(
                .control, "the running supervisor is another version of Quiver; stop it and try again",
                fault: .environment)
        }
        return result
    }

    private func reply(to request: ControlRequest) async throws -> ControlReply {
        let reply: ControlReply
        // Asking blocks for as long as the supervisor takes.
        let answer = try await DispatchQueue(label: "quiver.ask").perform { [queueFile] in
            try ControlClient.ask(request, queue: queueFile)
        }
        if let answer {
            reply = answer
        } else {
            let store = try await opened()
            let queue = QueueService(store)
            let output = settings.output.path.resolvingLinks ?? settings.output.path
            let names = try PhotoNames(output: output, roots: [], originals: nil)
            let records = RecordMaker(
                output: output, photoFiles: settings.output.writes.compactMap(\.photoFile),
                names: { names.names(of: $0, output: $1) })
            let desk = ControlDesk(
                queue: queue, records: records, pipeline: nil, now: Clock.now, status: { nil })
            reply = await desk.answer(request)
            await queue.close()
        }
        if let error = reply.error { throw PipelineError(.control, error, fault: .environment) }
        return reply
    }

    /// The queue for this process to write, once a run that is just ending has let go of it.
    private func opened() async throws -> any QueueStore {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            do {
                return try backend.open(owner: Owner.current(), at: Clock.now())
            } catch let error as JobQueueError where error.code == .taken && ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// How long a run may take to let go of its queue after it has closed its socket.
    private static let patience = Duration.seconds(3)

    /// A job's state, record and history as one record of the same form as its JSON file.
    ///
    /// - Throws: ``PipelineError`` where the stored record cannot be read.
    public func record(of job: Job) throws -> Record {
        let records = RecordMaker(output: "", photoFiles: [], names: { _, _ in OutputNames(besideRecord: "") })
        guard job.state.isFinal else { return records.record(for: job) }
        return try records.record(for: job, stored: try read { try $0.result(of: job.id) })
    }
}

extension Job {
    /// The photo's path for a terminal.
    public var printablePath: String { EscapedName.printable(place.file) }
}
