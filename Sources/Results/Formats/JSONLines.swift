import SystemPackage

extension OutputFormat {
    /// `jsonl`: one record a line.
    public static let jsonl = OutputFormat(
        name: "jsonl",
        table: TableFormat(end: ".jsonl", beginnings: [#"{"version":""#]) { making throws(ResultsError) in
            try JSONLines(at: making.place)
        } growing: {
            JSONLines(growing: $0, at: $1)
        })
}

/// `results.jsonl`: one record a line.
public final class JSONLines: GrowingTable {
    private var file: LineFile

    /// The finished table as it was left.
    public var grown: GrownFile? { file.grown }

    /// Begins the file; what lies at the place stays until `finish`.
    public init(at path: FilePath) throws(ResultsError) {
        file = try LineFile(at: path)
    }

    /// Goes on with a finished table.
    init(growing grown: GrownFile, at path: FilePath) { file = LineFile(growing: grown, at: path) }

    /// Adds a photo's record.
    public func append(_ row: TableRow) throws(ResultsError) { try file.append(Self.line(of: row)) }

    /// Puts the whole file into its place.
    public func finish() throws(ResultsError) { try file.publish() }

    /// Adds records to the finished file.
    public func add(_ rows: [TableRow]) throws(ResultsError) -> Bool { try file.add(rows.flatMap(Self.line)) }

    private static func line(of row: TableRow) -> [UInt8] { row.line + [UInt8(ascii: "\n")] }
}
