import Findings

/// A page of paper as a user wants it.
public struct ReviewedPage: Sendable, Hashable, Codable {
    /// In pixels of the upright photo; the top left corner is that of the page as it is read.
    public var corners: Quadrilateral
    /// The finder's confidence; nil where a user placed the corners, or says that they are right.
    public var confidence: Double?
    /// The index among what the detector found; nil where a user drew the page.
    public var origin: Int?

    /// A page from its parts.
    public init(corners: Quadrilateral, confidence: Double? = nil, origin: Int? = nil) {
        self.corners = corners
        self.confidence = confidence
        self.origin = origin
    }

    private enum CodingKeys: CodingKey { case corners, confidence, origin }

    /// Reads it; corners are a list of four points, clockwise from the top left.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        corners = try keys.decode(CornerList.self, forKey: .corners).corners
        confidence = try keys.decodeIfPresent(Double.self, forKey: .confidence)
        origin = try keys.decodeIfPresent(Int.self, forKey: .origin)
    }

    /// Writes it as it is read; what is nil is left out.
    public func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(CornerList(corners), forKey: .corners)
        try keys.encodeIfPresent(confidence, forKey: .confidence)
        try keys.encodeIfPresent(origin, forKey: .origin)
    }
}

extension FindingReview {
    /// More pages than any photo has.
    static let mostPages = 1000

    /// - Throws: ``ReviewBookError`` for pages that no photo can show.
    func checkPages() throws {
        let pages = pages.values.joined()
        guard pages.count <= Self.mostPages else {
            throw ReviewBookError(.impossible, "A photo has at most \(Self.mostPages) pages.")
        }
        guard pages.allSatisfy({ $0.corners.isNearThePhoto && ($0.confidence ?? 0).isShare && ($0.origin ?? 0) >= 0 })
        else { throw ReviewBookError(.impossible, "A page has four corners near the photo.") }
    }
}

/// Four corners as clients send them and books keep them: a list of points, clockwise from the top left.
struct CornerList: Codable {
    let corners: Quadrilateral

    init(_ corners: Quadrilateral) { self.corners = corners }

    init(from decoder: any Decoder) throws {
        let list = try decoder.singleValueContainer()
        guard let corners = Quadrilateral(try list.decode([Point].self)) else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "there are four corners")
        }
        self.corners = corners
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.singleValueContainer()
        try list.encode(corners.corners)
    }
}

extension Quadrilateral {
    /// Whether a photo can have it: near it, if not in it.
    var isNearThePhoto: Bool { corners.allSatisfy { abs($0.x) <= 999_999 && abs($0.y) <= 999_999 } }
}
