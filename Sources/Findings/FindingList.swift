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
    /// Lines of text, in reading order.
    case texts([TextLine])
    /// Barcodes and other codes, from the top down.
    case codes([Code])
    /// Pages of paper, by descending confidence.
    case pages([Page])
    /// Parts of the layout and pieces of data, in reading order.
    case contents([ContentItem])

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

    /// The list of this kind; nil where it is of another.
    public var texts: [TextLine]? {
        get { if case .texts(let list) = self { list } else { nil } }
        set { if let newValue { self = .texts(newValue) } }
    }

    /// The list of this kind; nil where it is of another.
    public var codes: [Code]? {
        get { if case .codes(let list) = self { list } else { nil } }
        set { if let newValue { self = .codes(newValue) } }
    }

    /// The list of this kind; nil where it is of another.
    public var pages: [Page]? {
        get { if case .pages(let list) = self { list } else { nil } }
        set { if let newValue { self = .pages(newValue) } }
    }

    /// The list of this kind; nil where it is of another.
    public var contents: [ContentItem]? {
        get { if case .contents(let list) = self { list } else { nil } }
        set { if let newValue { self = .contents(newValue) } }
    }

    /// Whether it is the kind of list that detectors of a task fill.
    public func isOf(_ task: DetectorTask) -> Bool { name == task.nothing.name }

    /// The kind's name, which is the list's key in records.
    public var name: String {
        switch self {
        case .detections: "detections"
        case .classes: "classes"
        case .poses: "poses"
        case .masks: "masks"
        case .texts: "texts"
        case .codes: "codes"
        case .pages: "pages"
        case .contents: "contents"
        }
    }

    /// The findings, whatever their kind.
    public var items: [any Finding] {
        switch self {
        case .detections(let list): list
        case .classes(let list): list
        case .poses(let list): list
        case .masks(let list): list
        case .texts(let list): list
        case .codes(let list): list
        case .pages(let list): list
        case .contents(let list): list
        }
    }

    /// Whether detectors keep those of this kind that are over a threshold; others keep a number, or all.
    public var isOverThreshold: Bool {
        switch self {
        case .detections, .poses, .masks: true
        case .classes, .texts, .codes, .pages, .contents: false
        }
    }

    /// The findings that the detector stands by: of classes the first alone, as the others are what it could be instead.
    public var answers: [any Finding] {
        if case .classes(let list) = self { Array(list.prefix(1)) } else { items }
    }

    /// The first findings: the most confident ones, or of what is read the first in reading order.
    public func first(_ count: Int) -> FindingList {
        switch self {
        case .detections(let list): .detections(Array(list.prefix(count)))
        case .classes(let list): .classes(Array(list.prefix(count)))
        case .poses(let list): .poses(Array(list.prefix(count)))
        case .masks(let list): .masks(Array(list.prefix(count)))
        case .texts(let list): .texts(Array(list.prefix(count)))
        case .codes(let list): .codes(Array(list.prefix(count)))
        case .pages(let list): .pages(Array(list.prefix(count)))
        case .contents(let list): .contents(Array(list.prefix(count)))
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
        case .texts, .codes, .pages, .contents: mapped(region.photo) ?? self
        }
    }

    /// The same findings with each corner moved by a map between two planes; nil for kinds that are more than corners.
    public func mapped(_ map: (Point) -> Point) -> FindingList? {
        switch self {
        case .texts(let list): .texts(list.map { $0.mapped(map) })
        case .codes(let list): .codes(list.map { $0.mapped(map) })
        case .pages(let list): .pages(list.map { $0.mapped(map) })
        case .contents(let list): .contents(list.map { $0.mapped(map) })
        case .classes: self
        case .detections, .poses, .masks: nil
        }
    }
}

/// An object with one list, under the name of its kind.
extension FindingList: Codable {
    private enum CodingKeys: String, CodingKey {
        case detections, classes, poses, masks, texts, codes, pages, contents
    }

    /// Reads the object's list; throws `DecodingError` where it has none.
    public init(from decoder: any Decoder) throws {
        let lists = try decoder.container(keyedBy: CodingKeys.self)
        switch lists.allKeys.first {
        case .detections: self = .detections(try lists.decode([Detection].self, forKey: .detections))
        case .classes: self = .classes(try lists.decode([ClassScore].self, forKey: .classes))
        case .poses: self = .poses(try lists.decode([Pose].self, forKey: .poses))
        case .masks: self = .masks(try lists.decode([InstanceMask].self, forKey: .masks))
        case .texts: self = .texts(try lists.decode([TextLine].self, forKey: .texts))
        case .codes: self = .codes(try lists.decode([Code].self, forKey: .codes))
        case .pages: self = .pages(try lists.decode([Page].self, forKey: .pages))
        case .contents: self = .contents(try lists.decode([ContentItem].self, forKey: .contents))
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
        case .texts(let list): try lists.encode(list, forKey: .texts)
        case .codes(let list): try lists.encode(list, forKey: .codes)
        case .pages(let list): try lists.encode(list, forKey: .pages)
        case .contents(let list): try lists.encode(list, forKey: .contents)
        }
    }
}
