import Findings
import JSONTree
import SystemPackage

extension OutputFormat {
    /// `coco`: one JSON of all photos, boxes and classes, as COCO's tools read it.
    public static let coco = OutputFormat(
        name: "coco",
        table: TableFormat(
            end: ".coco", mark: COCOTable.file, beginnings: [COCOTable.beginning]
        ) { making throws(ResultsError) in
            try COCOTable(at: making.place.appending(COCOTable.file), classes: making.classes)
        })
}

/// `results.coco/annotations.json`: images, boxes and every class of the models.
///
/// Photos that have no result are left out. An image's id follows from the photo's content, folder and name, a box's from its
/// image and place in the record, and a category's from the class's number in the model, so that all are the same in each run.
final class COCOTable: RecordTable {
    static let file: FilePath.Component = "annotations.json"
    static let beginning = #"{"info":{"description":"made by Quiver""#

    private var file: BufferedFile
    /// The boxes, until all images are written.
    private var boxes: BufferedFile
    private var classes: ClassNumbers
    private var (imageNumbers, boxNumbers) = (StableNumbers(), StableNumbers())
    private var (hasImages, hasBoxes) = (false, false)

    /// Begins the file; what lies at the place stays until `finish`.
    init(at path: FilePath, classes: [DetectorClasses]) throws(ResultsError) {
        self.classes = ClassNumbers(classes)
        file = try BufferedFile(for: path)
        boxes = try BufferedFile(for: path)
        try file.append(Array((Self.beginning + #","version":"1.0"},"images":["#).utf8))
    }

    /// Adds a photo and its boxes.
    func append(_ row: TableRow) throws(ResultsError) {
        guard let photo = row.labelledPhoto else { return }
        let image = imageNumbers.number(for: Self.identity(of: row))
        try file.append(Self.item(Self.json(of: photo, id: image), after: &hasImages))
        for (index, box) in row.record.boxes(by: classes.detectors).enumerated() {
            let id = boxNumbers.number(for: Array("\(image) \(index)".utf8))
            let category = try classes.number(of: box) + 1
            try boxes.append(Self.item(Self.json(of: box, id: id, image: image, category: category), after: &hasBoxes))
        }
    }

    /// Puts the whole file into its place.
    func finish() throws(ResultsError) {
        try file.append(Array("\n],\"annotations\":[".utf8))
        try file.append(contentsOf: &boxes)
        let categories = classes.entries.map { entry -> JSONValue in
            [
                "id": .integer(entry.number + 1), "name": .string(entry.name),
                "supercategory": .string(entry.detector),
            ]
        }
        try file.append(Array(("\n],\"categories\":" + JSONValue.array(categories).line + "}\n").utf8))
        try file.publish()
    }

    /// What a photo is known by, wherever the folder lies that was worked: its content, its folder in there, and its name.
    private static func identity(of row: TableRow) -> [UInt8] {
        let source = row.record.source
        let folder = FilePath(rawBytes: row.place).removingLastComponent()
        let name = source.filePath.lastComponent.map { [$0] } ?? []
        return Array("\(source.sha256 ?? "") ".utf8) + folder.appending(name).rawBytes
    }

    private static func json(of photo: LabelledPhoto, id: Int) -> JSONValue {
        [
            "id": .integer(id), "file_name": .string(photo.name), "width": .integer(photo.image.width),
            "height": .integer(photo.image.height),
        ]
    }

    private static func json(of box: FoundBox, id: Int, image: Int, category: Int) -> JSONValue {
        let sides = [box.box.x, box.box.y, box.box.width, box.box.height]
        var members: [JSONValue.Member] = [
            .init("id", .integer(id)), .init("image_id", .integer(image)), .init("category_id", .integer(category)),
            .init("bbox", .array(sides.map { .rounded($0, decimals: 3) })),
            .init("area", box.mask.map { .integer($0.area) } ?? .rounded(box.box.area, decimals: 3)),
            .init("iscrowd", 0), .init("score", .rounded(box.confidence, decimals: 6)),
        ]
        if let mask = box.mask {
            members.append(.init("segmentation", ValueFormat<RunLengthMask>.runLengths.write(mask)))
        }
        if !box.keypoints.isEmpty {
            // COCO's third number: 2 is labelled and seen, 1 labelled and hidden.
            let numbers = box.keypoints.flatMap { keypoint -> [JSONValue] in
                [
                    .rounded(keypoint.x, decimals: 2), .rounded(keypoint.y, decimals: 2),
                    (keypoint.visibility ?? 1) >= 0.5 ? 2 : 1,
                ]
            }
            members += [.init("keypoints", .array(numbers)), .init("num_keypoints", .integer(box.keypoints.count))]
        }
        return .object(members)
    }

    /// An item of a list, each on a line of its own.
    private static func item(_ value: JSONValue, after isFollowed: inout Bool) -> [UInt8] {
        defer { isFollowed = true }
        return Array(((isFollowed ? ",\n" : "\n") + value.line).utf8)
    }
}
