import Findings
import JSONTree
import SystemPackage

extension OutputFormat {
    /// `csv`: one row a finding.
    public static let csv = OutputFormat(
        name: "csv",
        table: TableFormat(end: ".csv", beginnings: ["path,state,label,class_id,"]) { making throws(ResultsError) in
            try CSVTable(at: making.place)
        })
}

/// `results.csv`: one row a finding, and one row for a photo without any, by RFC 4180.
///
/// Columns have a fixed order, and new ones come at the end.
public final class CSVTable: GrowingTable {
    /// The names of the columns.
    public static let columns = [
        "path", "state", "label", "class_id", "confidence", "x_min", "y_min", "x_max", "y_max", "error", "error_code",
        "fault", "attempts", "width", "height", "model", "timestamp", "sha256", "duplicate_of", "path_escaped",
    ]

    private var file: LineFile

    /// Begins the table; what lies at the place stays until `finish`.
    public init(at path: FilePath) throws(ResultsError) {
        file = try LineFile(at: path)
        try file.append(CSVText.line(Self.columns).utf8)
    }

    /// Adds a photo's rows.
    public func append(_ row: TableRow) throws(ResultsError) { try file.append(Self.lines(of: row.record)) }

    /// Puts the whole table into its place.
    public func finish() throws(ResultsError) { try file.publish() }

    /// Adds photos' rows to the finished table.
    public func add(_ rows: [TableRow]) throws(ResultsError) -> Bool {
        try file.add(rows.flatMap { Self.lines(of: $0.record) })
    }

    /// A photo's rows as they stand in the file.
    static func lines(of record: Record) -> [UInt8] {
        rows(of: record).flatMap { Array(CSVText.line($0).utf8) }
    }

    static func rows(of record: Record) -> [[String]] {
        let path = CSVText.path(record.source.path, isEscaped: record.source.pathEscaped == true)
        let start = [path.cell, record.state.rawValue]
        let end = [
            CSVText.cell(record.error?.message.withoutPath(record.source.path) ?? ""),
            CSVText.cell(record.error?.code ?? ""), record.error?.fault.rawValue ?? "",
            "\(record.attempts)", record.image.map { "\($0.width)" } ?? "", record.image.map { "\($0.height)" } ?? "",
            CSVText.cell(record.model?.name ?? ""), record.timestamp.description, record.source.sha256 ?? "",
            CSVText.path(record.source.duplicateOf ?? "", isEscaped: record.source.pathEscaped == true).cell,
            path.isEscaped ? "true" : "",
        ]
        guard !record.detections.isEmpty else {
            return [start + Array(repeating: "", count: columns.count - start.count - end.count) + end]
        }
        return record.detections.map { start + cells($0) + end }
    }

    private static func cells(_ detection: Detection) -> [String] {
        let box = detection.box
        let edges = [box.x, box.y, box.right, box.bottom].map { JSONValue.rounded($0, decimals: 3).line }
        return [
            CSVText.cell(detection.label), "\(detection.classId)",
            JSONValue.rounded(detection.confidence, decimals: 6).line,
        ] + edges
    }
}
