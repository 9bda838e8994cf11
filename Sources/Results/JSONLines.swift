import SystemPackage

/// `results.jsonl`: one record a line.
public final class JSONLines: RecordTable {
    private var file: BufferedFile

    /// Begins the file; what lies at the place stays until `finish`.
    public init(at path: FilePath) throws(ResultsError) {
        file = try BufferedFile(for: path)
    }

    /// Adds a photo's record.
    public func append(_ record: Record) throws(ResultsError) {
        try append(line: record.line.utf8)
    }

    /// Adds a record that is JSON on one line already, without its line end.
    public func append(line: some Sequence<UInt8>) throws(ResultsError) {
        try file.append(line)
        try file.append([UInt8(ascii: "\n")])
    }

    /// Puts the whole file into its place.
    public func finish() throws(ResultsError) {
        try file.publish()
    }
}
