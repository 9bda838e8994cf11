import Findings
import Registration

/// A part of a photo.
struct PhotoPart {
    /// Where its first pixel lies in the photo.
    let left: Int
    let top: Int
    let size: PixelSize
    let photo: PixelSize

    /// Nil where the photo has no pixels.
    init?(size: PixelSize, around box: Box) {
        guard size.width > 0, size.height > 0 else { return nil }
        photo = size
        left = min(max(Int(box.x), 0), size.width - 1)
        top = min(max(Int(box.y), 0), size.height - 1)
        self.size = PixelSize(
            width: max(1, min(Int(box.right.rounded(.up)), size.width) - left),
            height: max(1, min(Int(box.bottom.rounded(.up)), size.height) - top))
    }

    /// Lends a reader of the part, averaged until a pixel is at most about as large as `scale` pixels of the photo.
    ///
    /// - Parameter source: The whole photo's pixels.
    func withReader(of source: UnsafeBufferPointer<UInt8>, toAbout scale: Double, _ body: (PhotoReader) -> Void) {
        let rowBytes = photo.width * 3
        guard let first = source.baseAddress.map({ $0 + top * rowBytes + left * 3 }) else { return }
        var step = 1
        var raster: Raster?
        while scale / Double(step) >= 1.5,
            let half = raster.map({ $0.halved() }) ?? Raster(halving: first, size: size, rowBytes: rowBytes)
        {
            raster = half
            step *= 2
        }
        guard let raster else {
            return body(PhotoReader(self, first: first, size: size, rowBytes: rowBytes, step: 1))
        }
        raster.bytes.withUnsafeBufferPointer { bytes in
            guard let first = bytes.baseAddress else { return }
            body(PhotoReader(self, first: first, size: raster.size, rowBytes: raster.size.width * 3, step: step))
        }
    }
}

/// Reads a part of a photo between its pixels; valid only inside ``PhotoPart/withReader(of:toAbout:_:)``.
struct PhotoReader {
    private let first: UnsafePointer<UInt8>
    private let rowBytes: Int
    private let left: Double
    private let top: Double
    /// How many of the part's pixels a pixel of the photo is.
    private let factor: Double
    private let lastColumn: Double
    private let lastRow: Double
    private let columnsBefore: Int
    private let rowsBefore: Int
    private let photoWidth: Double
    private let photoHeight: Double

    /// - Parameters:
    ///   - size: The part's size in pixels of `step` by `step` pixels of the photo.
    ///   - step: A power of two.
    init(_ part: PhotoPart, first: UnsafePointer<UInt8>, size: PixelSize, rowBytes: Int, step: Int) {
        self.first = first
        self.rowBytes = rowBytes
        (left, top) = (Double(part.left), Double(part.top))
        factor = 1 / Double(step)
        (columnsBefore, rowsBefore) = (size.width - 1, size.height - 1)
        (lastColumn, lastRow) = (Double(columnsBefore), Double(rowsBefore))
        (photoWidth, photoHeight) = (Double(part.photo.width), Double(part.photo.height))
    }

    /// Writes the colour at a place of the photo, between its four nearest pixels; false outside the photo.
    @inline(__always)
    func sample(x: Double, y: Double, into out: UnsafeMutablePointer<UInt8>) -> Bool {
        guard x >= 0, y >= 0, x < photoWidth, y < photoHeight else { return false }
        let u = Int(min(max((x - left) * factor - 0.5, 0), lastColumn) * 256)
        let v = Int(min(max((y - top) * factor - 0.5, 0), lastRow) * 256)
        let (column, row) = (u &>> 8, v &>> 8)
        let (across, down) = (UInt64(truncatingIfNeeded: u & 255), UInt64(truncatingIfNeeded: v & 255))
        let right = column < columnsBefore ? 3 : 0
        let upper = first + (row &* rowBytes &+ column &* 3)
        let lower = upper + (row < rowsBefore ? rowBytes : 0)
        // The three channels are reckoned with together, 16 bits for each; then green alone, since 24 bits are needed for each.
        let above = upper.colour &* (256 &- across) &+ (upper + right).colour &* across
        let below = lower.colour &* (256 &- across) &+ (lower + right).colour &* across
        let sides = Self.sides
        let redAndBlue = (above & sides) &* (256 &- down) &+ (below & sides) &* down &+ 0x8000_0000_8000
        let green = (above &>> 16 & 0xFFFF) &* (256 &- down) &+ (below &>> 16 & 0xFFFF) &* down &+ 0x8000
        out[0] = UInt8(truncatingIfNeeded: redAndBlue &>> 16)
        out[1] = UInt8(truncatingIfNeeded: green &>> 16)
        out[2] = UInt8(truncatingIfNeeded: redAndBlue &>> 48)
        return true
    }

    /// The bits of red and blue in a colour.
    private static let sides: UInt64 = 0xFFFF_0000_FFFF
}

extension UnsafePointer<UInt8> {
    /// The three bytes here, each in 16 bits.
    @inline(__always)
    fileprivate var colour: UInt64 { UInt64(self[0]) | UInt64(self[1]) &<< 16 | UInt64(self[2]) &<< 32 }
}
