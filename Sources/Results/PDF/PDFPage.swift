import Findings

/// One page: a picture in its real size, and what is read in it.
public struct PDFPage: Sendable, Hashable {
    /// What is seen.
    public var picture: PDFPicture
    /// Pixels of the picture an inch: 300 makes a picture 2,480 pixels wide as wide as A4.
    public var resolution: Double
    /// What is found and copied.
    public var lines: [TextLine]
    /// The size of the picture in which the lines have their corners; the picture's own where the same.
    public var coordinates: PixelSize

    /// A page from its parts.
    ///
    /// - Parameters:
    ///   - resolution: In pixels an inch. A page is at most 200 inches wide and high: a larger one is made smaller.
    ///   - coordinates: The size in which the lines have their corners, where the picture has been made smaller since.
    public init(picture: PDFPicture, resolution: Double, lines: [TextLine] = [], coordinates: PixelSize? = nil) {
        self.picture = picture
        self.resolution = resolution
        self.lines = lines
        self.coordinates = coordinates ?? picture.size
    }

    /// Points of 1/72 inch for each pixel.
    var pointsPerPixel: Double {
        let wanted = resolution.isFinite && resolution > 0 ? 72 / resolution : 72 / 300
        // Viewers show up to 14,400 points (ISO 32000-1, annex C).
        let longest = Double(max(picture.size.width, picture.size.height, 1))
        let shortest = Double(max(min(picture.size.width, picture.size.height), 1))
        return min(max(wanted, 0.01 / shortest), 14_400 / longest)
    }

    /// In points.
    var size: (width: Double, height: Double) {
        (Double(picture.size.width) * pointsPerPixel, Double(picture.size.height) * pointsPerPixel)
    }
}
