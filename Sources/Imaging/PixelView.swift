import Findings

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
