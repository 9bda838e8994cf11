import Findings
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
        precondition(photo.count >= size.area * 3, "a photo has the pixels that its size says")
        let count = side * side * 3
        guard let part = PhotoPart(size: size, around: reach(in: size)) else {
            return [UInt8](repeating: Self.grey, count: count)
        }
        return [UInt8](unsafeUninitializedCapacity: count) { out, filled in
            if let out = out.baseAddress {
                part.withReader(of: photo, toAbout: scale) { lay(from: $0, into: out) }
            }
            filled = count
        }
    }

    /// Fills the canonical picture, whose pixels number in the millions: nothing in the loop allocates or calls.
    private func lay(from reader: PhotoReader, into out: UnsafeMutablePointer<UInt8>) {
        let (a, b, c) = (toPhoto.rows[0], toPhoto.rows[1], toPhoto.rows[2])
        let (d, e, f) = (toPhoto.rows[3], toPhoto.rows[4], toPhoto.rows[5])
        let (g, h, i) = (toPhoto.rows[6], toPhoto.rows[7], toPhoto.rows[8])
        let ahead = toPhoto.weight(at: middle) > 0
        var target = out
        for row in 0..<side {
            let y = Double(row)
            let (acrossOfRow, downOfRow, depthOfRow) = (b * y, e * y, h * y)
            for column in 0..<side {
                let x = Double(column)
                let depth = g * x + depthOfRow + i
                if (depth > 0) != ahead
                    || !reader.sample(
                        x: (a * x + acrossOfRow + c) / depth, y: (d * x + downOfRow + f) / depth, into: target)
                {
                    (target[0], target[1], target[2]) = (Self.grey, Self.grey, Self.grey)
                }
                target += 3
            }
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
