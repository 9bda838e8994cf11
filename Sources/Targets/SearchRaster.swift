import Findings

/// The pixels that faces are searched in: the photo's own, or averaged where it is finer than a search can use.
struct SearchRaster {
    /// The longest side that is searched.
    static let longestSide = 4096

    let pixels: [UInt8]
    let size: PixelSize
    /// Photo pixels along the side of one of these.
    let step: Int

    init(_ photo: [UInt8], size: PixelSize) {
        let longest = max(size.width, size.height)
        let step = (longest + Self.longestSide - 1) / Self.longestSide
        guard step > 1 else {
            (pixels, self.size, self.step) = (photo, size, 1)
            return
        }
        let small = PixelSize(width: max(1, size.width / step), height: max(1, size.height / step))
        self.size = small
        self.step = step
        pixels = [UInt8](unsafeUninitializedCapacity: small.area * 3) { out, filled in
            photo.withUnsafeBufferPointer { photo in
                for row in 0..<small.height {
                    for column in 0..<small.width {
                        for channel in 0..<3 {
                            var sum = 0
                            for down in 0..<min(step, size.height) {
                                let first = ((row * step + down) * size.width + column * step) * 3 + channel
                                for across in 0..<min(step, size.width) { sum += Int(photo[first + across * 3]) }
                            }
                            let count = min(step, size.height) * min(step, size.width)
                            out[(row * small.width + column) * 3 + channel] = UInt8(truncatingIfNeeded: sum / count)
                        }
                    }
                }
            }
            filled = small.area * 3
        }
    }
}
