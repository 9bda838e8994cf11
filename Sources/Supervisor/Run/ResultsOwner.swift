import Foundation
import Glibc
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Which queue a folder of results belongs to, and which models made them: a mark in the folder (`.quiver-queue`).
///
/// Its lock is held while a run writes there. Two queues would each write tables that lack the other's photos.
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
        /// The queue's path, from the folder of the results where it lies in there.
        var queue: RawPathText
        var models: [Model]
        var process: Int32
        /// The machine that the process ran on; nil in marks of earlier versions.
        var host: String?

        /// The queue that the mark in a folder of results names.
        func location(in results: FilePath) -> QueueLocation { QueueLocation(mark: queue, in: results) }
    }

    private let descriptor: FileDescriptor
    /// Holds the lock where a descriptor that only reads cannot.
    private let writer: FileDescriptor?
    /// What the mark said before this run; nil for a folder without one.
    let former: Mark?

    /// Takes a folder of results for a queue; blocks.
    ///
    /// - Throws: ``PipelineError`` that names the other queue where the folder is another one's.
    /// - Parameter holdsJobs: Whether a file is a queue with photos in it; one that is gone or damaged owns nothing.
    init(
        of output: FilePath, queue: QueueLocation, host: String = Owner.current().host,
        holdsJobs: (QueueLocation) -> Bool = ResultsOwner.holdsJobs,
        lock: (FileDescriptor) -> Errno? = ResultsOwner.lock
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
        var refusal = lock(file.descriptor)
        // NFS locks for descriptors that write alone.
        if refusal == .badFileDescriptor, let other = try? folder.open(Self.name, for: .updating) {
            let descriptor = other.takeDescriptor()
            refusal = lock(descriptor)
            writer = descriptor
        }
        var isTaken = false
        defer { if !isTaken, let writer { close(writer.rawValue) } }
        // On a share that cannot lock, the mark's words alone must do.
        if refusal == .wouldBlock {
            let holder = mark.map {
                "the queue \($0.location(in: output).printable) (process \($0.process))"
            }
            throw PipelineError(
                .output,
                """
                the results folder \(EscapedName.printable(output)) is in use by \(holder ?? "another Quiver"); \
                stop that one, or name another folder with --output
                """, fault: .input)
        }
        if let other = mark?.location(in: output), other != queue, holdsJobs(other) {
            throw PipelineError(
                .output,
                """
                the results in \(EscapedName.printable(output)) belong to the queue \(other.printable); \
                go on with --queue \(other.printable), name another folder with --output, \
                or remove that queue if it is of no use any more
                """, fault: .input)
        }
        // A queue of another machine cannot be seen from here, and may hold all that lies in the folder.
        if let mark, let other = mark.host, other != host, !mark.queue.file.isRelative,
            !mark.location(in: output).file.exists
        {
            throw PipelineError(
                .output,
                """
                the results in \(EscapedName.printable(output)) belong to the queue \(EscapedName.printable(mark.queue.file)) \
                of the machine \(other.forTerminal); name another folder with --output, \
                or remove \(EscapedName.printable(output.pushing(Self.name))) if that queue is of no use any more
                """, fault: .input)
        }
        former = mark
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
    func write(
        queue: QueueLocation, models: [Mark.Model], in output: FilePath, host: String = Owner.current().host,
        put: (FileDescriptor, [UInt8]) throws -> Void = ResultsOwner.put
    ) {
        let mark = Mark(queue: queue.mark(in: output), models: models, process: getpid(), host: host)
        guard let bytes = try? JSONEncoder().encode(mark),
            let file = try? RootFolder(withoutLinks: output).open(Self.name, for: .updating),
            let former = try? Self.read(file.descriptor).count
        else { return }
        let text = Array(bytes) + [UInt8(ascii: "\n")]
        // The lock holds the file itself, so no other takes its place. Spaces cover the former text until it is cut.
        let rest = [UInt8](repeating: UInt8(ascii: " "), count: max(0, former - text.count))
        guard (try? put(file.descriptor, text + rest)) != nil else { return }
        ftruncate(file.descriptor.rawValue, off_t(text.count))
    }

    /// Writes bytes over the beginning of a file.
    static func put(_ descriptor: FileDescriptor, _ bytes: [UInt8]) throws {
        _ = try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
    }

    /// The queue that a folder of results belongs to; nil for a folder without a mark.
    static func queue(of output: FilePath) -> QueueLocation? {
        guard let file = try? RootFolder(withoutLinks: output).open(Self.name), let text = try? read(file.descriptor),
            let mark = try? JSONDecoder().decode(Mark.self, from: Data(text))
        else { return nil }
        return mark.location(in: output)
    }

    static func holdsJobs(_ queue: QueueLocation) -> Bool {
        guard queue.file.exists, let reader = try? QueueBackends.backend(of: queue).reader(),
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

extension ResultsOwner.Mark {
    /// What is to be said of models that are not those that made the results; nil where they are.
    ///
    /// - Throws: ``PipelineError`` where another model would replace the results without being asked to.
    func change(to models: [Model], in output: FilePath, replaces: Bool) throws -> String? {
        let known = Set(self.models.map(\.sha256))
        guard let other = models.first(where: { !known.contains($0.sha256) }), let former = self.models.first else {
            return nil
        }
        let folder = EscapedName.printable(output)
        let (new, old) = (EscapedName.printable(FilePath(other.path)), EscapedName.printable(FilePath(former.path)))
        if self.models.contains(where: { $0.path == other.path }) {
            return "the model \(new) has changed since; its new results replace those in \(folder)"
        }
        guard !replaces else { return "the results of \(new) replace those of \(old) in \(folder)" }
        throw PipelineError(
            .setting,
            """
            the results in \(folder) were made with the model \(old), and those of \(new) would replace them; \
            name another folder with --output, or say --replace
            """, fault: .input)
    }
}
