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
            try COCOTable(at: making.place, classes: making.classes, copiesPhotos: making.copiesPhotos)
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

    private var file: BufferedFile
    /// The boxes, until all images are written.
    private var boxes: BufferedFile
    private var classes: ClassNumbers
    private var names = DataSetNames()
    private let photos: DataSetPhotos
    /// Keypoints by category: those of its first pose.
    private var keypoints: [Int: [Keypoint]] = [:]
    private var (imageNumbers, boxNumbers) = (StableNumbers(), StableNumbers())
    private var (hasImages, hasBoxes) = (false, false)

    /// Begins the file; the one that lies in the folder stays until `finish`.
    init(at folder: FilePath, classes: [DetectorClasses], copiesPhotos: Bool) throws(ResultsError) {
        self.classes = ClassNumbers(classes.filter { $0.isOf(Self.tasks) })
        photos = DataSetPhotos(in: folder, copies: copiesPhotos)
        let path = folder.appending(Self.file)
        file = try BufferedFile(for: path)
        boxes = try BufferedFile(for: path)
        try file.append(Array((Self.beginning + #","version":"1.0"},"images":["#).utf8))
    }

    /// Adds a photo and its boxes.
    func append(_ row: TableRow) throws(ResultsError) {
        guard let photo = row.labelledPhoto, let end = DataSetPhotos.end(of: photo), photo.isThere else { return }
        let stem = names.stem(for: row, photo) { photos.isForeign($0) }
        guard try place(photo, as: stem, end: end) else { return }
        let image = imageNumbers.number(for: Self.identity(of: row))
        let name = String(decoding: stem.rawBytes, as: UTF8.self) + end
        try file.append(Self.item(Self.json(of: photo.image, name: name, id: image), after: &hasImages))
        for (index, found) in row.record.boxes(of: Self.tasks).enumerated() {
            var box = found
            box.keypoints = Self.all(of: found.keypoints)
            let id = boxNumbers.number(for: Array("\(image) \(index)".utf8))
            let category = category(of: box)
            let json = Self.json(of: box, id: id, image: image, category: category, in: photo.image)
            try boxes.append(Self.item(json, after: &hasBoxes))
        }
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

    /// The keypoints with those of an arrow that are out of sight, as many for each arrow: they lie nowhere in the photo.
    private static func all(of keypoints: [Keypoint]) -> [Keypoint] {
        guard !keypoints.isEmpty, let names = Skeleton(of: keypoints)?.names, names.count > keypoints.count else {
            return keypoints
        }
        return names.map { name in keypoints.first { $0.name == name } ?? Keypoint(name: name, x: -1, y: -1) }
    }

    /// Far behind every class.
    private static let otherPoses = 1_000_000

    /// Puts a photo into `images`; false for a file that is no picture, to which nothing may lead.
    private func place(_ photo: LabelledPhoto, as stem: FilePath, end: String) throws(ResultsError) -> Bool {
        let image = photos.image(stem, end: end)
        let isThere = photos.holds(photo, at: image)
        guard isThere || photo.isPicture else { return false }
        photos.keep(stem, end: end)
        if isThere { return true }
        photos.removeLinks(stem, end: end)
        do throws(ResultsError) {
            try photos.place(photo, at: image)
        } catch {
            // Some file systems have no links: the labels are worth having without them.
            guard !photos.copies, [.denied, .failed].contains(error.code) else { throw error }
        }
        return true
    }

    /// Puts the whole file into its place, and removes the links that it does not name.
    func finish() throws(ResultsError) {
        try file.append(Array("\n],\"annotations\":[".utf8))
        try file.append(contentsOf: &boxes)
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
        try file.append(Array(("\n],\"categories\":" + JSONValue.array(categories).line + "}\n").utf8))
        try file.publish()
        _ = photos.removeOthers()
    }

    /// A category's keypoints by name, and which are joined: COCO counts them from 1.
    private static func skeleton(of keypoints: [Keypoint]) -> [JSONValue.Member] {
        let known = Skeleton(of: keypoints)
        let names = keypoints.enumerated().map { index, keypoint in
            let own = known?.names[index]
            let name = keypoint.name ?? own ?? "\(index + 1)"
            return JSONValue.string(name == own ? cocoName(name) : name)
        }
        let limbs = known?.limbs.map { limb in JSONValue.array(limb.map { .integer($0 + 1) }) } ?? []
        return [.init("keypoints", .array(names)), .init("skeleton", .array(limbs))]
    }

    /// A name of a ``Skeleton`` as COCO writes it: `left_eye` for `leftEye`, and `thumb_cmc` for `thumbCMC`.
    private static func cocoName(_ name: String) -> String {
        var words = ""
        for letter in name {
            if letter.isUppercase, words.last?.isLowercase == true { words += "_" }
            words.append(letter)
        }
        return words.lowercased()
    }

    /// What a photo is known by, wherever the folder lies that was worked: its content, its folder in there, and its name.
    private static func identity(of row: TableRow) -> [UInt8] {
        let source = row.record.source
        let folder = FilePath(rawBytes: row.place).removingLastComponent()
        let name = source.filePath.lastComponent.map { [$0] } ?? []
        return Array("\(source.sha256 ?? "") ".utf8) + folder.appending(name).rawBytes
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
            // COCO's third number: 2 is labelled and seen, 1 labelled and hidden, 0 not in the photo.
            let seen = box.keypoints.map { keypoint in
                let (x, y) = (0...Double(size.width), 0...Double(size.height))
                guard x.contains(keypoint.x), y.contains(keypoint.y) else { return 0 }
                return (keypoint.visibility ?? 1) >= 0.5 ? 2 : 1
            }
            let numbers = zip(box.keypoints, seen).flatMap { keypoint, seen -> [JSONValue] in
                guard seen > 0 else { return [0, 0, 0] }
                return [.rounded(keypoint.x, decimals: 2), .rounded(keypoint.y, decimals: 2), .integer(seen)]
            }
            let count = seen.count { $0 > 0 }
            members += [.init("keypoints", .array(numbers)), .init("num_keypoints", .integer(count))]
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

/// Numbers for things that have a text of their own: the same text gets the same number in every run, on every machine.
///
/// They are positive and below 2⁵³, so that every reader of JSON keeps them exactly.
struct StableNumbers {
    private var taken: Set<Int> = []

    /// The number of a text; a second thing with the same text gets another one.
    mutating func number(for text: some Collection<UInt8>) -> Int {
        var number = Self.hash(text, seed: 0)
        var seed: UInt64 = 0
        while number == 0 || !taken.insert(number).inserted {
            seed += 1
            number = Self.hash(text, seed: seed)
        }
        return number
    }

    /// 52 bits of FNV-1a with 64, whose bits are mixed once more.
    private static func hash(_ bytes: some Collection<UInt8>, seed: UInt64) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return Int((hash ^ hash >> 33) >> 12)
    }
}
