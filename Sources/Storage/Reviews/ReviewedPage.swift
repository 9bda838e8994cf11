import Findings

/// A page of paper as a person wants it.
public struct ReviewedPage: Sendable, Hashable, Codable {
    /// In pixels of the upright photo; the top left corner is that of the page as it is read.
    public var corners: Quadrilateral
    /// The finder's confidence; nil where a person placed the corners, or says that they are right.
    public var confidence: Double?
    /// The index among what the detector found; nil where a person drew the page.
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
