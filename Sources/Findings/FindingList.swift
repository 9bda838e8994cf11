/// What one detector found, as the list of its task's own kind.
///
/// A list knows its kind also where it is empty.
public struct FindingList: Sendable, Hashable {
    /// All kinds of findings, in the order of a record's keys: the one place that lists them.
    package static let kinds: [any FindingKind.Type] = [
        Detection.self, ClassScore.self, Pose.self, InstanceMask.self, TextLine.self, Code.self, Page.self,
        ContentItem.self, GS1Element.self,
    ]

    private var list: any KindList

    /// A list of one kind.
    package init<Kind: FindingKind>(_ items: [Kind]) { list = ListOf(items: items) }

    /// The list of a kind; nil where it is of another.
    package subscript<Kind: FindingKind>(of kind: Kind.Type) -> [Kind]? {
        // A cast of the array itself would succeed for every kind where it is empty.
        get { (list as? ListOf<Kind>)?.items }
        set { if let newValue { list = ListOf(items: newValue) } }
    }

    /// The kind of its findings.
    package var kind: any FindingKind.Type { list.kind }

    /// Whether it is the kind of list that detectors of a task fill.
    public func isOf(_ task: DetectorTask) -> Bool { kind == task.nothing.kind }

    /// The kind's name, which is the list's key in records.
    public var name: String { kind.listName }

    /// The findings, whatever their kind.
    public var items: [any Finding] { list.findings }

    /// Whether detectors keep those of this kind that are over a threshold; others keep a number, or all.
    public var isOverThreshold: Bool { kind.choice == .overThreshold }

    /// The findings that the detector stands by: of classes the first alone, as the others are what it could be instead.
    public var answers: [any Finding] { kind.choice == .likeliest ? Array(items.prefix(1)) : items }

    /// The first findings: the most confident ones, or of what is read the first in reading order.
    public func first(_ count: Int) -> FindingList { list.first(count) }

    /// The findings that are to be kept, in their order.
    public func filtered(_ isKept: (any Finding) -> Bool) -> FindingList { list.filtered(isKept) }

    /// These findings and further ones of the same kind, the most confident first where the kind goes by a threshold.
    func joined(with others: FindingList) -> FindingList { list.joined(with: others) }

    /// Where each of these findings stands in another list; nil for one that is not in it.
    package func places(in other: FindingList) -> [Int?] { list.places(in: other) }

    /// The finding whose middle is nearest to a point, alone; what has no place stays as it is.
    public func nearest(to point: Point) -> FindingList { list.nearest(to: point) }

    /// The same findings in the photo, where the detector saw only a region of it.
    ///
    /// - Parameter photo: The photo's size; what lies outside is cut off.
    public func mapped(from region: Region, in photo: PixelSize) -> FindingList { list.mapped(from: region, in: photo) }

    /// The same findings with each corner moved by a map between two planes; nil for kinds that are more than corners.
    public func mapped(_ map: (Point) -> Point) -> FindingList? {
        (kind as? any PlaneFinding.Type)?.mapped(self, map)
    }

    /// What its findings say and where, in whole pixels, as texts.
    package var gist: [String] {
        // The classes behind the first are no answer, and no class is one of its own.
        if kind.choice == .likeliest { return [list.findings.first?.label ?? ""] }
        return list.gist
    }

    /// Whether both are of the same kind and have the same findings.
    public static func == (a: FindingList, b: FindingList) -> Bool { AnyHashable(a.list) == AnyHashable(b.list) }

    /// Hashes the findings.
    public func hash(into hasher: inout Hasher) { list.hash(into: &hasher) }
}

/// An object with one list, under the name of its kind.
extension FindingList: Codable {
    /// Reads the object's list; throws `DecodingError` where it has none.
    public init(from decoder: any Decoder) throws {
        let lists = try decoder.container(keyedBy: ListName.self)
        guard let kind = Self.kinds.first(where: { lists.contains(ListName(stringValue: $0.listName)) }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no list of findings"))
        }
        self = try kind.list(in: lists)
    }

    /// Writes an object with one list under its kind's name, such as `detections`.
    public func encode(to encoder: any Encoder) throws {
        var lists = encoder.container(keyedBy: ListName.self)
        try list.encode(in: &lists)
    }
}

private struct ListName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension FindingKind {
    fileprivate static func list(in lists: KeyedDecodingContainer<ListName>) throws -> FindingList {
        FindingList(try lists.decode([Self].self, forKey: ListName(stringValue: listName)))
    }
}

extension Finding {
    fileprivate func distance(to point: Point) -> Double { region?.center.distance(to: point) ?? .infinity }
}

extension PlaneFinding {
    fileprivate static func mapped(_ found: FindingList, _ map: (Point) -> Point) -> FindingList? {
        found[of: Self.self].map { list in FindingList(list.map { $0.mapped(map) }) }
    }
}

/// A list of one kind behind which the kind is hidden.
private protocol KindList: Sendable, Hashable {
    var kind: any FindingKind.Type { get }
    var findings: [any Finding] { get }
    var gist: [String] { get }

    func first(_ count: Int) -> FindingList
    func filtered(_ isKept: (any Finding) -> Bool) -> FindingList
    func joined(with others: FindingList) -> FindingList
    func places(in other: FindingList) -> [Int?]
    func nearest(to point: Point) -> FindingList
    func mapped(from region: Region, in photo: PixelSize) -> FindingList
    func encode(in lists: inout KeyedEncodingContainer<ListName>) throws
}

private struct ListOf<Kind: FindingKind>: KindList {
    var items: [Kind]

    var kind: any FindingKind.Type { Kind.self }
    var findings: [any Finding] { items }
    var gist: [String] { items.flatMap(\.gist) }

    func first(_ count: Int) -> FindingList { FindingList(Array(items.prefix(count))) }

    func filtered(_ isKept: (any Finding) -> Bool) -> FindingList { FindingList(items.filter { isKept($0) }) }

    func places(in other: FindingList) -> [Int?] {
        let others = other[of: Kind.self] ?? []
        guard items != others else { return Array(items.indices) }
        var open: [Kind: [Int]] = [:]
        // Of findings that are the same, the first is the first.
        for (place, item) in others.enumerated().reversed() { open[item, default: []].append(place) }
        return items.map { open[$0]?.popLast() }
    }

    func joined(with others: FindingList) -> FindingList {
        let all = items + (others[of: Kind.self] ?? [])
        guard Kind.choice == .overThreshold else { return FindingList(all) }
        return FindingList(
            all.enumerated().sorted { a, b in
                (b.element.confidence, a.offset) < (a.element.confidence, b.offset)
            }.map(\.element))
    }

    func nearest(to point: Point) -> FindingList {
        let placed = items.filter { $0.region != nil }
        let nearest = placed.enumerated().min { a, b in
            (a.element.distance(to: point), a.offset) < (b.element.distance(to: point), b.offset)
        }
        return nearest.map { FindingList([$0.element]) } ?? FindingList(items)
    }

    func mapped(from region: Region, in photo: PixelSize) -> FindingList {
        FindingList(items.compactMap { $0.mapped(from: region, in: photo) })
    }

    func encode(in lists: inout KeyedEncodingContainer<ListName>) throws {
        try lists.encode(items, forKey: ListName(stringValue: Kind.listName))
    }
}
