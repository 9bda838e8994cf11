import Findings
import Foundation
import Geometry

/// Finds pages of paper, cards and sheets in a photo: their four corners, by the lines of their edges.
///
/// The photo is made small, once with its print and once without; lines through its edges form quadrilaterals, which are
/// judged by how much of their sides is edge and by the colours on both sides of it. The sides of what remains are found
/// again in the photo's own pixels. A picture that is all paper and print is a page itself: scans show no edge.
public struct PageFinder: Sendable {
    private let settings: PageFinderSettings

    /// A finder of what the settings count as a page.
    public init(settings: PageFinderSettings = PageFinderSettings()) { self.settings = settings }

    /// The pages of a photo, the surest first.
    ///
    /// A page that the photo's edge cuts has its corners there, and one that fills the photo has the photo's own. The top left
    /// corner is the one that makes the page upright on the photo: which way its print runs is not looked at.
    /// - Parameters:
    ///   - pixels: 8-bit red, green and blue of the upright photo, interleaved, without gaps.
    ///   - size: of the photo.
    /// - Throws: `ReadingError` where the bytes do not fit the size, or a setting is out of its range.
    public func pages(in pixels: UnsafeRawBufferPointer, size: PixelSize) throws(ReadingError) -> [Page] {
        try settings.check()
        try ReadingError.check(pixels, size)
        let found = candidates(pixels, size).prefix(settings.maximum).compactMap { found -> Page? in
            guard found.confidence >= settings.confidence, let corners = Quadrilateral(found.corners) else {
                return nil
            }
            return Page(confidence: found.confidence, corners: corners, flatSize: SheetShape.size(corners, in: size))
        }
        return fillingPage(pixels, size, beside: found).map { [$0] } ?? found
    }

    /// The picture as a whole, where it is a page and those found in it are pictures or boxes on that.
    private func fillingPage(_ pixels: UnsafeRawBufferPointer, _ size: PixelSize, beside found: [Page]) -> Page? {
        let likeness = PageLikeness(pixels, size: size)
        let confidence = likeness.fillingConfidence
        guard confidence > 0, confidence >= settings.confidence else { return nil }
        // Sheets on something white hold all the print of their photo.
        if !found.isEmpty, likeness.printShare(outside: found.map(\.corners.corners)) < 0.25 { return nil }
        let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        return Page(confidence: confidence, corners: Quadrilateral(whole), flatSize: size)
    }

    /// Four sides that may be a page's.
    struct Candidate {
        let confidence: Double
        /// In photo pixels, clockwise from the top left.
        let corners: [Point]
        let judgement: PageJudgement
    }

    /// All that may be pages, the surest first; no two share their place.
    func candidates(_ pixels: UnsafeRawBufferPointer, _ size: PixelSize) -> [Candidate] {
        let (small, judged) = judged(pixels, size)
        guard let small else { return [] }
        let refinement = SideRefinement(pixels, size: size, scale: max(small.scaleX, small.scaleY))
        return Self.groups(judged).map { group, confidence in
            let (page, judgement) = group
            let corners = refinement.refined(page.corners.map(small.photo), isBorder: page.isBorder)
            return Candidate(
                confidence: confidence, corners: Self.upright(corners.map { Self.clamped($0, size) }),
                judgement: judgement)
        }
    }

    private typealias Judged = (page: PageHypothesis, judgement: PageJudgement)

    /// The 24 surest of all that may be pages, and the picture that they were looked for in.
    private func judged(_ pixels: UnsafeRawBufferPointer, _ size: PixelSize) -> (SmallPicture?, [Judged]) {
        let small = SmallPicture(pixels, size: size)
        // Too few pixels for a page with a margin around its edges.
        guard min(small.width, small.height) >= 24 else { return (nil, []) }
        let plain = small.blurred()
        let closed = small.closed(reach: 7).blurred()
        let maps = [EdgeMap(plain), EdgeMap(closed)]
        var lines = maps.flatMap { EdgeLine.lines(of: $0.segments(atLeast: 9, atMost: 600), atMost: 34) }
        lines += Blob.blobs(in: closed, smallest: settings.smallestArea).flatMap(\.sides)
        for place in lines.indices { lines[place].measure(maps) }
        lines += EdgeLine.borders(width: small.width, height: small.height)
        let hypotheses = PageHypotheses(
            lines, width: small.width, height: small.height, smallest: settings.smallestArea)
        var judged = hypotheses.best(80).map { ($0, PageJudgement($0, plain: plain, closed: closed)) }
        judged.sort { $0.1.confidence > $1.1.confidence }
        return (small, Array(judged.prefix(24)))
    }

    /// Of each place the sharpest of those that are almost the same as the surest, which gives its confidence.
    private static func groups(_ judged: [Judged]) -> [(Judged, confidence: Double)] {
        var kept: [(Judged, confidence: Double)] = []
        for best in judged {
            let isNew = kept.allSatisfy { !sharesPlace(best.page.corners, with: $0.0.page.corners) }
            guard isNew else { continue }
            let same = judged.filter { isSame($0.page.corners, as: best.page.corners) }
            let sharpest = same.max { $0.judgement.sharpness < $1.judgement.sharpness } ?? best
            kept.append((sharpest, best.judgement.confidence))
        }
        return kept
    }

    private static func clamped(_ point: Point, _ size: PixelSize) -> Point {
        Point(x: min(max(point.x, 0), Double(size.width)), y: min(max(point.y, 0), Double(size.height)))
    }

    /// The same corners, beginning with the one from which the page is upright.
    private static func upright(_ corners: [Point]) -> [Point] {
        // The upper side is the one that points most to the right.
        let turns = (0..<4).map { place -> Double in
            let (top, bottom) = (
                corners[(place + 1) % 4] - corners[place], corners[(place + 2) % 4] - corners[(place + 3) % 4]
            )
            let sum = top + bottom
            return sum.x / max(sum.length, 1e-9)
        }
        let first = turns.indices.max { turns[$0] < turns[$1] } ?? 0
        return (0..<4).map { corners[($0 + first) % 4] }
    }

    /// Whether two pages share at least 85 % of what either covers.
    private static func isSame(_ one: [Point], as other: [Point]) -> Bool {
        let overlap = abs(one.clipped(by: other).signedArea)
        return overlap > 0.85 * (abs(one.signedArea) + abs(other.signedArea) - overlap)
    }

    /// Whether two pages cover each other by a good part of the smaller one.
    private static func sharesPlace(_ one: [Point], with other: [Point]) -> Bool {
        let overlap = abs(one.clipped(by: other).signedArea)
        return overlap > 0.3 * min(abs(one.signedArea), abs(other.signedArea))
    }
}

extension [Point] {
    /// The part of a convex shape inside another one, both clockwise (Sutherland and Hodgman, 1974).
    func clipped(by window: [Point]) -> [Point] {
        var shape = self
        for place in window.indices {
            let (from, to) = (window[place], window[(place + 1) % window.count])
            func side(_ p: Point) -> Double { (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x) }
            var next: [Point] = []
            for corner in shape.indices {
                let (a, b) = (shape[corner], shape[(corner + 1) % shape.count])
                let (one, other) = (side(a), side(b))
                if one >= 0 { next.append(a) }
                if (one > 0 && other < 0) || (one < 0 && other > 0) { next.append(a + (b - a) * (one / (one - other))) }
            }
            shape = next
        }
        return shape
    }
}

extension ReadingError {
    /// Checks that a picture has three bytes for each pixel.
    static func check(_ pixels: UnsafeRawBufferPointer, _ size: PixelSize) throws(ReadingError) {
        guard let area = size.area(ofBytes: pixels.count), area * 3 == pixels.count else {
            throw ReadingError(
                .pixels,
                "a picture of \(size.width) by \(size.height) pixels needs three bytes a pixel, and \(pixels.count) came",
                fault: .quiver)
        }
    }
}

/// What counts as a page, and how many are wanted.
public struct PageFinderSettings: Sendable, Hashable, Codable {
    /// Pages that are less sure are left out; 0 to 1.
    public var confidence: Double
    /// At most so many pages of one photo, the surest first.
    public var maximum: Int
    /// The share of the photo's area that a page covers at least, 0 to 1.
    public var smallestArea: Double

    /// By default pages that are more likely than not, at most eight, from 4 % of the photo's area.
    public init(confidence: Double = 0.5, maximum: Int = 8, smallestArea: Double = 0.04) {
        self.confidence = confidence
        self.maximum = maximum
        self.smallestArea = smallestArea
    }

    func check() throws(ReadingError) {
        guard (0...1).contains(confidence) else {
            throw ReadingError(.setting, "the least confidence of a page is \(confidence); give 0 to 1")
        }
        guard maximum >= 1 else {
            throw ReadingError(.setting, "at most \(maximum) pages a photo are wanted; give 1 or more")
        }
        guard (0.001...1).contains(smallestArea) else {
            throw ReadingError(
                .setting, "the smallest page has \(smallestArea) of the photo's area; give 0.001 to 1")
        }
    }
}
