/// One object that a detector found in a photo, with the pixels that show it.
public struct InstanceMask: Hashable, Sendable, Codable {
    /// The class's name as the model or the settings give it.
    public var label: String
    /// The class's index in the model.
    public var classId: Int
    /// The model's score, 0 to 1.
    public var confidence: Double
    /// In pixels of the upright photo.
    public var box: Box
    /// The pixels that show it, at the size of the upright photo.
    public var mask: RunLengthMask
    /// The mask's outer contours, `[x1, y1, x2, y2, …]` each, in pixels of the upright photo; holes are not told.
    public var polygons: [[Double]]

    /// An object from its parts; nil for polygons takes those of the mask.
    public init(
        label: String, classId: Int, confidence: Double, box: Box, mask: RunLengthMask, polygons: [[Double]]? = nil
    ) {
        self.label = label
        self.classId = classId
        self.confidence = confidence
        self.box = box
        self.mask = mask
        self.polygons = polygons ?? mask.polygons()
    }
}

extension InstanceMask: BoxedFinding {
    /// The box.
    public var region: Region? { Region(box) }
    /// Always ``classId``.
    public var classIndex: Int? { classId }
    /// The four corners of the box, and after them those of the polygons.
    public var points: [Point] {
        Region(box).corners
            + polygons.flatMap { line in
                stride(from: 0, to: line.count - 1, by: 2).map { Point(x: line[$0], y: line[$0 + 1]) }
            }
    }

    /// The mask.
    public var silhouette: RunLengthMask? { mask }
    /// False where a polygon has half a point, or fewer than three.
    public var isWellFormed: Bool { polygons.allSatisfy { $0.count >= 6 && $0.count % 2 == 0 } }

    package static let listName = "masks"
    package static let noun: String? = nil
    package static let format = ValueFormat.object(
        InstanceMask(
            label: "", classId: 0, confidence: 0, box: .nowhere, mask: RunLengthMask(pixelOf: false), polygons: []),
        [
            RecordKey("label", \.label, .text), RecordKey("classId", \.classId, .classNumber),
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("box", \.box, .box),
            RecordKey("mask", \.mask, .runLengths), RecordKey("polygons", \.polygons, .list(.polygon)),
        ])
    package var gist: [String] { [label] + box.gist + [mask.counts] }

    /// The same object in the photo, where it was found in a region; nil where nothing of it lies in the photo.
    ///
    /// The mask is drawn anew at the photo's size and its polygons are traced anew.
    package func mapped(from region: Region, in photo: PixelSize) -> InstanceMask? {
        let moved = Box(around: Region(box).corners.map(region.photo)).clipped(to: photo)
        guard moved.width > 0, moved.height > 0, let drawn = mask.mapped(from: region, in: photo) else { return nil }
        return InstanceMask(label: label, classId: classId, confidence: confidence, box: moved, mask: drawn)
    }
}

extension FindingList {
    /// Objects with a mask, by descending confidence.
    public static func masks(_ list: [InstanceMask]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var masks: [InstanceMask]? {
        get { self[of: InstanceMask.self] }
        set { self[of: InstanceMask.self] = newValue }
    }
}
