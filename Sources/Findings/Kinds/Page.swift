/// A page of paper, a card or a sheet that lies in a photo.
public struct Page: Hashable, Sendable, Codable {
    /// 0 to 1.
    public var confidence: Double
    /// In pixels of the upright photo; the top left corner is that of the page as it is read.
    public var corners: Quadrilateral
    /// The size of the page seen from straight above, in pixels, with the paper's real ratio of sides.
    public var flatSize: PixelSize

    /// A page from its parts.
    public init(confidence: Double, corners: Quadrilateral, flatSize: PixelSize) {
        self.confidence = confidence
        self.corners = corners
        self.flatSize = flatSize
    }
}

extension Page: PlaneFinding {
    /// Always `page`.
    public var label: String { "page" }
    /// Its label, with its own corners.
    public var searchTexts: [SearchText] { [SearchText(.label, label, confidence: confidence, in: corners)] }
    /// The rectangle around its corners; a page seen from aside is no rectangle, see ``corners``.
    public var region: Region? { Region(corners.bounds) }
    /// Nil: pages have no class.
    public var classIndex: Int? { nil }
    /// The four corners.
    public var points: [Point] { corners.corners }
    /// False where the flat page has no pixels, or more than any photo.
    public var isWellFormed: Bool {
        (1...100_000).contains(flatSize.width) && (1...100_000).contains(flatSize.height)
    }

    package static let listName = "pages"
    package static let noun: String? = "page"
    package static let format = ValueFormat.object(
        Page(confidence: 0, corners: .nowhere, flatSize: PixelSize(width: 1, height: 1)),
        [
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("corners", \.corners, .corners),
            RecordKey("flatSize", \.flatSize, .flatSize),
        ])
    package var gist: [String] { corners.corners.gist }

    /// The same page with each corner moved by a map between two planes.
    public func mapped(_ map: (Point) -> Point) -> Page {
        var page = self
        page.corners = corners.mapped(map)
        return page
    }
}

extension ValueFormat where Value == PixelSize {
    /// `[width, height]`.
    fileprivate static let flatSize = ValueFormat<[Int]>.list(.whole(from: 1)).mapped { sides in
        sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
    } from: {
        [$0.width, $0.height]
    }
}

extension FindingList {
    /// Pages of paper, by descending confidence.
    public static func pages(_ list: [Page]) -> FindingList { FindingList(list) }

    /// The list of this kind; nil where it is of another.
    public var pages: [Page]? {
        get { self[of: Page.self] }
        set { self[of: Page.self] = newValue }
    }
}
