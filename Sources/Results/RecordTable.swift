import SystemPackage

/// A file about all photos of a run, written record by record and never held in memory.
///
/// The place keeps what it held until `finish`; a table that is dropped before that leaves nothing behind.
public protocol RecordTable: AnyObject {
    /// Adds a photo.
    func append(_ record: Record) throws(ResultsError)
    /// Puts the whole table into its place.
    func finish() throws(ResultsError)
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

    private mutating func flush() throws(ResultsError) {
        try file.append(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
