import Findings

// Opaque shapes are laid over the pixels of our own buffer, and only the pixels under a shape are touched: a layer of
// the photo's size would cost more than decoding it. What lies outside the picture is left out.
extension PixelBuffer {
    /// Fills a rectangle.
    mutating func fill(_ rect: PixelRect, _ color: MarkColor) {
        let rect = rect.clipped(to: size)
        guard !rect.isEmpty else { return }
        let width = size.width
        bytes.withUnsafeMutableBufferPointer { bytes in
            for row in rect.top..<rect.bottom {
                for offset in stride(from: (row * width + rect.left) * 3, to: (row * width + rect.right) * 3, by: 3) {
                    bytes[offset] = color.red
                    bytes[offset + 1] = color.green
                    bytes[offset + 2] = color.blue
                }
            }
        }
    }

    /// Draws a frame around a rectangle, on the outside; at the picture's border it moves inside to stay visible.
    mutating func frame(_ rect: PixelRect, line: Int, _ color: MarkColor) {
        let left = max(rect.left - line, 0)
        let top = max(rect.top - line, 0)
        let right = min(rect.right + line, size.width)
        let bottom = min(rect.bottom + line, size.height)
        fill(PixelRect(left: left, top: top, width: right - left, height: line), color)
        fill(PixelRect(left: left, top: bottom - line, width: right - left, height: line), color)
        fill(PixelRect(left: left, top: top, width: line, height: bottom - top), color)
        fill(PixelRect(left: right - line, top: top, width: line, height: bottom - top), color)
    }

    /// Lays a colour over the pixels as far as a mask covers them, and no further than the columns.
    mutating func paint(_ mask: Coverage, left: Int, top: Int, columns: Range<Int>? = nil, _ color: MarkColor) {
        var rect = PixelRect(left: left, top: top, width: mask.width, height: mask.height).clipped(to: size)
        if let columns { rect = rect.clipped(toColumns: columns) }
        guard !rect.isEmpty else { return }
        let width = size.width
        let ink = (Int(color.red), Int(color.green), Int(color.blue))
        bytes.withUnsafeMutableBufferPointer { bytes in
            mask.bytes.withUnsafeBufferPointer { covering in
                for row in rect.top..<rect.bottom {
                    for column in rect.left..<rect.right {
                        let covered = Int(covering[(row - top) * mask.width + column - left])
                        guard covered > 0 else { continue }
                        let offset = (row * width + column) * 3
                        bytes[offset] = Self.mix(ink.0, over: bytes[offset], covered)
                        bytes[offset + 1] = Self.mix(ink.1, over: bytes[offset + 1], covered)
                        bytes[offset + 2] = Self.mix(ink.2, over: bytes[offset + 2], covered)
                    }
                }
            }
        }
    }

    private static func mix(_ ink: Int, over ground: UInt8, _ covered: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (ink * covered + Int(ground) * (255 - covered) + 127) / 255)
    }

    /// A part of the picture.
    func cut(_ rect: PixelRect) -> PixelBuffer {
        var part = [UInt8]()
        part.reserveCapacity(rect.width * rect.height * 3)
        for row in rect.top..<rect.bottom {
            let first = (row * size.width + rect.left) * 3
            part.append(contentsOf: bytes[first..<(first + rect.width * 3)])
        }
        return PixelBuffer(size: PixelSize(width: rect.width, height: rect.height), bytes: part)
    }
}

/// How much of each pixel a shape covers, 0 to 255.
struct Coverage: Sendable {
    let width: Int
    let height: Int
    let bytes: [UInt8]
}
