import Findings

/// The sizes in which a photo is searched for text, and the way back to the photo.
///
/// All numbers are those of RapidOCR 1.4.4 and 3.10.0, with which the models are published; its steps are described in
/// `shared/cases/people/README.md`. Only the sides of pictures of a few pixels in one direction are bounded further.
struct SceneScale: Hashable {
    /// The sides that detection takes are multiples of this.
    static let detectionStep = 32
    /// No picture that is searched has a longer side.
    static let longestDetectionSide = 8192
    private static let longestSide = 2000
    private static let shortestSide = 30
    private static let shortestDetectionSide = 736
    /// Longer strips are padded: the models know no text in them otherwise.
    private static let steepestRatio = 8

    /// The photo's own size.
    let photo: PixelSize
    /// The size of the photo in the picture from which lines are cut.
    let scaled: PixelSize
    /// Columns of black on the left and on the right.
    let paddingX: Int
    /// Rows of black above and below.
    let paddingY: Int

    /// The scale of a photo; nil for a size without pixels.
    init?(photo: PixelSize) {
        guard photo.width > 0, photo.height > 0 else { return nil }
        self.photo = photo
        var size = photo
        if max(size.width, size.height) > Self.longestSide {
            size = Self.stepped(size, by: Double(Self.longestSide) / Double(max(size.width, size.height)))
        }
        if min(size.width, size.height) < Self.shortestSide {
            size = Self.stepped(size, by: Double(Self.shortestSide) / Double(min(size.width, size.height)))
            size = PixelSize(
                width: min(size.width, 2 * Self.longestSide), height: min(size.height, 2 * Self.longestSide))
        }
        scaled = size
        let ratio = Self.steepestRatio
        paddingY =
            size.height <= Self.shortestSide || size.width > ratio * size.height
            ? Self.padding(side: size.height, other: size.width) : 0
        paddingX = size.height > ratio * size.width ? Self.padding(side: size.width, other: size.height) : 0
    }

    /// The size of the picture from which lines are cut, with its padding.
    var picture: PixelSize {
        PixelSize(width: scaled.width + 2 * paddingX, height: scaled.height + 2 * paddingY)
    }

    /// The size in which the picture is given to detection.
    var detection: PixelSize {
        let short = min(picture.width, picture.height)
        let ratio = short < Self.shortestDetectionSide ? Double(Self.shortestDetectionSide) / Double(short) : 1
        let size = Self.stepped(picture, by: ratio)
        return PixelSize(
            width: min(size.width, Self.longestDetectionSide), height: min(size.height, Self.longestDetectionSide))
    }

    /// Where a point of the picture lies in the photo, moved into it where it lies outside.
    func photo(_ point: Point) -> Point {
        let x = (point.x - Double(paddingX)) * Double(photo.width) / Double(scaled.width)
        let y = (point.y - Double(paddingY)) * Double(photo.height) / Double(scaled.height)
        return Point(x: min(max(x, 0), Double(photo.width)), y: min(max(y, 0), Double(photo.height)))
    }

    private static func padding(side: Int, other: Int) -> Int {
        let wanted = max(other / steepestRatio, shortestSide) * 2
        return max(wanted - side, 0) / 2
    }

    /// A size times a factor, its sides brought to the nearest multiples of the step, and not to none.
    private static func stepped(_ size: PixelSize, by factor: Double) -> PixelSize {
        func side(_ side: Int) -> Int {
            let whole = (Double(side) * factor).rounded(.towardZero)
            let steps = (whole / Double(detectionStep)).rounded(.toNearestOrEven)
            return max(Int(steps), 1) * detectionStep
        }
        return PixelSize(width: side(size.width), height: side(size.height))
    }
}
