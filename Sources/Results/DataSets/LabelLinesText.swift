import JSONTree
import SystemPackage

/// `labels.jsonl`: a photo a line, with its labels.
struct LabelLinesText: DataSetText {
    static let name = "jsonl"
    static let file: FilePath.Component = "labels.jsonl"

    func text(of item: DataSetItem) -> String {
        let objects = item.boxes.map { box -> JSONValue in
            .object(
                [.init("label", .string(box.label)), .init("score", .rounded(box.confidence, decimals: 6))]
                    + COCOShape.place(of: box) + COCOShape.further(of: box, in: item.image))
        }
        let photo: JSONValue = [
            "file_name": .string("images/" + item.name), "id": .integer(item.id),
            "split": .init(item.row.part?.rawValue),
            "width": .integer(item.image.width), "height": .integer(item.image.height),
            "sha256": .init(item.row.record.source.sha256), "reviewed": .bool(item.row.isReviewed),
            "objects": .array(objects),
        ]
        return photo.line + "\n"
    }
}
