import Findings

extension PixelBuffer {
    /// How much of a pixel's colour becomes the area's, of 256.
    private static let tint: UInt32 = 102

    /// Mixes a colour into the pixels of a mask; what lies outside the picture is left out.
    mutating func fill(_ mask: RunLengthMask, _ color: MarkColor) {
        let (width, height) = (size.width, size.height)
        let rest = 256 - Self.tint
        let ink = [color.red, color.green, color.blue].map { UInt32($0) * Self.tint + 128 }
        let (red, green, blue) = (ink[0], ink[1], ink[2])
        bytes.withUnsafeMutableBufferPointer { bytes in
            mask.forEachRowRun { y, columns in
                let columns = columns.clamped(to: 0..<width)
                guard y < height, !columns.isEmpty else { return }
                let first = (y * width + columns.lowerBound) * 3
                for at in stride(from: first, to: first + columns.count * 3, by: 3) {
                    bytes[at] = UInt8(truncatingIfNeeded: (UInt32(bytes[at]) * rest + red) >> 8)
                    bytes[at + 1] = UInt8(truncatingIfNeeded: (UInt32(bytes[at + 1]) * rest + green) >> 8)
                    bytes[at + 2] = UInt8(truncatingIfNeeded: (UInt32(bytes[at + 2]) * rest + blue) >> 8)
                }
            }
        }
    }

    /// Draws a closed line; wider than a ring's, since it lies between pixels.
    mutating func outline(_ points: [Point], _ color: MarkColor, _ style: MarkStyle) {
        let line = points + points.prefix(1)
        let width = max(1.8, style.thin)
        stroke(line, width: width + max(1.4, style.thin * 0.7), .dark)
        stroke(line, width: width, color)
    }
}
