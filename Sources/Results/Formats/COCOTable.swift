import Findings
import JSONTree
import SystemPackage

extension OutputFormat {
    /// `coco`: one JSON of all photos, boxes and classes, as COCO's tools read it.
    public static let coco = OutputFormat(
        name: "coco",
        table: TableFormat(
            end: ".coco", mark: COCOTable.file, photoFormats: Set(DataSetPhotos.ends.keys), tasks: COCOTable.tasks,
            beginnings: [COCOTable.beginning]
        ) { making throws(ResultsError) in
            try COCOTable(
                at: making.place, classes: making.classes, copiesPhotos: making.copiesPhotos, parts: making.parts)
        })
}

/// `results.coco`: `annotations.json` with images, boxes and every class of the models, and the photos in `images`.
///
/// Photos that have no result, or are not there any more, are left out. Names of files are those below `images`, which
/// readers get beside the file: whole paths would lead converters to the originals. An image's id follows from the photo's content, folder and name, a box's from its
/// image and place in the record, and a category's from the class's number among the models' classes, so that all are the same in
/// each run.
final class COCOTable: RecordTable {
    static let file: FilePath.Component = "annotations.json"
    static let beginning = #"{"info":{"description":"made by Quiver""#
    /// Those whose findings have a box.
    static let tasks = Set(DetectorTask.allCases.filter { $0.nothing.kind is any BoxedFinding.Type })

    private var file: COCOPart
    private let place: FilePath
    private var classes: ClassNumbers
    private var folder: DataSetFolder
    /// The same for each part of a divided data set, in a file of its own.
    private var parts: [SplitPart: COCOPart] = [:]
    /// Keypoints by category: those of its first pose.
    private var keypoints: [Int: [Keypoint]] = [:]
    private var (imageNumbers, boxNumbers) = (StableNumbers(), StableNumbers())

    /// Begins the file; the one that lies in the folder stays until `finish`.
    init(
        at folder: FilePath, classes: [DetectorClasses], copiesPhotos: Bool, parts: [SplitPart] = []
    ) throws(ResultsError) {
        place = folder
        self.classes = ClassNumbers(classes.filter { $0.isOf(Self.tasks) })
        self.folder = DataSetFolder(folder, copies: copiesPhotos)
        file = try COCOPart(at: folder.appending(Self.file))
        for part in parts {
            self.parts[part] = try COCOPart(at: partFile(part))
        }
    }

    private func partFile(_ part: SplitPart) -> FilePath { place.appending("annotations-\(part.rawValue).json") }

    /// Adds a photo and its boxes.
    func append(_ row: TableRow) throws(ResultsError) {
        guard let placed = try folder.place(row) else { return }
        let (photo, id) = (placed.photo, imageNumbers.number(for: Self.identity(of: row)))
        let image = Self.json(of: photo.image, name: placed.name, id: id)
        var boxes: [JSONValue] = []
        for (index, found) in row.record.boxes(of: Self.tasks).enumerated() {
            var box = found
            box.keypoints = ClassKeypoints.all(of: found.keypoints)
            let number = boxNumbers.number(for: Array("\(id) \(index)".utf8))
            boxes.append(Self.json(of: box, id: number, image: id, category: category(of: box), in: photo.image))
        }
        try file.append(image, boxes)
        if let part = row.part { try parts[part]?.append(image, boxes) }
    }

    /// The category of a box.
    ///
    /// Readers take its keypoints to be as many in every annotation: a class whose poses have another number of them in
    /// another model is a second category for that one.
    private func category(of box: FoundBox) -> Int {
        let category = classes.number(of: box) + 1
        guard !box.keypoints.isEmpty else { return category }
        let count = box.keypoints.count
        let known = keypoints[category, default: box.keypoints]
        let own = known.count == count ? category : category + Self.otherPoses * count
        if keypoints[own] == nil { keypoints[own] = box.keypoints }
        return own
    }

    /// Far behind every class.
    private static let otherPoses = 1_000_000

    /// Puts the whole file into its place, and removes the links that it does not name.
    func finish() throws(ResultsError) {
        let entries = classes.entries
        let others = keypoints.keys.filter { $0 > Self.otherPoses }.sorted().compactMap { id in
            entries.first { $0.number + 1 == id % Self.otherPoses }.map {
                ClassNumbers.Entry(number: id - 1, name: "\($0.name) of \(id / Self.otherPoses) keypoints")
            }
        }
        let categories = (entries + others).map { entry -> JSONValue in
            let id = entry.number + 1
            let members: [JSONValue.Member] = [
                .init("id", .integer(id)), .init("name", .string(entry.name)),
                // Models have none; readers want some.
                .init("supercategory", .string(entry.name)),
            ]
            return .object(members + (keypoints[id].map(Self.skeleton) ?? []))
        }
        for part in parts.keys.sorted(by: { $0.rawValue < $1.rawValue }) { try parts[part]?.publish(categories) }
        try file.publish(categories)
        // An earlier set may have been divided otherwise.
        for part in SplitPart.allCases where parts[part] == nil {
            let former = partFile(part)
            let start = FileCalls.beginning(of: former, limit: Self.beginning.utf8.count)
            if start?.elementsEqual(Self.beginning.utf8) == true { FileCalls.remove(former) }
        }
        _ = folder.removeOthers()
    }

    /// A category's keypoints by name, and which are joined: COCO counts them from 1.
    private static func skeleton(of keypoints: [Keypoint]) -> [JSONValue.Member] {
        let names = ClassKeypoints.names(of: keypoints).map { JSONValue.string($0) }
        let limbs = Skeleton(of: keypoints)?.limbs.map { limb in JSONValue.array(limb.map { .integer($0 + 1) }) } ?? []
        return [.init("keypoints", .array(names)), .init("skeleton", .array(limbs))]
    }

    /// What a photo is known by, wherever the folder lies that was worked: its content, its folder in there, and its name.
    private static func identity(of row: TableRow) -> [UInt8] {
        let source = row.record.source
        let folder = row.place.lastIndex(of: UInt8(ascii: "/")).map { row.place[...$0] } ?? []
        return Array("\(source.sha256 ?? "") ".utf8) + folder + source.filePath.lastName
    }

    private static func json(of image: Record.Image, name: String, id: Int) -> JSONValue {
        [
            "id": .integer(id), "file_name": .string(name), "width": .integer(image.width),
            "height": .integer(image.height),
        ]
    }

    private static func json(
        of box: FoundBox, id: Int, image: Int, category: Int, in size: Record.Image
    ) -> JSONValue {
        let names: [JSONValue.Member] = [
            .init("id", .integer(id)), .init("image_id", .integer(image)), .init("category_id", .integer(category)),
        ]
        let score: [JSONValue.Member] = [.init("iscrowd", 0), .init("score", .rounded(box.confidence, decimals: 6))]
        return .object(names + COCOShape.place(of: box) + score + COCOShape.further(of: box, in: size))
    }
}
