import Findings

/// Pixels in memory: red, green and blue of 8 bits each, sRGB, interleaved, row by row from the top left.
public struct PixelBuffer: Sendable, Hashable {
    /// The width and height.
    public let size: PixelSize
    /// Three bytes a pixel, without gaps between rows.
    public internal(set) var bytes: [UInt8]

    /// A buffer of given bytes; there must be three for each pixel.
    public init(size: PixelSize, bytes: [UInt8]) {
        precondition(bytes.count == size.area * 3, "a pixel buffer has three bytes for each pixel")
        self.size = size
        self.bytes = bytes
    }

    init(size: PixelSize, filledWith value: UInt8) {
        self.init(size: size, bytes: [UInt8](repeating: value, count: size.area * 3))
    }

    /// Pixels that a closure writes, all of them.
    init(
        size: PixelSize, writing write: (UnsafeMutablePointer<UInt8>) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        var failure: ImagingError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 3) { buffer, filled in
            guard let target = buffer.baseAddress else { return }
            do throws(ImagingError) {
                try write(target)
                filled = size.area * 3
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        self.init(size: size, bytes: bytes)
    }
}

/// A part of a picture's pixels where they lie, lent: nothing is copied.
struct PixelView {
    /// The part's top left pixel.
    let base: UnsafePointer<UInt8>
    /// Of the part.
    let size: PixelSize
    /// Bytes from one row to the next.
    let stride: Int
    /// How many bytes may be read from `base` on: up to the end of the whole picture.
    let readable: Int

    /// The first pixel of a row.
    func row(_ index: Int) -> UnsafePointer<UInt8> { base + index * stride }
}

extension PixelBuffer {
    /// Lends a part of the pixels, which must not be used afterwards; what lies outside of the picture is left out.
    ///
    /// The body is not called where nothing is left, and the answer is nil.
    func withView<Result>(of part: PixelRect, _ body: (PixelView) -> Result) -> Result? {
        let rect = part.clipped(to: size)
        guard !rect.isEmpty else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            let first = (rect.top * size.width + rect.left) * 3
            return buffer.baseAddress.map { base in
                body(
                    PixelView(
                        base: base + first, size: PixelSize(width: rect.width, height: rect.height),
                        stride: size.width * 3, readable: buffer.count - first))
            }
        }
    }

    /// All of it.
    var frame: PixelRect { PixelRect(left: 0, top: 0, width: size.width, height: size.height) }
}

/// A rectangle of whole pixels.
struct PixelRect: Hashable, Sendable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    var right: Int { left + width }
    var bottom: Int { top + height }
    var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The part inside a picture; empty where nothing is.
    func clipped(to size: PixelSize) -> PixelRect {
        let left = min(max(left, 0), size.width)
        let top = min(max(top, 0), size.height)
        return PixelRect(
            left: left, top: top, width: min(right, size.width) - left, height: min(bottom, size.height) - top)
    }

    /// The part within columns; empty where nothing is.
    func clipped(toColumns columns: Range<Int>) -> PixelRect {
        let left = max(left, columns.lowerBound)
        return PixelRect(left: left, top: top, width: min(right, columns.upperBound) - left, height: height)
    }

    /// The columns that lie between two places; all of them where a place is no number.
    func columns(from first: Double, to last: Double) -> Range<Int> {
        guard first.isFinite, last.isFinite else { return left..<max(right, left) }
        let from = Int(min(max(first.rounded(.down), Double(left)), Double(right)))
        let to = Int(min(max(last.rounded(.up), Double(left)), Double(right)))
        return from..<max(to, from)
    }

    func grown(by margin: Int) -> PixelRect {
        PixelRect(left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    func intersects(_ other: PixelRect) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

extension PixelRect {
    /// All pixels that a box touches; nil for a box that is not a number or has no area in the picture.
    init?(touchedBy box: Box, in size: PixelSize) {
        guard [box.x, box.y, box.width, box.height].allSatisfy(\.isFinite) else { return nil }
        let inside = box.clipped(to: size)
        guard inside.width > 0, inside.height > 0 else { return nil }
        let left = Int(inside.x.rounded(.down))
        let top = Int(inside.y.rounded(.down))
        self.init(
            left: left, top: top, width: min(Int(inside.right.rounded(.up)), size.width) - left,
            height: min(Int(inside.bottom.rounded(.up)), size.height) - top)
    }
}
