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

    /// Adds lines to the published file; false where somebody has changed or replaced it.
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
