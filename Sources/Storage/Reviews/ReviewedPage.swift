import Findings
import Geometry

/// A page of paper as a user wants it.
public struct ReviewedPage: Sendable, Hashable, Codable {
    /// In pixels of the upright photo; the top left corner is that of the page as it is read.
    public var corners: Quadrilateral
    /// The finder's confidence; nil where the corners were placed by hand, or confirmed.
    public var confidence: Double?
    /// The index among what the detector found; nil where it was drawn by hand.
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

extension Page: ReviewedFinding {
    package typealias Said = [ReviewedPage]

    /// More pages than any photo has.
    package static let mostPages = 1000

    package static func check(_ review: FindingReview) throws(ReviewBookError) {
        let pages = review.pages.values.joined()
        guard pages.count <= mostPages else {
            throw ReviewBookError(.impossible, "A photo has at most \(mostPages) pages.")
        }
        guard pages.allSatisfy({ $0.corners.isNearThePhoto && ($0.confidence ?? 0).isShare && ($0.origin ?? 0) >= 0 })
        else { throw ReviewBookError(.impossible, "A page has four corners near the photo.") }
    }

    package static func corrected(_ found: [[Page]], as said: [ReviewedPage], in scene: ReviewedScene) -> [[Page]] {
        guard let size = scene.size else { return found }
        let known = Array(found.joined())
        return first(said.map { Page($0, known: known, photo: size) }, of: found)
    }
}

extension FindingReview {
    /// The pages that there are, by detector; a detector that is not here found what is there.
    public var pages: [String: [ReviewedPage]] {
        get { self[of: Page.self] }
        set { self[of: Page.self] = newValue }
    }
}

extension Page {
    /// A page as a user wants it; one whose corners were placed by hand is certain, and has the shape that they give it.
    fileprivate init(_ reviewed: ReviewedPage, known: [Page], photo: PixelSize) {
        let confidence = reviewed.confidence ?? 1
        if let found = known.first(where: { $0.corners.isAt(reviewed.corners) }) {
            self.init(confidence: confidence, corners: found.corners, flatSize: found.flatSize)
        } else {
            self.init(
                confidence: confidence, corners: reviewed.corners,
                flatSize: SheetShape.size(reviewed.corners, in: photo))
        }
    }
}
