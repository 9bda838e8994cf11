import Findings

/// Scales 8-bit RGB pixels as Pillow's BICUBIC does: columns first, then rows, each rounded to 8 bits.
///
/// The numbers are those of Pillow up to 12 to the last bit; Pillow 13 begins with the rows where they shrink much more.
enum BicubicResampler {
    /// The pixels of both axes' targets.
    static func resample(_ source: PixelView, columns: BicubicAxis, rows: BicubicAxis) -> PixelBuffer {
        let size = PixelSize(width: columns.count, height: rows.count)
        var ring = BicubicRing(
            source, BicubicColumns(columns), capacity: rows.widest, from: rows.first.first ?? 0)
        let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 3) { target, count in
            guard let target = target.baseAddress else { return }
            for row in 0..<size.height { ring.mix(rows.first[row], rows[row], into: target + row * size.width * 3) }
            count = size.area * 3
        }
        return PixelBuffer(size: size, bytes: bytes)
    }
}
