import Findings

/// A picture as the models take it: blue, green and red of 8 bits each, interleaved, row by row.
struct ScenePicture {
    let size: PixelSize
    private(set) var bytes: [UInt8]

    /// A picture of given bytes; nil where there are not three for each pixel.
    init?(size: PixelSize, bytes: [UInt8]) {
        guard size.width > 0, size.height > 0, bytes.count == size.area * 3 else { return nil }
        self.size = size
        self.bytes = bytes
    }

    /// A picture of one value in all places; a side under 1 counts as 1.
    init(size: PixelSize, filledWith value: UInt8) {
        self.size = PixelSize(width: max(size.width, 1), height: max(size.height, 1))
        bytes = [UInt8](repeating: value, count: self.size.area * 3)
    }

    /// Lends the bytes to be written.
    mutating func withMutableBytes(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeMutableBufferPointer { body($0) }
    }

    /// Puts another picture into this one at a place; what would lie outside is left out.
    mutating func place(_ other: ScenePicture, x: Int, y: Int) {
        let first = min(max(-x, 0), other.size.width)
        let columns = first..<max(first, min(other.size.width, size.width - x))
        guard !columns.isEmpty else { return }
        for row in 0..<other.size.height where (0..<size.height).contains(row + y) {
            let from = (row * other.size.width + columns.lowerBound) * 3
            let to = ((row + y) * size.width + x + columns.lowerBound) * 3
            bytes.replaceSubrange(to..<to + columns.count * 3, with: other.bytes[from..<from + columns.count * 3])
        }
    }

    /// The picture turned so many quarters against the clock.
    func turned(quarters: Int) -> ScenePicture {
        switch ((quarters % 4) + 4) % 4 {
        case 1:
            moved(to: PixelSize(width: size.height, height: size.width)) { x, y in (size.width - 1 - y, x) }
        case 2: moved(to: size) { x, y in (size.width - 1 - x, size.height - 1 - y) }
        case 3:
            moved(to: PixelSize(width: size.height, height: size.width)) { x, y in (y, size.height - 1 - x) }
        default: self
        }
    }

    private func moved(to target: PixelSize, from: (_ x: Int, _ y: Int) -> (Int, Int)) -> ScenePicture {
        var result = ScenePicture(size: target, filledWith: 0)
        var index = 0
        for y in 0..<target.height {
            for x in 0..<target.width {
                let (sourceX, sourceY) = from(x, y)
                let source = (sourceY * size.width + sourceX) * 3
                result.bytes[index] = bytes[source]
                result.bytes[index + 1] = bytes[source + 1]
                result.bytes[index + 2] = bytes[source + 2]
                index += 3
            }
        }
        return result
    }
}
