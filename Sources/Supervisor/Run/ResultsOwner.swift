import Foundation
import Glibc
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Which queue a folder of results belongs to, and which models made them: a mark in the folder (`.quiver-queue`).
///
/// Its lock is held while a run writes there, alone or together with others that work the same shared queue. Two queues would
/// each write tables that lack the other's photos.
final class ResultsOwner: Sendable {
    static let name: FilePath = ".quiver-queue"

    /// What the mark says.
    struct Mark: Codable, Sendable {
        /// A model that photos are worked with.
        struct Model: Codable, Sendable, Hashable {
            var path: String
            var sha256: String
        }

        var version = "1.0"
        /// The queue's path, from the folder of the results where it lies in there, or its address.
        var queue: QueueMark
        /// What tells the queue from every other one, whatever path or address a host knows it by; nil in marks of earlier
        /// versions.
        var identity: String?
        var models: [Model]
        var process: Int32
        /// The machine that the process ran on; nil in marks of earlier versions.
        var host: String?
        /// The folder's identifier, for those that share it.
        var folder: String?

        /// The file of the queue that the mark in a folder of results names; nil for one in a database.
        func file(in results: FilePath) -> QueueLocation? { queue.file(in: results) }

        /// Whether the mark in a folder of results names this queue.
        ///
        /// - Parameter identity: What tells it from every other one.
        func names(_ queue: QueueLocation, _ identity: String?, in results: FilePath) -> Bool {
            if let own = self.identity, let identity {
                if own == identity { return true }
                // A file that was made anew has taken the place of the former one.
                guard queue.address == nil else { return false }
            }
            return self.queue.names(queue, in: results)
        }
    }

    private let descriptor: FileDescriptor
    /// Holds the lock where a descriptor that only reads cannot.
    private let writer: FileDescriptor?
    /// What the mark said before this run; nil for a folder without one.
    let former: Mark?
    private let shares: Queue
    /// What tells the queue from every other one.
    var identity: String? { shares.identity }

    /// Takes a folder of results for a queue; blocks.
    ///
    /// - Throws: ``PipelineError`` that names the other queue where the folder is another one's.
    /// - Parameter holdsJobs: Whether a file is a queue with photos in it; one that is gone or damaged owns nothing.
    init(
        of output: FilePath, queue: QueueLocation, as shared: Queue = .own, host: String = Owner.current().host,
        holdsJobs: (QueueLocation) -> Bool = ResultsOwner.holdsJobs,
        lock: ((FileDescriptor) -> Errno?)? = nil
    ) throws {
        let file: RegularFile
        let folder: RootFolder
        do throws(FolderError) {
            folder = try RootFolder(withoutLinks: output)
            _ = try folder.open(Self.name, for: .updating)
            // The lock is held by a descriptor that only reads: one that writes would keep an administrator from
            // making the disk read-only.
            file = try folder.open(Self.name)
        } catch {
            throw ResultsError(error, "write", output.pushing(Self.name))
        }
        let text = try Self.read(file.descriptor)
        let mark = try? JSONDecoder().decode(Mark.self, from: Data(text))
        guard file.status.names == 1, text.isEmpty || mark != nil else {
            throw PipelineError(
                .output,
                "\(EscapedName.printable(output.pushing(Self.name))) is not Quiver's and stays as it is; move it away",
                fault: .input)
        }
        var writer: FileDescriptor?
        let hold: (FileDescriptor) -> Errno? = { descriptor in
            if let lock { return lock(descriptor) }
            return shared.isShared ? ResultsOwner.share(descriptor) : ResultsOwner.lock(descriptor)
        }
        var refusal = hold(file.descriptor)
        // NFS locks for descriptors that write alone.
        if refusal == .badFileDescriptor, let other = try? folder.open(Self.name, for: .updating) {
            let descriptor = other.takeDescriptor()
            refusal = hold(descriptor)
            writer = descriptor
        }
        var isTaken = false
        defer { if !isTaken, let writer { close(writer.rawValue) } }
        // On a share that cannot lock, the mark's words alone must do.
        if refusal == .wouldBlock {
            let holder = mark.map {
                "the queue \($0.queue.printable(in: output)) (process \($0.process))"
            }
            throw PipelineError(
                .output,
                """
                the results folder \(EscapedName.printable(output)) is in use by \(holder ?? "another Quiver"); \
                stop that one, or name another folder with --output
                """, fault: .input)
        }
        // A database is not asked: the user goes on with it or takes the mark away.
        let isSame = mark?.names(queue, shared.identity, in: output) ?? false
        if !isSame, let mark, mark.file(in: output).map(holdsJobs) ?? true {
            let other = mark.queue.printable(in: output)
            throw PipelineError(
                .output,
                """
                the results in \(EscapedName.printable(output)) belong to the queue \(other); \
                go on with --queue \(other), name another folder with --output, \
                or remove \(mark.file(in: output) == nil ? EscapedName.printable(output.pushing(Self.name)) : other) \
                if that queue is of no use any more
                """, fault: .input)
        }
        // A queue of another machine cannot be seen from here, and may hold all that lies in the folder.
        if !isSame, let mark, let other = mark.host, other != host,
            let file = mark.file(in: output)?.file, !file.starts(with: output), !file.exists
        {
            throw PipelineError(
                .output,
                """
                the results in \(EscapedName.printable(output)) belong to the queue \(EscapedName.printable(file)) \
                of the machine \(other.forTerminal); name another folder with --output, \
                or remove \(EscapedName.printable(output.pushing(Self.name))) if that queue is of no use any more
                """, fault: .input)
        }
        former = mark
        shares = shared
        isTaken = true
        self.writer = writer
        descriptor = file.takeDescriptor()
    }

    deinit {
        close(descriptor.rawValue)
        if let writer { close(writer.rawValue) }
    }

    /// Locks a file for this process alone; the system's answer where it does not.
    static func lock(_ descriptor: FileDescriptor) -> Errno? {
        flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 ? nil : Errno(rawValue: errno)
    }

    /// Writes the mark anew; a disk that is too full for it will be told of when the first photo is done, and leaves the
    /// former mark.
    ///
    /// - Returns: Whether it was written.
    @discardableResult func write(
        queue: QueueLocation, models: [Mark.Model], in output: FilePath, host: String = Owner.current().host,
        put: (FileDescriptor, [UInt8]) throws -> Void = ResultsOwner.put
    ) -> Bool {
        var mark = Mark(
            queue: queue.mark(in: output), identity: shares.identity, models: models, process: getpid(), host: host)
        if shares.isShared { mark.folder = Self.folder(output) ?? Self.newFolder() }
        guard let bytes = try? JSONEncoder().encode(mark),
            let file = try? RootFolder(withoutLinks: output).open(Self.name, for: .updating),
            let former = try? Self.read(file.descriptor).count
        else { return false }
        let text = Array(bytes) + [UInt8(ascii: "\n")]
        // The lock holds the file itself, so no other takes its place. Spaces cover the former text until it is cut.
        let rest = [UInt8](repeating: UInt8(ascii: " "), count: max(0, former - text.count))
        guard (try? put(file.descriptor, text + rest)) != nil else { return false }
        ftruncate(file.descriptor.rawValue, off_t(text.count))
        return true
    }

    /// Writes bytes over the beginning of a file.
    static func put(_ descriptor: FileDescriptor, _ bytes: [UInt8]) throws {
        _ = try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
    }

    /// The mark of a folder of results; nil for a folder without one.
    static func mark(in output: FilePath) -> Mark? {
        guard let file = try? RootFolder(withoutLinks: output).open(Self.name), let text = try? read(file.descriptor)
        else { return nil }
        return try? JSONDecoder().decode(Mark.self, from: Data(text))
    }

    static func holdsJobs(_ queue: QueueLocation) -> Bool {
        guard queue.file?.exists == true, let reader = try? QueueBackends.backend(of: queue).reader(),
            let overview = try? reader.read({ try $0.jobs.overview() })
        else { return false }
        return !overview.counts.isEmpty || overview.history > 0
    }

    private static func read(_ file: FileDescriptor) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try bytes.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
        return Array(bytes.prefix(count))
    }
}

extension ResultsOwner.Mark.Model {
    /// The models of all detectors.
    static func of(_ pipelines: FolderPipelines) -> [Self] {
        pipelines.modelsOfResults.map { Self(path: $0.path, sha256: $0.sha256) }
    }
}

extension ResultsOwner.Mark {
    /// Whether all models that made the results are among others.
    func areAll(among others: [Model]) -> Bool {
        Set(models.map(\.sha256)).isSubset(of: others.map(\.sha256))
    }

    /// What is to be said of models that are not those that made the results; nil where they are.
    ///
    /// - Throws: ``PipelineError`` where another model would replace the results without being asked to.
    func change(to models: [Model], in output: FilePath, replaces: Bool) throws -> String? {
        let known = Set(self.models.map(\.sha256))
        let left = Set(models.map(\.sha256))
        guard let other = models.first(where: { !known.contains($0.sha256) }),
            let former = self.models.first(where: { !left.contains($0.sha256) }) ?? self.models.first
        else { return nil }
        let folder = EscapedName.printable(output)
        let (new, old) = (EscapedName.printable(FilePath(other.path)), EscapedName.printable(FilePath(former.path)))
        if self.models.contains(where: { $0.path == other.path }) {
            return "the model \(new) has changed since; its new results replace those in \(folder)"
        }
        guard !replaces else { return "the results of \(new) replace those of \(old) in \(folder)" }
        throw PipelineError(
            .output,
            """
            the results in \(folder) were made with the model \(old), and those of \(new) would replace them; \
            name another folder with --output, or say --replace
            """, fault: .input)
    }
}
