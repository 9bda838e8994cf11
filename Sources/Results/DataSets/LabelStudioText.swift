import Findings
import JSONTree
import SystemPackage
import SystemValues

/// `tasks.json` and `labels.xml`: tasks of Label Studio, and the configuration that names their labels.
///
/// What was accepted in review is an annotation; all else is a prediction, which annotators confirm there. Photos are named as
/// Label Studio serves files of a folder: `/data/local-files/?d=images/a.jpg`, below the folder that it is given.
struct LabelStudioText: DataSetText {
    static let name = "labelstudio"
    static let file: FilePath.Component = "tasks.json"
    private static let config: FilePath.Component = "labels.xml"
    private var keypoints: [String] = []
    private var isFollowed = false

    func head(classes: [String]) -> String { "[\n" }
    var tail: String { "\n]\n" }

    mutating func text(of item: DataSetItem) -> String {
        var results: [JSONValue] = []
        for (index, box) in item.boxes.enumerated() { results += self.results(of: box, "\(item.id)-\(index)", item) }
        let list: JSONValue
        if item.row.isReviewed {
            list = [["id": .integer(item.id), "ground_truth": true, "result": .array(results)]]
        } else {
            let model = item.row.record.photo.models.first?.name
            list = [["model_version": .string(model ?? "Quiver"), "result": .array(results)]]
        }
        let path = PercentEscape.url("images/" + item.name)
        let task: JSONValue = [
            "id": .integer(item.id),
            "data": [
                "image": .string("/data/local-files/?d=" + path), "sha256": .init(item.row.record.source.sha256),
                "split": .init(item.row.part?.rawValue),
            ],
            "annotations": item.row.isReviewed ? list : [], "predictions": item.row.isReviewed ? [] : list,
        ]
        defer { isFollowed = true }
        return (isFollowed ? ",\n" : "") + task.line
    }

    private mutating func results(of box: FoundBox, _ id: String, _ item: DataSetItem) -> [JSONValue] {
        let size = item.image
        let (width, height) = (Double(size.width), Double(size.height))
        func share(_ value: Double, of side: Double) -> JSONValue { .rounded(value / side * 100, decimals: 6) }
        func result(_ id: String, _ tool: String, _ type: String, _ label: String, _ value: [JSONValue.Member])
            -> JSONValue
        {
            .object([
                .init("id", .string(id)), .init("from_name", .string(tool)), .init("to_name", "image"),
                .init("type", .string(type)), .init("original_width", .integer(size.width)),
                .init("original_height", .integer(size.height)), .init("image_rotation", 0),
                .init("value", .object(value + [.init(type, [.string(label)])])),
                .init("score", .rounded(box.confidence, decimals: 6)),
            ])
        }
        if let outline = box.mask.flatMap(Outline.init(around:)) {
            let points = outline.corners.map { JSONValue.array([share($0.x, of: width), share($0.y, of: height)]) }
            let value: [JSONValue.Member] = [.init("points", .array(points)), .init("closed", true)]
            return [result(id, "outline", "polygonlabels", box.label, value)]
        }
        let turned = box.corners.flatMap(TurnedBox.init)
        let (start, sides) = (
            turned?.start ?? Point(x: box.box.x, y: box.box.y),
            (turned?.width ?? box.box.width, turned?.height ?? box.box.height)
        )
        let place: [JSONValue.Member] = [
            .init("x", share(start.x, of: width)), .init("y", share(start.y, of: height)),
            .init("width", share(sides.0, of: width)), .init("height", share(sides.1, of: height)),
            .init("rotation", .rounded(turned?.angle ?? 0, decimals: 6)),
        ]
        var all = [result(id, "box", "rectanglelabels", box.label, place)]
        let names = ClassKeypoints.names(of: box.keypoints)
        // Those that are outside of this photo too, so that all are in the pose's order.
        keypoints += names.filter { !keypoints.contains($0) }
        for (index, (keypoint, name)) in zip(box.keypoints, names).enumerated()
        where SeenKeypoint(keypoint, in: size) != .outside {
            let value: [JSONValue.Member] = [
                .init("x", share(keypoint.x, of: width)), .init("y", share(keypoint.y, of: height)),
                .init("width", 0.3),
            ]
            let point = result("\(id)-\(index)", "point", "keypointlabels", name, value)
            if case .object(let members) = point {
                all.append(.object(members + [.init("parentID", .string(id))]))
            }
        }
        return all
    }

    func others(classes: [String]) -> [(FilePath.Component, String)] {
        func labels(_ tag: String, _ tool: String, _ names: [String], areNumbered: Bool = false) -> String {
            let list = names.enumerated().map { index, name in
                let number = areNumbered ? [("model_index", "\(index)")] : []
                return "    <Label\(XMLText.attributes([("value", name)] + number))/>\n"
            }.joined()
            return "  <\(tag) name=\"\(tool)\" toName=\"image\">\n\(list)  </\(tag)>\n"
        }
        var text = "<View>\n  <Image name=\"image\" value=\"$image\"/>\n"
        text += labels("RectangleLabels", "box", classes) + labels("PolygonLabels", "outline", classes)
        // Without their numbers Label Studio leaves keypoints out of what it exports itself.
        if !keypoints.isEmpty { text += labels("KeyPointLabels", "point", keypoints, areNumbered: true) }
        return [(Self.config, text + "</View>\n")]
    }
}

extension PercentEscape {
    /// A path as part of an address: what is no plain letter or digit is escaped.
    static func url(_ path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        return path.utf8.map { plain.contains($0) ? String(Character(Unicode.Scalar($0))) : percent($0) }.joined()
    }
}
