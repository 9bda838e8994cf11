import Findings

/// Reads a picture between its pixels, by bilinear interpolation; valid only inside ``Raster/withSampler(scale:_:)``.
struct Sampler {
    let bytes: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int
    /// The factor from pixels of the photo to pixels of this level.
    let factor: Double

    /// The colour at a place in pixels of the photo; nil outside the picture.
    @inline(__always)
    func colour(x photoX: Double, y photoY: Double) -> Colour? {
        let x = photoX * factor - 0.5
        let y = photoY * factor - 0.5
        guard x > -0.5, y > -0.5, x < Double(width) - 0.5, y < Double(height) - 0.5 else { return nil }
        let column = min(max(Int(x), 0), max(width - 2, 0))
        let row = min(max(Int(y), 0), max(height - 2, 0))
        let fx = min(max(x - Double(column), 0), 1)
        let fy = min(max(y - Double(row), 0), 1)
        let upper = (row * width + column) * 3
        let right = width > 1 ? 3 : 0
        let lower = upper + (height > 1 ? width * 3 : 0)
        let (w00, w01, w10, w11) = ((1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy)
        func channel(_ c: Int) -> Double {
            Double(bytes[upper + c]) * w00 + Double(bytes[upper + right + c]) * w01 + Double(bytes[lower + c]) * w10
                + Double(bytes[lower + right + c]) * w11
        }
        return Colour(red: channel(0), green: channel(1), blue: channel(2))
    }
}

/// Reads the brightness of a picture between its pixels; valid only inside ``Pyramid/withLumaSampler(level:_:)``.
struct LumaSampler {
    let lumas: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int
    let factor: Double

    /// The brightness at a place in pixels of the photo, 0 to 255; negative outside the picture.
    @inline(__always)
    func luma(x photoX: Double, y photoY: Double) -> Double {
        let x = photoX * factor - 0.5
        let y = photoY * factor - 0.5
        guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else { return -1 }
        let (column, row) = (Int(x), Int(y))
        let (fx, fy) = (x - Double(column), y - Double(row))
        let upper = row * width + column
        let lower = upper + width
        let above = Double(lumas[upper]) * (1 - fx) + Double(lumas[upper + 1]) * fx
        let below = Double(lumas[lower]) * (1 - fx) + Double(lumas[lower + 1]) * fx
        return above * (1 - fy) + below * fy
    }
}

extension Raster {
    /// Lends a reader of this picture, which is a level of a photo `scale` times as large along a side.
    func withSampler<Result>(scale: Double = 1, _ body: (Sampler) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBufferPointer {
            try body(Sampler(bytes: $0, width: size.width, height: size.height, factor: 1 / scale))
        }
    }
}
