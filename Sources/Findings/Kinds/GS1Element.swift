/// One element of a GS1 code: an application identifier with its value, such as a batch or the date of expiry.
public struct GS1Element: Hashable, Sendable, Codable {
    /// The application identifier, such as `01`; empty where the code goes on with none that is known.
    public var identifier: String
    /// GS1's data title of the identifier, such as `GTIN`; `unknown` without an identifier.
    public var title: String
    /// The value as it stands in the code; without an identifier all that stands there.
    public var text: String
    /// What a sound text means where that is more than itself: a date as ISO 8601 has it, a measure with its decimals and its
    /// unit, an amount after its currency's number.
    public var value: String?
    /// Whether the text is as the identifier asks: its length, characters, check digit and date.
    public var isSound: Bool
    /// Those of the code, in pixels of the upright photo.
    public var corners: Quadrilateral

    /// An element from its parts.
    public init(
        identifier: String, title: String, text: String, value: String? = nil, isSound: Bool, corners: Quadrilateral
    ) {
        self.identifier = identifier
        self.title = title
        self.text = text
        self.value = value
        self.isSound = isSound
        self.corners = corners
    }
}

extension GS1Element: PlaneFinding {
    /// The title.
    public var label: String { title }
    /// What the text means, else the text.
    public var reading: String? { value ?? text }
    /// What the text means, and the text as it stands in the code.
    public var searchTexts: [SearchText] {
        let printed = SearchText(value == nil ? .reading : .printed, text, confidence: confidence, in: corners)
        return (value.map { [SearchText(.reading, $0, confidence: confidence, in: corners)] } ?? []) + [printed]
    }
    /// Always 1, as that of the code.
    public var confidence: Double { 1 }
    /// Nil: the code that it stands in is reviewed.
    public var doubt: Double? { nil }
    /// The rectangle around the code's corners.
    public var region: Region? { Region(corners: corners.corners) }
    /// Nil: elements have no class.
    public var classIndex: Int? { nil }
    /// Whether the identifier is one and the text no longer than a code's.
    public var isWellFormed: Bool {
        identifier.utf8.count <= 4 && identifier.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && text.utf8.count <= 1 << 16
    }
    /// The four corners of the code.
    public var points: [Point] { corners.corners }

    package static let listName = "elements"
    package static let noun: String? = "element"
    package static let format = ValueFormat.object(
        GS1Element(identifier: "", title: "", text: "", isSound: false, corners: .nowhere),
        [
            RecordKey("identifier", \.identifier, .text), RecordKey("title", \.title, .text),
            RecordKey("text", \.text, .text), RecordKey("value", optional: \.value, .text),
            RecordKey("isSound", \.isSound, .bool), RecordKey("corners", \.corners, .corners),
        ])
    package var gist: [String] { ["\(identifier) \(text)"] + corners.corners.gist }

    /// The same element with each corner moved by a map between two planes.
    public func mapped(_ map: (Point) -> Point) -> GS1Element {
        var element = self
        element.corners = corners.mapped(map)
        return element
    }
}

extension FindingList {
    /// Elements of GS1 codes, those of one code in its order.
    public static func elements(_ list: [GS1Element]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var elements: [GS1Element]? {
        get { self[of: GS1Element.self] }
        set { self[of: GS1Element.self] = newValue }
    }
}
