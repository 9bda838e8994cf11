import Findings
import Registration
import Scoring

/// The size of a canonical picture, and of the face in it.
public struct CanonicalView: Hashable, Sendable {
    /// The picture's side in pixels.
    public let side: Int
    /// The radius of the scoring area's edge, in pixels.
    public let outlineRadius: Double

    /// What the model for holes and cards looks at.
    public static let holes = CanonicalView(side: 1024, outlineRadius: 400)

    /// What the model for arrows looks at: nocks lie up to 1.7 radii from the centre, and an arrow of 5 mm on a face of 122 cm
    /// is 2.5 pixels wide.
    public static let arrows = CanonicalView(side: 2048, outlineRadius: 600)
}

/// The way between a photo and the canonical picture of one face, which the impact model looks at.
///
/// The canonical picture is a square with the face's centre in its middle and the outer edge of what scores at a fixed radius.
/// An arrow is thus as large as its face makes it, however far the camera stood.
/// In the canonical picture a pixel's middle has its whole number as the model was trained with; in the photo, as everywhere
/// in Quiver, pixel 0 reaches from 0 to 1.
public struct Rectifier: Sendable {
    /// The side of the canonical picture.
    public let side: Int
    private let outlineRadius: Double
    /// From canonical to photo pixels.
    let toPhoto: Homography
    /// From photo to canonical pixels.
    let toCanonical: Homography

    /// The way for one face; nil where its map cannot be inverted.
    public init?(_ face: RegisteredFace, view: CanonicalView) {
        let scale = view.outlineRadius / face.family.outlineRadius
        side = view.side
        outlineRadius = view.outlineRadius
        let center = Double(side) / 2
        let enlarge = Homography(rows: [scale, 0, center, 0, scale, center, 0, 0, 1])
        toCanonical = enlarge.after(face.homography)
        guard let inverse = toCanonical.inverse else { return nil }
        toPhoto = inverse
    }

    /// The middle of the canonical picture, where the face's centre is.
    var middle: Point { Point(x: Double(side) / 2, y: Double(side) / 2) }

    /// A point of the canonical picture in the photo; nil beyond the horizon of the face's plane.
    public func photo(_ point: Point) -> Point? {
        guard toPhoto.keepsTogether(point, middle) else { return nil }
        let mapped = toPhoto.map(point)
        return mapped.x.isFinite && mapped.y.isFinite ? mapped : nil
    }

    /// The scoring area's radius in the photo, in the middle of the face.
    public var radius: Double { scale * outlineRadius }

    /// Photo pixels that one canonical pixel stands for, along a side, in the middle of the face.
    public var scale: Double {
        let here = toPhoto.map(middle)
        let across = toPhoto.map(Point(x: middle.x + 1, y: middle.y)) - here
        let down = toPhoto.map(Point(x: middle.x, y: middle.y + 1)) - here
        return abs(across.x * down.y - across.y * down.x).squareRoot()
    }
}

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
        return Box(around: seen, margin: 2).clipped(to: size)
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
