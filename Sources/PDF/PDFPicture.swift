import Findings

/// A picture in one of the forms that PDF pages show.
public struct PDFPicture: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case jpeg(components: Int)
        case fax
    }

    /// In pixels.
    public let size: PixelSize
    let bytes: [UInt8]
    let content: Content

    /// A JPEG as it is, grey or in colour; its pixels must be upright, since PDF does not look at EXIF.
    ///
    /// - Throws: `PDFError` where the bytes are no JPEG of one or three components with 8 bits each.
    public init(jpeg bytes: [UInt8]) throws(PDFError) {
        guard let frame = JPEGFrame(bytes), frame.bits == 8, [1, 3].contains(frame.components) else {
            throw PDFError(.picture, "the picture of a page is no grey or coloured JPEG of 8 bits; write it anew")
        }
        size = frame.size
        self.bytes = bytes
        content = .jpeg(components: frame.components)
    }

    /// A page in black and white, packed as fax machines do (ITU-T T.6): some 50 KB for an A4 page of 300 dpi.
    ///
    /// - Parameter grey: One byte a pixel, row by row; below 128 is black.
    /// - Throws: `PDFError` where the bytes do not fit the size.
    public init(blackAndWhite grey: [UInt8], size: PixelSize) throws(PDFError) {
        let (area, tooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        guard size.width > 0, size.height > 0, !tooLarge, grey.count == area else {
            throw PDFError(
                .picture, "a page of \(size.width) by \(size.height) pixels needs one byte a pixel, not \(grey.count)")
        }
        self.size = size
        bytes = FaxEncoder.encode(grey, size: size)
        content = .fax
    }

    /// What the page says of the picture, without its length.
    var dictionary: String {
        let shape = "/Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height)"
        switch content {
        case .jpeg(let components):
            let space = components == 1 ? "/DeviceGray" : "/DeviceRGB"
            return "\(shape) /ColorSpace \(space) /BitsPerComponent 8 /Filter /DCTDecode"
        case .fax:
            let parameters = "<< /K -1 /Columns \(size.width) /Rows \(size.height) >>"
            return
                "\(shape) /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms \(parameters)"
        }
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
