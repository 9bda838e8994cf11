import Findings

/// A picture of one byte a pixel.
struct GreyPicture {
    /// Row by row.
    var bytes: [UInt8]
    /// In pixels.
    var size: PixelSize

    /// The lightness of a picture of three bytes a pixel (ITU-R BT.601's weights); nil where the buffer is too small.
    init?(pixels: UnsafeRawBufferPointer, size: PixelSize) {
        guard size.width > 0, size.height > 0 else { return nil }
        let (area, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        guard !isTooLarge, area <= Int.max / 3, pixels.count >= area * 3 else { return nil }
        self.size = size
        bytes = [UInt8](unsafeUninitializedCapacity: area) { buffer, count in
            for index in 0..<area {
                let (r, g, b) = (Int(pixels[index * 3]), Int(pixels[index * 3 + 1]), Int(pixels[index * 3 + 2]))
                buffer[index] = UInt8((r * 77 + g * 150 + b * 29) >> 8)
            }
            count = area
        }
    }

    private init(bytes: [UInt8], size: PixelSize) {
        self.bytes = bytes
        self.size = size
    }

    /// With rows and columns exchanged.
    func transposed() -> GreyPicture {
        var turned = [UInt8](repeating: 0, count: bytes.count)
        let (width, height) = (size.width, size.height)
        // In squares, so that both pictures stay near in memory.
        for top in stride(from: 0, to: height, by: 64) {
            for left in stride(from: 0, to: width, by: 64) {
                for y in top..<min(top + 64, height) {
                    for x in left..<min(left + 64, width) { turned[x * height + y] = bytes[y * width + x] }
                }
            }
        }
        return GreyPicture(bytes: turned, size: PixelSize(width: height, height: width))
    }
}
