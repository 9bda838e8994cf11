import Findings

extension Homography {
    /// The map that brings an upright rectangle, its top left corner at 0,0, onto four corners; nil where they enclose
    /// nothing.
    ///
    /// The formula is that of P. Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    init?(rectangle size: PixelSize, onto corners: Quadrilateral) {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let (right, below, sum) = (b - c, d - c, a - b + c - d)
        let determinant = right.x * below.y - below.x * right.y
        guard size.width > 0, size.height > 0, determinant.isFinite, determinant != 0 else { return nil }
        let g = (sum.x * below.y - below.x * sum.y) / determinant
        let h = (right.x * sum.y - sum.x * right.y) / determinant
        let (width, height) = (Double(size.width), Double(size.height))
        self.init(rows: [
            (b.x - a.x + g * b.x) / width, (d.x - a.x + h * d.x) / height, a.x,
            (b.y - a.y + g * b.y) / width, (d.y - a.y + h * d.y) / height, a.y,
            g / width, h / height, 1,
        ])
    }
}
