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

/// A JPEG as PDF pages show it.
public struct PDFPicture: Sendable, Hashable {
    /// In pixels.
    public let size: PixelSize
    let bytes: [UInt8]
    private let components: Int

    /// A JPEG as it is, grey or in colour; its pixels must be upright, since PDF does not look at EXIF.
    ///
    /// - Throws: `PDFError` where the bytes are no JPEG of one or three components with 8 bits each.
    public init(jpeg bytes: [UInt8]) throws(PDFError) {
        guard let frame = JPEGFrame(bytes), frame.bits == 8, [1, 3].contains(frame.components) else {
            throw PDFError(.picture, "the picture of a page is no grey or coloured JPEG of 8 bits; write it anew")
        }
        size = frame.size
        self.bytes = bytes
        components = frame.components
    }

    /// What the page says of the picture, without its length.
    var dictionary: String {
        let shape = "/Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height)"
        let space = components == 1 ? "/DeviceGray" : "/DeviceRGB"
        return "\(shape) /ColorSpace \(space) /BitsPerComponent 8 /Filter /DCTDecode"
    }
}

/// What the frame header of a JPEG says (ITU-T T.81, B.2.2).
struct JPEGFrame {
    let size: PixelSize
    let components: Int
    let bits: Int

    init?(_ bytes: [UInt8]) {
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var place = 2
        while place + 9 < bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            // Markers without a length.
            if marker == 0x01 || (0xD0...0xD7).contains(marker) {
                place += 2
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                bits = Int(bytes[place + 4])
                let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                size = PixelSize(width: Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]), height: height)
                components = Int(bytes[place + 9])
                // Pages show Huffman-coded pictures only: baseline, extended or progressive.
                guard size.width > 0, height > 0, marker <= 0xC2 else { return nil }
                return
            }
            guard length >= 2, marker != 0xDA, marker != 0xD9 else { return nil }
            place += 2 + length
        }
        return nil
    }
}
