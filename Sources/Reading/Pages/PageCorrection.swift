import Findings
import Foundation

/// Makes the flat page out of a photo, and tells the places of one in the other.
public struct PageCorrection: Sendable, Hashable {
    /// The size of the flat page.
    public let size: PixelSize
    /// From pixels of the flat page to those of the upright photo.
    public let toPhoto: Homography
    /// From pixels of the upright photo to those of the flat page.
    public let toPage: Homography

    /// The way for one page.
    ///
    /// - Parameters:
    ///   - page: as it was found; its corners may lie outside of the photo.
    ///   - inset: The share of the sides that is left out on each of the four: paper ends in a rim of background and shadow,
    ///     which text recognition takes for print. 0 to 0.1.
    /// - Throws: `PagesError` where the corners do not frame an area.
    public init(_ page: Page, inset: Double = 0.004) throws(PagesError) {
        guard (0...0.1).contains(inset) else {
            throw PagesError(.setting, "\(inset) of a page's sides is left out; give 0 to 0.1")
        }
        let full = page.flatSize
        let corners = page.corners.corners
        guard (1...Self.most).contains(full.width), (1...Self.most).contains(full.height), full.area <= Self.largest,
            corners.allSatisfy({ abs($0.x) < 1e7 && abs($0.y) < 1e7 }), corners.turnsOneWay,
            let whole = Homography(square: page.corners, size: full)
        else {
            throw PagesError(
                .corners, "the corners of the page frame no area to make flat: \(corners); give four, clockwise")
        }
        let (left, top) = (Int(Double(full.width) * inset), Int(Double(full.height) * inset))
        size = PixelSize(width: full.width - 2 * left, height: full.height - 2 * top)
        toPhoto = whole.after(Homography(rows: [1, 0, Double(left), 0, 1, Double(top), 0, 0, 1]))
        guard let toPage = toPhoto.inverse else {
            throw PagesError(.corners, "the corners of the page frame no area that can be made flat: \(corners)")
        }
        self.toPage = toPage
    }

    /// More pixels a side than any photo has.
    private static let most = 100_000
    /// More pixels than any photo has; a page of that many takes 1.2 GB.
    private static let largest = 400_000_000

    /// A quadrilateral on the flat page as it lies in the photo.
    public func photo(_ corners: Quadrilateral) -> Quadrilateral { corners.mapped(toPhoto.map) }

    /// A quadrilateral in the photo as it lies on the flat page.
    public func page(_ corners: Quadrilateral) -> Quadrilateral { corners.mapped(toPage.map) }

    /// The flat page.
    ///
    /// Where a pixel of the page stands for several of the photo they are averaged first, so that thin strokes do not fall
    /// between samples. What lies outside of the photo is white.
    /// - Parameters:
    ///   - pixels: 8-bit red, green and blue of the upright photo, interleaved, without gaps.
    ///   - photo: the photo's size.
    /// - Throws: `PagesError` where the bytes do not fit the size.
    public func flat(
        from pixels: UnsafeRawBufferPointer, size photo: PixelSize, enhancement: PageEnhancement = .none
    ) throws(PagesError) -> FlatPage {
        try PagesError.check(pixels, photo)
        let page = PageSampler(pixels, size: photo, correction: self).page()
        switch enhancement {
        case .none: return page
        case .shadows: return page.withoutShadows()
        case .blackAndWhite: return page.blackAndWhite()
        }
    }
}

extension [Point] {
    /// Whether a closed way turns right, or left, at each of its corners.
    fileprivate var turnsOneWay: Bool {
        let turns = indices.map { place -> Double in
            let next = self[(place + 1) % count]
            let (one, other) = (next - self[place], self[(place + 2) % count] - next)
            return one.x * other.y - one.y * other.x
        }
        return turns.allSatisfy { $0 > 1e-6 } || turns.allSatisfy { $0 < -1e-6 }
    }
}

extension Homography {
    /// The map from a picture's area to four corners; nil where they frame no area.
    ///
    /// After Heckbert, Fundamentals of texture mapping and image warping (1989), section 2.2.3.
    init?(square corners: Quadrilateral, size: PixelSize) {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let sum = a - b + c - d
        let (one, two) = (b - c, d - c)
        let turn = one.x * two.y - one.y * two.x
        guard turn != 0, turn.isFinite else { return nil }
        let g = (sum.x * two.y - sum.y * two.x) / turn
        let h = (one.x * sum.y - one.y * sum.x) / turn
        let (width, height) = (Double(size.width), Double(size.height))
        let rows = [
            (b.x - a.x + g * b.x) / width, (d.x - a.x + h * d.x) / height, a.x,
            (b.y - a.y + g * b.y) / width, (d.y - a.y + h * d.y) / height, a.y,
            g / width, h / height, 1,
        ]
        guard rows.allSatisfy(\.isFinite) else { return nil }
        self.init(rows: rows)
    }
}
