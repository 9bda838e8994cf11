/// What a detector looks for: the word of the settings and of records.
public enum DetectorTask: String, Sendable, Hashable, Codable, CaseIterable {
    /// Objects with a box.
    case detect
    /// Classes of the whole photo or region.
    case classify
    /// Faces with keypoints.
    case faces
    /// Hands with keypoints.
    case hands
    /// People with keypoints.
    case pose
    /// Objects with a mask.
    case segment
    /// Objects with a turned box.
    case obb

    /// The version of the rules that turn a model's output into findings.
    ///
    /// Whoever changes what they answer adds 1: photos that were processed by an older version are processed again.
    public var rulesVersion: Int {
        switch self {
        case .detect, .classify, .faces, .hands, .pose, .segment, .obb: 1
        }
    }

    /// The list that a detector of this task fills, empty.
    public var nothing: FindingList {
        switch self {
        case .detect, .obb: .detections([])
        case .classify: .classes([])
        case .faces, .hands, .pose: .poses([])
        case .segment: .masks([])
        }
    }
}

/// What one detector found, as the list of its task's own kind.
///
/// A new kind of finding is a case here and a file with its type.
public enum FindingList: Sendable, Hashable {
    /// Objects with a box, by descending confidence.
    case detections([Detection])
    /// Classes by descending confidence.
    case classes([ClassScore])
    /// Faces, hands or people, by descending confidence.
    case poses([Pose])
    /// Objects with a mask, by descending confidence.
    case masks([InstanceMask])

    /// The list of this kind; nil where it is of another.
    public var detections: [Detection]? {
        get { if case .detections(let list) = self { list } else { nil } }
        set { if let newValue { self = .detections(newValue) } }
    }

    /// The list of this kind; nil where it is of another.
    public var classes: [ClassScore]? {
        get { if case .classes(let list) = self { list } else { nil } }
        set { if let newValue { self = .classes(newValue) } }
    }

    /// The list of this kind; nil where it is of another.
    public var poses: [Pose]? {
        get { if case .poses(let list) = self { list } else { nil } }
        set { if let newValue { self = .poses(newValue) } }
    }

    /// The list of this kind; nil where it is of another.
    public var masks: [InstanceMask]? {
        get { if case .masks(let list) = self { list } else { nil } }
        set { if let newValue { self = .masks(newValue) } }
    }

    /// Whether it is the kind of list that detectors of a task fill.
    public func isOf(_ task: DetectorTask) -> Bool {
        switch (self, task) {
        case (.detections, .detect), (.detections, .obb), (.classes, .classify), (.poses, .faces), (.poses, .hands),
            (.poses, .pose),
            (.masks, .segment):
            true
        default: false
        }
    }

    /// The findings, whatever their kind.
    public var items: [any Finding] {
        switch self {
        case .detections(let list): list
        case .classes(let list): list
        case .poses(let list): list
        case .masks(let list): list
        }
    }

    /// The first findings, of which the most confident come first.
    public func first(_ count: Int) -> FindingList {
        switch self {
        case .detections(let list): .detections(Array(list.prefix(count)))
        case .classes(let list): .classes(Array(list.prefix(count)))
        case .poses(let list): .poses(Array(list.prefix(count)))
        case .masks(let list): .masks(Array(list.prefix(count)))
        }
    }

    /// The same findings in the photo, where the detector saw only a region of it.
    ///
    /// - Parameter photo: The photo's size; what lies outside is cut off.
    public func mapped(from region: Region, in photo: PixelSize) -> FindingList {
        switch self {
        case .detections(let list): .detections(list.compactMap { $0.mapped(from: region, in: photo) })
        case .poses(let list): .poses(list.compactMap { $0.mapped(from: region, in: photo) })
        case .masks(let list): .masks(list.compactMap { $0.mapped(from: region, in: photo) })
        case .classes: self
        }
    }
}

/// An object with one list, under the name of its kind.
extension FindingList: Codable {
    private enum CodingKeys: String, CodingKey { case detections, classes, poses, masks }

    /// Reads the object's list; throws `DecodingError` where it has none.
    public init(from decoder: any Decoder) throws {
        let lists = try decoder.container(keyedBy: CodingKeys.self)
        switch lists.allKeys.first {
        case .detections: self = .detections(try lists.decode([Detection].self, forKey: .detections))
        case .classes: self = .classes(try lists.decode([ClassScore].self, forKey: .classes))
        case .poses: self = .poses(try lists.decode([Pose].self, forKey: .poses))
        case .masks: self = .masks(try lists.decode([InstanceMask].self, forKey: .masks))
        case nil:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no list of findings"))
        }
    }

    /// Writes an object with one list, `detections` or `classes`.
    public func encode(to encoder: any Encoder) throws {
        var lists = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .detections(let list): try lists.encode(list, forKey: .detections)
        case .classes(let list): try lists.encode(list, forKey: .classes)
        case .poses(let list): try lists.encode(list, forKey: .poses)
        case .masks(let list): try lists.encode(list, forKey: .masks)
        }
    }
}
