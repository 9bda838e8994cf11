import Findings

/// A smaller picture of a photo, as JPEG bytes.
public struct Preview: Sendable, Hashable {
    /// The bytes of a whole JPEG file.
    public let jpeg: [UInt8]
    /// The picture's own width and height.
    public let size: PixelSize
}

extension Photo {
    /// The whole photo, upright, at most `longestSide` pixels long and never larger than it is; without camera data.
    public func preview(longestSide: Int, quality: Int = 80) throws(ImagingError) -> Preview {
        let longest = max(size.width, size.height)
        let share = min(1, Double(longestSide) / Double(longest))
        let small = PixelSize(
            width: max(1, Int((Double(size.width) * share).rounded())),
            height: max(1, Int((Double(size.height) * share).rounded())))
        let (pixels, _) = try input(small, fit: .stretch)
        let jpeg = try Imaging.alone { () throws(ImagingError) in
            try JPEGEncoder.encode(pixels, quality: quality, file: path.printable)
        }
        return Preview(jpeg: jpeg, size: small)
    }
}

extension UprightPhoto {
    /// The part under a box as it is, without camera data; nil where the box lies outside the photo.
    public func closeUp(_ box: Box, quality: Int = 85) throws(ImagingError) -> Preview? {
        guard let rect = PixelRect(touchedBy: box, in: pixels.size) else { return nil }
        return Preview(
            jpeg: try crop(box, quality: quality), size: PixelSize(width: rect.width, height: rect.height))
    }
}
