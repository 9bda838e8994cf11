import Findings
import JSONTree
import SystemPackage

/// `results.csv`: one row a finding, and one row for a photo without any, by RFC 4180.
///
/// Columns have a fixed order, and new ones come at the end. A text that a spreadsheet would take for a formula
/// (`=`, `+`, `-` or `@` in front) gets an apostrophe in front of it, and so does one that begins with an apostrophe.
public final class CSVTable: RecordTable {
    /// The names of the columns.
    public static let columns = [
        "path", "state", "label", "class_id", "confidence", "x_min", "y_min", "x_max", "y_max", "error", "error_code",
        "fault", "attempts", "width", "height", "model", "timestamp", "sha256", "duplicate_of", "path_escaped",
    ]

    private var file: BufferedFile

    /// Begins the table; what lies at the place stays until `finish`.
    public init(at path: FilePath) throws(ResultsError) {
        file = try BufferedFile(for: path)
        try file.append(Self.line(Self.columns).utf8)
    }

    /// Adds a photo's rows.
    public func append(_ record: Record) throws(ResultsError) {
        for row in Self.rows(of: record) { try file.append(Self.line(row).utf8) }
    }

    /// Puts the whole table into its place.
    public func finish() throws(ResultsError) {
        try file.publish()
    }

    static func rows(of record: Record) -> [[String]] {
        let start = [text(record.source.path), record.state.rawValue]
        let end = [
            text(record.error?.message ?? ""), text(record.error?.code ?? ""), record.error?.fault.rawValue ?? "",
            "\(record.attempts)", record.image.map { "\($0.width)" } ?? "", record.image.map { "\($0.height)" } ?? "",
            text(record.model?.name ?? ""), record.timestamp.description, record.source.sha256 ?? "",
            text(record.source.duplicateOf ?? ""), record.source.pathEscaped == true ? "true" : "",
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
            text(detection.label), "\(detection.classId)", JSONValue.rounded(detection.confidence, decimals: 6).line,
        ] + edges
    }

    /// A cell with text from outside, as a spreadsheet may open it.
    private static func text(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r'".unicodeScalars.contains(first) else { return text }
        return "'" + text
    }

    private static func line(_ cells: [String]) -> String {
        cells.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
