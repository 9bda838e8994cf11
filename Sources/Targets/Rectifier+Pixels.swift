import Findings
import Registration

extension Rectifier {
    /// The grey of what lies outside the photo, as the model was trained with.
    private static let grey: UInt8 = 114

    /// The canonical picture: 8-bit RGB, interleaved, of ``side`` by ``side`` pixels.
    ///
    /// Photos finer than the canonical picture are averaged first, so that a thin shaft does not fall between samples.
    /// - Parameter photo: 8-bit RGB of `size`, interleaved, without gaps.
    public func canonical(of photo: UnsafeBufferPointer<UInt8>, size: PixelSize) -> [UInt8] {
        let side = side
        guard var part = PhotoPart(photo, size: size, around: reach(in: size)) else {
            return [UInt8](repeating: Self.grey, count: side * side * 3)
        }
        part.reduce(to: scale)
        let map = toPhoto.rows
        let middle = Point(x: Double(side) / 2, y: Double(side) / 2)
        let ahead = toPhoto.weight(at: middle) > 0
        return [UInt8](unsafeUninitializedCapacity: side * side * 3) { out, filled in
            for row in 0..<side {
                let y = Double(row)
                for column in 0..<side {
                    let x = Double(column)
                    let depth = map[6] * x + map[7] * y + map[8]
                    let target = (row * side + column) * 3
                    guard (depth > 0) == ahead else {
                        for channel in 0..<3 { out[target + channel] = Self.grey }
                        continue
                    }
                    part.sample(
                        x: (map[0] * x + map[1] * y + map[2]) / depth, y: (map[3] * x + map[4] * y + map[5]) / depth,
                        grey: Self.grey, into: out.baseAddress.map { $0 + target })
                }
            }
            filled = side * side * 3
        }
    }

    /// The part of a photo that the canonical picture shows.
    private func reach(in size: PixelSize) -> Box {
        let side = Double(side)
        let edge = stride(from: 0.0, through: side, by: side / 16)
        let border = edge.flatMap {
            [Point(x: $0, y: 0), Point(x: $0, y: side), Point(x: 0, y: $0), Point(x: side, y: $0)]
        }
        let seen = border.compactMap(photo)
        // A border that runs over the horizon shows everything up to there.
        guard seen.count == border.count else {
            return Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        }
        let (xs, ys) = (seen.map(\.x), seen.map(\.y))
        return Box(
            left: (xs.min() ?? 0) - 2, top: (ys.min() ?? 0) - 2, right: (xs.max() ?? 0) + 2, bottom: (ys.max() ?? 0) + 2
        ).clipped(to: size)
    }
}

/// A part of a photo, averaged over blocks of `step` by `step` pixels.
private struct PhotoPart {
    var raster: Raster
    /// Where its first pixel lies in the photo.
    let left: Int
    let top: Int
    var step = 1
    let photo: PixelSize

    /// Nil where the photo has no pixels.
    init?(_ source: UnsafeBufferPointer<UInt8>, size: PixelSize, around box: Box) {
        guard size.width > 0, size.height > 0 else { return nil }
        photo = size
        left = min(max(Int(box.x), 0), size.width - 1)
        top = min(max(Int(box.y), 0), size.height - 1)
        let width = max(1, min(Int(box.right.rounded(.up)), size.width) - left)
        let height = max(1, min(Int(box.bottom.rounded(.up)), size.height) - top)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for row in top..<(top + height) {
            let first = (row * size.width + left) * 3
            bytes.append(contentsOf: source[first..<(first + width * 3)])
        }
        guard let raster = Raster(rgb: bytes, size: PixelSize(width: width, height: height)) else { return nil }
        self.raster = raster
    }

    /// Averages until a pixel is at most about as large as `scale` pixels of the photo.
    mutating func reduce(to scale: Double) {
        while scale / Double(step) >= 1.5, let half = raster.halved() {
            raster = half
            step *= 2
        }
    }

    /// The colour at a place of the photo, between its four nearest pixels.
    func sample(x: Double, y: Double, grey: UInt8, into out: UnsafeMutablePointer<UInt8>?) {
        guard let out else { return }
        let (width, height) = (raster.size.width, raster.size.height)
        guard x >= 0, y >= 0, x < Double(photo.width), y < Double(photo.height) else {
            for channel in 0..<3 { out[channel] = grey }
            return
        }
        let u = min(max((x - Double(left)) / Double(step) - 0.5, 0), Double(width - 1))
        let v = min(max((y - Double(top)) / Double(step) - 0.5, 0), Double(height - 1))
        let (column, row) = (Int(u), Int(v))
        let across = Int((u - Double(column)) * 256)
        let down = Int((v - Double(row)) * 256)
        let right = column + 1 < width ? 3 : 0
        let below = row + 1 < height ? width * 3 : 0
        raster.bytes.withUnsafeBufferPointer { bytes in
            let first = (row * width + column) * 3
            for channel in 0..<3 {
                let at = first + channel
                let upper = Int(bytes[at]) * (256 - across) + Int(bytes[at + right]) * across
                let lower = Int(bytes[at + below]) * (256 - across) + Int(bytes[at + below + right]) * across
                out[channel] = UInt8(truncatingIfNeeded: (upper * (256 - down) + lower * down + 32768) >> 16)
            }
        }
    }
}
