/// How places in a photo are told: in pixels, as Quiver keeps them, or in a form that other libraries use.
///
/// Every frame is one of edges, not of pixels' middles: the photo's own corners are `(0, 0)` and `(width, height)` in pixels,
/// `(0, 0)` and `(1, 1)` in the others. Nothing is rounded or cut off, so a way there and back gives the same numbers up to
/// the rounding of `Double`. The photo is the upright one, and both its sides are at least 1.
public enum CoordinateFrame: String, Sendable, CaseIterable {
    /// Pixels of the upright photo from its top left corner, y downwards.
    case pixels
    /// Shares of the photo's sides from its top left corner, y downwards: `x / width`, `y / height`.
    case normalized
    /// Shares of the photo's sides from its lower left corner, y upwards: `x / width`, `(height - y) / height`.
    ///
    /// The form of Apple's Vision: an observation's `boundingBox` is normalised and its origin is the picture's lower left
    /// corner (https://developer.apple.com/documentation/vision/vndetectedobjectobservation/boundingbox). A box is told by
    /// its lower left corner: `(height - y - boxHeight) / height`. Vision's `VNNormalizedRectForImageRect` only divides by
    /// the sides; its rectangle counts from the lower left corner already, so y is turned around before it.
    /// (https://developer.apple.com/documentation/vision/vnnormalizedrectforimagerect(_:_:_:))
    case vision
}

extension CoordinateFrame {
    /// A point of a photo, given in pixels, in this frame.
    public func point(_ point: Point, in photo: PixelSize) -> Point {
        let (width, height) = (Double(photo.width), Double(photo.height))
        return switch self {
        case .pixels: point
        case .normalized: Point(x: point.x / width, y: point.y / height)
        case .vision: Point(x: point.x / width, y: (height - point.y) / height)
        }
    }

    /// A box of a photo, given in pixels, in this frame.
    ///
    /// In ``vision`` the result's `y` is its lower edge, counted upwards: `y + height` is the upper one.
    public func box(_ box: Box, in photo: PixelSize) -> Box {
        let (width, height) = (Double(photo.width), Double(photo.height))
        return switch self {
        case .pixels: box
        case .normalized:
            Box(x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height)
        case .vision:
            Box(
                x: box.x / width, y: (height - box.bottom) / height, width: box.width / width,
                height: box.height / height)
        }
    }

    /// A depth, given in pixels of the photo, in this frame: a share of the photo's width, as its x is.
    public func depth(_ depth: Double, in photo: PixelSize) -> Double {
        switch self {
        case .pixels: depth
        case .normalized, .vision: depth / Double(photo.width)
        }
    }
}

extension CoordinateFrame {
    /// The point in pixels of a photo that lies at a point of this frame; the way back of ``point(_:in:)``.
    public func pixels(of point: Point, in photo: PixelSize) -> Point {
        let (width, height) = (Double(photo.width), Double(photo.height))
        return switch self {
        case .pixels: point
        case .normalized: Point(x: point.x * width, y: point.y * height)
        case .vision: Point(x: point.x * width, y: (1 - point.y) * height)
        }
    }

    /// The box in pixels of a photo that lies at a box of this frame; the way back of ``box(_:in:)``.
    public func pixels(of box: Box, in photo: PixelSize) -> Box {
        let (width, height) = (Double(photo.width), Double(photo.height))
        return switch self {
        case .pixels: box
        case .normalized:
            Box(x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height)
        case .vision:
            // `y + height` is the upper edge here.
            Box(
                x: box.x * width, y: (1 - box.y - box.height) * height, width: box.width * width,
                height: box.height * height)
        }
    }

    /// The depth in pixels of a photo; the way back of ``depth(_:in:)``.
    public func pixels(ofDepth depth: Double, in photo: PixelSize) -> Double {
        switch self {
        case .pixels: depth
        case .normalized, .vision: depth * Double(photo.width)
        }
    }
}
