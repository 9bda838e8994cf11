import SystemPackage

/// `labels.csv`: a label a row, and a row for a photo without any, by RFC 4180.
struct LabelCSVText: DataSetText {
    static let name = "csv"
    static let file: FilePath.Component = "labels.csv"
    private static let columns = [
        "file_name", "split", "width", "height", "sha256", "reviewed", "label", "score", "x_min", "y_min", "x_max",
        "y_max", "corners", "keypoints", "mask_area", "file_name_escaped",
    ]

    func head(classes: [String]) -> String { CSVText.line(Self.columns) }

    func text(of item: DataSetItem) -> String {
        let name = CSVText.path("images/" + item.name, isEscaped: false)
        let photo = [
            name.cell, item.row.part?.rawValue ?? "", "\(item.image.width)", "\(item.image.height)",
            item.row.record.source.sha256 ?? "", item.row.isReviewed ? "true" : "false",
        ]
        let rows = item.boxes.map { Self.cells(of: $0, in: item.image) }
        let all = rows.isEmpty ? [Array(repeating: "", count: 9)] : rows
        return all.map { CSVText.line(photo + $0 + [name.isEscaped ? "true" : ""]) }.joined()
    }

    private static func cells(of found: FoundBox, in size: Record.Image) -> [String] {
        let box = found.box
        let edges = [box.x, box.y, box.right, box.bottom].map { DataSetNumber.text($0, decimals: 3) }
        let corners = (found.corners ?? []).map {
            "\(DataSetNumber.text($0.x, decimals: 2)) \(DataSetNumber.text($0.y, decimals: 2))"
        }
        let keypoints = found.keypoints.map { keypoint in
            let seen = SeenKeypoint(keypoint, in: size)
            let place = [keypoint.x, keypoint.y].map { DataSetNumber.text($0, decimals: 2) }
            return (place + ["\(seen.rawValue)"]).joined(separator: " ")
        }
        return [CSVText.cell(found.label), DataSetNumber.text(found.confidence, decimals: 6)] + edges + [
            corners.joined(separator: ";"), keypoints.joined(separator: ";"), found.mask.map { "\($0.area)" } ?? "",
        ]
    }
}
