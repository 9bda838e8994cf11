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
    /// Keypoints by category: those of its first pose.
    private var keypoints: [Int: [Keypoint]] = [:]
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
            if !box.keypoints.isEmpty, keypoints[category] == nil { keypoints[category] = box.keypoints }
            try boxes.append(Self.item(Self.json(of: box, id: id, image: image, category: category), after: &hasBoxes))
        }
    }

    /// Puts the whole file into its place.
    func finish() throws(ResultsError) {
        try file.append(Array("\n],\"annotations\":[".utf8))
        try file.append(contentsOf: &boxes)
        let categories = classes.entries.map { entry -> JSONValue in
            let id = entry.number + 1
            let members: [JSONValue.Member] = [
                .init("id", .integer(id)), .init("name", .string(entry.name)),
                .init("supercategory", .string(entry.detector)),
            ]
            return .object(members + (keypoints[id].map(Self.skeleton) ?? []))
        }
        try file.append(Array(("\n],\"categories\":" + JSONValue.array(categories).line + "}\n").utf8))
        try file.publish()
    }

    /// A category's keypoints by name, and which are joined: COCO counts them from 1.
    private static func skeleton(of keypoints: [Keypoint]) -> [JSONValue.Member] {
        let known = Skeleton(count: keypoints.count)
        let names = keypoints.enumerated().map { index, keypoint in
            JSONValue.string(keypoint.name ?? known?.names[index] ?? "\(index + 1)")
        }
        let limbs = known?.limbs.map { limb in JSONValue.array(limb.map { .integer($0 + 1) }) } ?? []
        return [.init("keypoints", .array(names)), .init("skeleton", .array(limbs))]
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
            .init("area", area(of: box)),
            .init("iscrowd", 0), .init("score", .rounded(box.confidence, decimals: 6)),
        ]
        if let mask = box.mask {
            members.append(.init("segmentation", ValueFormat<RunLengthMask>.runLengths.write(mask)))
        } else if let corners = box.corners {
            let numbers = corners.flatMap { [JSONValue.rounded($0.x, decimals: 2), .rounded($0.y, decimals: 2)] }
            members.append(.init("segmentation", [.array(numbers)]))
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

    /// The pixels of a mask, what a turned box covers, or else the box's area.
    private static func area(of box: FoundBox) -> JSONValue {
        if let mask = box.mask { return .integer(mask.area) }
        guard let corners = box.corners else { return .rounded(box.box.area, decimals: 3) }
        let next = corners.dropFirst() + corners.prefix(1)
        let twice = zip(corners, next).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
        return .rounded(abs(twice) / 2, decimals: 3)
    }

    /// An item of a list, each on a line of its own.
    private static func item(_ value: JSONValue, after isFollowed: inout Bool) -> [UInt8] {
        defer { isFollowed = true }
        return Array(((isFollowed ? ",\n" : "\n") + value.line).utf8)
    }
}
