/// How a photo is made to fit a model's input.
public enum Fit: String, Sendable, Codable, CaseIterable {
    /// Scale to fit whole, centre, fill the rest with grey: YOLO detectors.
    case letterbox
    /// Scale each axis on its own until the input is full: RT-DETR, and scaleFill on phones.
    case stretch
    /// Scale the shortest edge to fit and cut out the centre: classifiers.
    case crop
}

/// Where a photo lies in a model's input, and the way back from the input to the photo.
///
/// A photo is scaled to `scaled`, and the scaled picture's top left corner lies at (`left`, `top`) of the input;
/// both are negative where the fit is a crop. The rules, rounding included, are those of the public YOLO trainers
/// (Ultralytics 8.4): sides round half to even, and an odd pixel of padding goes to the right or the bottom.
public struct Placement: Hashable, Sendable, Codable {
    /// The upright photo's size.
    public let photo: PixelSize
    /// The model's input size.
    public let input: PixelSize
    /// The photo's size after scaling.
    public let scaled: PixelSize
    /// Pixels of the input left of the scaled photo; negative where a crop cuts some of the photo away.
    public let left: Int
    /// Pixels of the input above the scaled photo; negative where a crop cuts some of the photo away.
    public let top: Int

    /// Where an upright photo lies in a model's input; both need at least one pixel along each side.
    public init(of photo: PixelSize, in input: PixelSize, fit: Fit) {
        self.photo = photo
        self.input = input
        switch fit {
        case .letterbox:
            let ratio = min(
                Double(input.height) / Double(photo.height), Double(input.width) / Double(photo.width))
            scaled = Self.scale(photo, by: ratio)
            // 0.1 is less than any half pixel can round away: a half goes down here, and so up at the other side.
            left = Int((Double(input.width - scaled.width) / 2 - 0.1).rounded(.toNearestOrEven))
            top = Int((Double(input.height - scaled.height) / 2 - 0.1).rounded(.toNearestOrEven))
        case .stretch:
            scaled = input
            left = 0
            top = 0
        case .crop:
            let ratio = max(
                Double(input.height) / Double(photo.height), Double(input.width) / Double(photo.width))
            let whole = Self.scale(photo, by: ratio)
            // A side that rounds a pixel short of the input would leave a gap.
            scaled = PixelSize(width: max(whole.width, input.width), height: max(whole.height, input.height))
            left = -((scaled.width - input.width) / 2)
            top = -((scaled.height - input.height) / 2)
        }
    }

    /// Grey columns right of the photo; negative where a crop cuts some away.
    public var right: Int { input.width - scaled.width - left }
    /// Grey rows below the photo; negative where a crop cuts some away.
    public var bottom: Int { input.height - scaled.height - top }
    /// Input pixels per photo pixel, horizontally.
    public var scaleX: Double { Double(scaled.width) / Double(photo.width) }
    /// Input pixels per photo pixel, vertically.
    public var scaleY: Double { Double(scaled.height) / Double(photo.height) }

    /// A box in the model's input as pixels of the upright photo, clipped to the photo.
    public func toPhoto(_ box: Box) -> Box {
        Box(
            x: (box.x - Double(left)) / scaleX, y: (box.y - Double(top)) / scaleY,
            width: box.width / scaleX, height: box.height / scaleY
        ).clipped(to: photo)
    }

    /// A point in the model's input as a point of the upright photo, not clipped.
    public func toPhoto(_ point: Point) -> Point {
        Point(x: (point.x - Double(left)) / scaleX, y: (point.y - Double(top)) / scaleY)
    }

    /// A box in the upright photo as pixels of the model's input, not clipped.
    public func toInput(_ box: Box) -> Box {
        Box(
            x: box.x * scaleX + Double(left), y: box.y * scaleY + Double(top),
            width: box.width * scaleX, height: box.height * scaleY)
    }

    private static func scale(_ photo: PixelSize, by ratio: Double) -> PixelSize {
        PixelSize(
            width: max(Int((Double(photo.width) * ratio).rounded(.toNearestOrEven)), 1),
            height: max(Int((Double(photo.height) * ratio).rounded(.toNearestOrEven)), 1))
    }
}
