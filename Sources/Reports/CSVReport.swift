import JSONTree
import Results
import Scoring

/// One row per arrow, by RFC 4180, for spreadsheets.
///
/// Columns have a fixed order, and new ones come at the end. Ends without an arrow have no row. Of more arrows than an end has
/// the highest do not count, as on the sheet: `counts` is false there. `confirmed` says that a user has confirmed the end,
/// `adjusted` that the arrow counts where a user put it, `placedByHand` that the model saw none there; the columns that begin
/// with `model`, but for the older `modelScore`, are what the model itself read, also where that was corrected.
public struct CSVReport: Sendable {
    /// The names of the columns.
    public static let columns = [
        "session", "round", "end", "arrow", "photo", "face", "score", "value", "isX", "kind", "normalizedX",
        "normalizedY", "distanceMm", "clockPositionDeg", "distanceToLine", "confidence", "needsReview",
        "reviewReasons", "source", "modelScore", "counts", "confirmed", "adjusted", "placedByHand", "modelMark",
        "modelValue", "modelIsX", "modelConfidence", "archer", "endArchers", "sessionArchers",
    ]

    private let sessions: [Session]

    /// A table of the arrows of all these sessions, in their order.
    public init(_ sessions: [Session]) { self.sessions = sessions }

    /// The table, with its header.
    public var text: String {
        let rows = sessions.flatMap { session in
            ReportModel(session, options: ReportOptions()).arrows.map { Self.cells($0, of: session) }
        }
        return ([Self.columns] + rows).map(CSVText.line).joined()
    }

    private static func cells(_ entry: ArrowEntry, of session: Session) -> [String] {
        let value = entry.arrow.value
        return [
            CSVText.cell(session.name), "\(entry.end.round.number)", "\(entry.end.end.number)", "\(entry.arrow.number)",
            CSVText.path(entry.photo?.photo.path ?? "", isEscaped: false).cell, entry.faceType?.rawValue ?? "",
            value.mark, "\(value.score)",
            "\(value.isX)", value.kind.rawValue,
        ] + place(entry) + [
            number(value.confidence, 4), "\(value.needsReview)",
            value.reviewReasons.map(\.rawValue).joined(separator: ";"), value.source.rawValue,
            entry.arrow.corrected?.mark ?? "", "\(entry.counts)", "\(entry.end.end.isConfirmed)",
            "\(entry.arrow.wasAdjusted)", "\(entry.arrow.isPlacedByHand)",
        ] + reading(entry.arrow) + [
            CSVText.cell(entry.arrow.archer ?? ""), names(entry.end.end.archers(of: session.archers)),
            names(session.archersInOrder),
        ]
    }

    /// What the model read; empty where it saw no arrow.
    private static func reading(_ arrow: Session.Arrow) -> [String] {
        guard let reading = arrow.reading else { return Array(repeating: "", count: 4) }
        return [reading.mark, "\(reading.score)", "\(reading.isX)", number(reading.confidence, 4)]
    }

    private static func names(_ names: [String]) -> String { CSVText.cell(names.joined(separator: ";")) }

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
}
