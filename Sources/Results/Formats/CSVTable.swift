import Findings
import JSONTree
import SystemPackage

extension OutputFormat {
    /// `csv`: one row a finding.
    public static let csv = OutputFormat(
        name: "csv",
        table: TableFormat(end: ".csv", beginnings: ["path,state,label,class_id,"]) { making throws(ResultsError) in
            try CSVTable(at: making.place)
        } growing: {
            CSVTable(growing: $0, at: $1)
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
        "detector", "keypoints", "mask_area", "text", "note", "page",
    ]

    private var file: LineFile

    /// The finished table as it was left.
    public var grown: GrownFile? { file.grown }

    /// Begins the table; what lies at the place stays until `finish`.
    public init(at path: FilePath) throws(ResultsError) {
        file = try LineFile(at: path)
        try file.append(CSVText.line(Self.columns).utf8)
    }

    /// Goes on with a finished table.
    init(growing grown: GrownFile, at path: FilePath) { file = LineFile(growing: grown, at: path) }

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
        let failed = record.photo.results.filter { $0.error != nil }.map { row(of: record, nil, failed: $0) }
        let unread = record.photo.pages.filter { $0.error != nil }.map { row(of: record, nil, unread: $0) }
        let found = record.photo.findings
        guard !found.isEmpty || !failed.isEmpty || !unread.isEmpty else { return [row(of: record, nil)] }
        return found.map { row(of: record, $0) } + failed + unread
    }

    /// One row: of a finding, or of a photo without any.
    ///
    /// - Parameters:
    ///   - failed: A detector that gave no answer, while others did.
    ///   - unread: A page that could not be read, while others could.
    private static func row(
        of record: Record, _ found: (result: DetectorResult, finding: any Finding)?, failed: DetectorResult? = nil,
        unread: PhotoPage? = nil
    ) -> [String] {
        let page = (found?.result ?? failed)?.page ?? unread?.number ?? 1
        let error =
            failed?.error.map { Record.Failure(code: $0.code, message: $0.message, fault: $0.fault) } ?? unread?.error
            ?? record.error
        let path = CSVText.path(record.source.path, isEscaped: record.source.pathEscaped == true)
        let models = record.photo.models
        let model =
            (found?.result ?? failed)?.model.flatMap { models.indices.contains($0) ? models[$0] : nil } ?? models.first
        var cells = [path.cell, record.state.rawValue]
        cells += found.map { Self.cells($0.finding) } ?? Array(repeating: "", count: 7)
        cells += [
            CSVText.cell(error?.message.withoutPath(record.source.path) ?? ""), CSVText.cell(error?.code ?? ""),
            error?.fault.rawValue ?? "", "\(record.attempts)",
        ]
        let size = record.photo.size(ofPage: page)
        cells += [size?.width, size?.height].map { side in side.map { "\($0)" } ?? "" }
        cells += [CSVText.cell(model?.name ?? ""), record.timestamp.description, record.source.sha256 ?? ""]
        cells += [
            CSVText.path(record.source.duplicateOf ?? "", isEscaped: record.source.pathEscaped == true).cell,
            path.isEscaped ? "true" : "", CSVText.cell(found?.result.detector ?? failed?.detector ?? ""),
        ]
        cells += [found.map { keypoints($0.finding) } ?? "", found.map { maskArea($0.finding) } ?? ""]
        return cells + [
            CSVText.cell(found?.finding.reading ?? ""), CSVText.cell(record.photo.reasonForNothing ?? ""),
            record.photo.named(page: page).map { "\($0)" } ?? "",
        ]
    }

    /// `x y visibility` of each keypoint, with `;` between them; empty where its kind has none.
    private static func keypoints(_ finding: any Finding) -> String {
        finding.keypoints.map { keypoint in
            [keypoint.x, keypoint.y, keypoint.visibility ?? 1].map { JSONValue.rounded($0, decimals: 2).line }
                .joined(separator: " ")
        }.joined(separator: ";")
    }

    /// The number of pixels of a mask; empty where there is none.
    private static func maskArea(_ finding: any Finding) -> String {
        finding.silhouette.map { "\($0.area)" } ?? ""
    }

    /// Label, class, confidence and the upright box around it; empty where its kind has none.
    private static func cells(_ finding: any Finding) -> [String] {
        let edges = finding.region.map(\.bounds).map { box in
            [box.x, box.y, box.right, box.bottom].map { JSONValue.rounded($0, decimals: 3).line }
        }
        return [
            CSVText.cell(finding.label), finding.classIndex.map { "\($0)" } ?? "",
            JSONValue.rounded(finding.confidence, decimals: 6).line,
        ] + (edges ?? Array(repeating: "", count: 4))
    }
}
