/// One object that a detector found in a photo.
public struct Detection: Hashable, Sendable, Codable {
    /// The class's name as the model or the settings give it.
    public var label: String
    /// The class's index in the model.
    public var classId: Int
    /// The model's score, 0 to 1.
    public var confidence: Double
    /// In pixels of the upright original.
    public var box: Box
    /// Clockwise from the top left, in the same pixels; nil where the box is not turned.
    public var corners: [Point]?
    /// Tip and nock of a scored arrow, as far as they are in sight, in the same pixels; empty of everything else.
    public var keypoints: [Keypoint]

    /// A detection in pixels of the upright original.
    public init(
        label: String, classId: Int, confidence: Double, box: Box, corners: [Point]? = nil, keypoints: [Keypoint] = []
    ) {
        self.label = label
        self.classId = classId
        self.confidence = confidence
        self.box = box
        self.corners = corners
        self.keypoints = keypoints
    }
}

extension Detection: BoxedFinding {
    /// The object's own rectangle, turned where its corners say so.
    public var region: Region? { corners.flatMap(Region.init(corners:)) ?? Region(box) }
    /// Always ``classId``.
    public var classIndex: Int? { classId }
    /// The four corners of the box, and after them those of the turned box and the keypoints where it has any.
    public var points: [Point] { Region(box).corners + (corners ?? []) + keypoints.map(\.point) }
    /// False where there are corners but not four of them.
    public var isWellFormed: Bool { corners.map { $0.count == 4 } ?? true }

    package static let listName = "detections"
    package static let noun: String? = "detection"
    package static let isCropped = true
    package static let format = ValueFormat.object(
        Detection(label: "", classId: 0, confidence: 0, box: .nowhere),
        [
            RecordKey("label", \.label, .text), RecordKey("classId", \.classId, .classNumber),
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("box", \.box, .box),
            RecordKey("corners", optional: \.corners, .list(.point)),
            RecordKey("keypoints", .list(Keypoint.format)) {
                $0.keypoints.isEmpty ? nil : $0.keypoints
            } set: {
                $0.keypoints = $1 ?? []
            },
        ])
    package var gist: [String] { [label] + box.gist + (corners ?? []).gist + keypoints.map(\.point).gist }

    /// The same object in the photo, where it was found in a region; nil where nothing of it lies in the photo.
    package func mapped(from region: Region, in photo: PixelSize) -> Detection? {
        var found = self
        let own = corners ?? Region(box).corners
        let mapped = own.map(region.photo)
        found.box = Box(around: mapped).clipped(to: photo)
        found.corners = region.angle == 0 && corners == nil ? nil : mapped
        for index in found.keypoints.indices { found.keypoints[index].point = region.photo(keypoints[index].point) }
        return found.box.width > 0 && found.box.height > 0 ? found : nil
    }
}

extension FindingList {
    /// Objects with a box, by descending confidence.
    public static func detections(_ list: [Detection]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var detections: [Detection]? {
        get { self[of: Detection.self] }
        set { self[of: Detection.self] = newValue }
    }
}
