import JSONTree
import Scoring

/// One row per arrow, by RFC 4180, for spreadsheets.
///
/// Columns have a fixed order, and new ones come at the end. Ends without an arrow have no row. A text that a spreadsheet
/// would take for a formula (`=`, `+`, `-` or `@` in front) gets an apostrophe in front of it, and so does one that
/// begins with an apostrophe.
public struct CSVReport: Sendable {
    /// The names of the columns.
    public static let columns = [
        "session", "round", "end", "arrow", "photo", "face", "score", "value", "isX", "kind", "normalizedX",
        "normalizedY", "distanceMm", "clockPositionDeg", "distanceToLine", "confidence", "needsReview",
        "reviewReasons", "source", "modelScore",
    ]

    private let sessions: [Session]
    private let options: ReportOptions

    public init(_ sessions: [Session], options: ReportOptions = ReportOptions()) {
        self.sessions = sessions
        self.options = options
    }

    /// The table, with its header.
    public var text: String {
        let rows = sessions.flatMap { session in
            Contents(session, options: options).arrows.map { Self.cells($0, of: session) }
        }
        return ([Self.columns] + rows).map(Self.line).joined()
    }

    private static func cells(_ entry: ArrowEntry, of session: Session) -> [String] {
        let value = entry.arrow.value
        return [
            text(session.name), "\(entry.end.round.number)", "\(entry.end.end.number)", "\(entry.arrow.number)",
            text(entry.photo?.photo.path ?? ""), entry.faceType?.rawValue ?? "", value.mark, "\(value.score)",
            "\(value.isX)", value.kind.rawValue,
        ] + place(entry) + [
            number(value.confidence, 4), "\(value.needsReview)",
            value.reviewReasons.map(\.rawValue).joined(separator: ";"), value.source.rawValue,
            entry.arrow.corrected?.mark ?? "",
        ]
    }

    /// Where the arrow stands; empty where that is not known.
    private static func place(_ entry: ArrowEntry) -> [String] {
        guard entry.arrow.isPlaced else { return Array(repeating: "", count: 5) }
        let value = entry.arrow.value
        return [
            number(value.normalizedX, 5), number(value.normalizedY, 5), number(value.distanceMm, 2),
            number(value.clockPositionDeg, 2), number(value.distanceToLine, 4),
        ]
    }

    private static func number(_ value: Double, _ decimals: Int) -> String {
        value.isFinite ? JSONValue.rounded(value, decimals: decimals).line : ""
    }

    /// A cell with text from outside, as a spreadsheet may open it.
    private static func text(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r\n'".unicodeScalars.contains(first) else { return text }
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
