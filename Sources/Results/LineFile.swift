import Glibc
import SystemPackage
import SystemValues

/// A file of lines that is made whole and grows afterwards.
struct LineFile {
    /// The file while it is made; nil once it is published.
    private var file: BufferedFile?
    private let path: FilePath
    /// The published file as it was left.
    private(set) var grown: GrownFile?

    init(at path: FilePath) throws(ResultsError) {
        self.path = path
        file = try BufferedFile(for: path)
    }

    /// Goes on with a published file, which takes lines as long as it is as it was left.
    init(growing grown: GrownFile, at path: FilePath) {
        self.path = path
        self.grown = grown
    }

    mutating func append(_ bytes: some Sequence<UInt8>) throws(ResultsError) { try file?.append(bytes) }

    mutating func publish() throws(ResultsError) {
        try file?.publish()
        file = nil
        grown = GrownFile(path)
    }

    /// Adds lines to the published file; false where it was changed or replaced meanwhile.
    mutating func add(_ bytes: [UInt8]) throws(ResultsError) -> Bool { try grown?.append(bytes) ?? false }
}

/// Collects small pieces so that the system is called once for many.
struct BufferedFile {
    private let file: StagedFile
    private var buffer: [UInt8] = []
    private static let most = 256 << 10

    init(for target: FilePath) throws(ResultsError) {
        file = try StagedFile(for: target)
        buffer.reserveCapacity(Self.most + 16 << 10)
    }

    mutating func append(_ bytes: some Sequence<UInt8>) throws(ResultsError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.most { try flush() }
    }

    mutating func publish() throws(ResultsError) {
        try flush()
        try file.publish()
    }

    /// Adds what another file holds, which is spent by that.
    mutating func append(contentsOf other: inout BufferedFile) throws(ResultsError) {
        try other.flush()
        let spent = try other.file.close()
        defer { FileCalls.remove(spent) }
        let file: RegularFile
        do throws(FolderError) {
            let origin = try FileCalls.origin(of: spent)
            file = try origin.root.open(origin.way)
        } catch {
            throw ResultsError(error, "read", spent)
        }
        var part = [UInt8](repeating: 0, count: Self.most)
        while true {
            let count = read(file.descriptor.rawValue, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ResultsError(Errno(rawValue: errno), "read", spent) }
            if count == 0 { return }
            try append(part[..<count])
        }
    }

    private mutating func flush() throws(ResultsError) {
        try file.append(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A published file as it was left, so that lines can be added to it and to nothing that has taken its place.
public struct GrownFile: Sendable, Hashable {
    private let path: FilePath
    /// What tells the file as it was left from any other file, and from itself once it was written to.
    let stand: FileIdentity

    /// The file of this moment; nil where there is no regular file at the path.
    public init?(_ path: FilePath) {
        guard let status = try? Syscalls.status(path, follow: false) else { return nil }
        self.init(path, status)
    }

    private init?(_ path: FilePath, _ status: FileStatus) {
        guard status.kind == .regular else { return nil }
        self.path = path
        stand = status.identity.withoutChangeTime
    }

    /// Adds bytes at the end, which are on the disk when this returns.
    ///
    /// - Returns: False, with nothing written, where the file is not as it was left, but was replaced or changed.
    /// - Throws: `ResultsError`; the file is then as it was before.
    public mutating func append(_ bytes: [UInt8]) throws(ResultsError) -> Bool {
        let number = path.withPlatformString { open($0, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard number >= 0 else {
            if [ENOENT, ELOOP, ENXIO, EISDIR].contains(errno) { return false }
            throw ResultsError(Errno(rawValue: errno), "write", path)
        }
        defer { close(number) }
        guard Self.file(of: number, path) == self else { return false }
        do {
            try FileDescriptor(rawValue: number).writeAll(bytes)
            guard fsync(number) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            // A part of a line would make the table unreadable.
            ftruncate(number, off_t(stand.size))
            throw ResultsError(error as? Errno ?? .ioError, "write", path)
        }
        guard let grown = Self.file(of: number, path) else { return false }
        self = grown
        return true
    }

    private static func file(of number: Int32, _ path: FilePath) -> GrownFile? {
        (try? Syscalls.status(number)).flatMap { GrownFile(path, $0) }
    }
}
