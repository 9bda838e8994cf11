/// An object with named points, such as a face, a hand or a person.
public struct Pose: Hashable, Sendable, Codable {
    /// What it is, such as `face`, `left hand` or `person`.
    public var label: String
    /// The class's index in the model.
    public var classId: Int
    /// The model's score, 0 to 1.
    public var confidence: Double
    /// How sure the model is of the side that the label names, 0 to 1; nil where the label names none.
    public var sideConfidence: Double?
    /// In pixels of the upright photo.
    public var box: Box
    /// In the order of the kind's ``Skeleton``, in pixels of the upright photo; they may lie outside of it.
    public var keypoints: [Keypoint]
    /// A dense surface, such as MediaPipe's 468 points of a face; nil where none was asked for or found.
    public var mesh: [MeshPoint]?
    /// The pixels of the photo that show it; nil where none were asked for.
    public var mask: RunLengthMask?

    /// A pose in pixels of the upright photo.
    public init(
        label: String, classId: Int, confidence: Double, sideConfidence: Double? = nil, box: Box,
        keypoints: [Keypoint], mesh: [MeshPoint]? = nil, mask: RunLengthMask? = nil
    ) {
        self.label = label
        self.classId = classId
        self.confidence = confidence
        self.sideConfidence = sideConfidence
        self.box = box
        self.keypoints = keypoints
        self.mesh = mesh
        self.mask = mask
    }
}

extension Pose: BoxedFinding {
    /// The box: a pose's own turn is not known.
    public var region: Region? { Region(box) }
    /// Always ``classId``.
    public var classIndex: Int? { classId }
    /// The four corners of the box, and after them the keypoints, then the mesh.
    public var points: [Point] {
        Region(box).corners + keypoints.map(\.point) + (mesh ?? []).map { Point(x: $0.x, y: $0.y) }
    }

    /// The mask.
    public var silhouette: RunLengthMask? { mask }
    /// False where a depth is no number, or a visibility or the side's score is outside of 0 to 1.
    public var isWellFormed: Bool {
        keypoints.allSatisfy {
            ($0.z ?? 0).isFinite && (0...1).contains($0.visibility ?? 0) && $0.metres?.isSound ?? true
        }
            && (mesh ?? []).allSatisfy(\.z.isFinite) && (0...1).contains(sideConfidence ?? 0)
    }

    package static let listName = "poses"
    package static let noun: String? = nil
    package static let format = ValueFormat.object(
        Pose(label: "", classId: 0, confidence: 0, box: .nowhere, keypoints: []),
        [
            RecordKey("label", \.label, .text), RecordKey("classId", \.classId, .classNumber),
            RecordKey("confidence", \.confidence, .share(decimals: 6)),
            RecordKey("sideConfidence", optional: \.sideConfidence, .share(decimals: 6)),
            RecordKey("box", \.box, .box), RecordKey("keypoints", \.keypoints, .list(Keypoint.format)),
            RecordKey("mesh", optional: \.mesh, .list(.meshPoint)), RecordKey("mask", optional: \.mask, .runLengths),
        ])
    package var gist: [String] { [label] + box.gist + keypoints.map(\.point).gist }

    /// The same pose in the photo, where it was found in a region; nil where nothing of its box lies in the photo.
    ///
    /// Keypoints and the mesh move with the region and are not cut off. Depths stay, as a region has the photo's scale.
    /// The mask is drawn anew at the photo's size, each pixel as the region's pixel that lies under its centre.
    package func mapped(from region: Region, in photo: PixelSize) -> Pose? {
        var found = self
        found.box = Box(around: Region(box).corners.map(region.photo)).clipped(to: photo)
        guard found.box.width > 0, found.box.height > 0 else { return nil }
        found.keypoints = keypoints.map { keypoint in
            var moved = keypoint
            moved.point = region.photo(keypoint.point)
            moved.metres = keypoint.metres?.turned(by: region.angle)
            return moved
        }
        found.mesh = mesh?.map { point in
            let moved = region.photo(Point(x: point.x, y: point.y))
            return MeshPoint(x: moved.x, y: moved.y, z: point.z)
        }
        found.mask = mask?.mapped(from: region, in: photo)
        return found
    }
}

extension FindingList {
    /// Faces, hands or people, by descending confidence.
    public static func poses(_ list: [Pose]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var poses: [Pose]? {
        get { self[of: Pose.self] }
        set { self[of: Pose.self] = newValue }
    }
}
