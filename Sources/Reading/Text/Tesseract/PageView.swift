import Findings
import Foundation

/// How a picture that is read was made of a photo, and the way back from its pixels to the photo's.
///
/// The photo is turned clockwise by quarters, a part is cut out, made larger or smaller, and turned by a small angle
/// about its middle onto a sheet that holds all of it.
struct PageView {
    /// In pixels.
    let photo: PixelSize
    /// How often the photo is turned clockwise by 90 degrees: 0 to 3.
    let quarters: Int
    /// The part that is read, in pixels of the turned photo.
    let part: Box
    /// The part's size before it is turned by the angle.
    let resized: PixelSize
    /// Clockwise, in degrees.
    let angle: Double
    /// The picture's own size.
    let size: PixelSize

    /// Pixels of the picture for one of the photo's.
    var scale: Double { part.width > 0 ? Double(resized.width) / part.width : 1 }

    /// Where a point of the picture lies in the photo.
    func photo(_ point: Point) -> Point {
        turnedBack(turned(point))
    }

    /// Where a box of the picture lies in the photo; its first corner is where its text begins.
    ///
    /// - Parameter quarters: By how many quarters clockwise its text lies turned in the picture.
    func photo(_ box: Box, quarters: Int) -> Quadrilateral {
        let corners = Quadrilateral(box).mapped(photo(_:))
        let turned = (0..<4).map { corners.corners[($0 + quarters) & 3] }
        return Quadrilateral(turned) ?? corners
    }

    /// Where a point of the picture lies in the turned photo.
    func turned(_ point: Point) -> Point {
        let radians = angle * .pi / 180
        let (u, v) = (point.x - Double(size.width) / 2, point.y - Double(size.height) / 2)
        let x = u * cos(radians) + v * sin(radians) + Double(resized.width) / 2
        let y = v * cos(radians) - u * sin(radians) + Double(resized.height) / 2
        return Point(
            x: part.x + x * part.width / Double(max(resized.width, 1)),
            y: part.y + y * part.height / Double(max(resized.height, 1)))
    }

    /// Where a point of the turned photo lies in the picture.
    func picture(turned point: Point) -> Point {
        let radians = angle * .pi / 180
        let x = (point.x - part.x) * Double(resized.width) / max(part.width, 1) - Double(resized.width) / 2
        let y = (point.y - part.y) * Double(resized.height) / max(part.height, 1) - Double(resized.height) / 2
        return Point(
            x: x * cos(radians) - y * sin(radians) + Double(size.width) / 2,
            y: x * sin(radians) + y * cos(radians) + Double(size.height) / 2)
    }

    private func turnedBack(_ point: Point) -> Point {
        let (width, height) = (Double(photo.width), Double(photo.height))
        return switch quarters & 3 {
        case 1: Point(x: point.y, y: height - point.x)
        case 2: Point(x: width - point.x, y: height - point.y)
        case 3: Point(x: width - point.y, y: point.x)
        default: point
        }
    }
}

/// A picture and how it was made.
struct ViewedPicture: ~Copyable {
    let picture: TesseractPicture
    let view: PageView

    /// Makes the picture of a turned photo's part.
    ///
    /// - Parameter turned: The photo, turned by those quarters.
    /// - Parameter part: In pixels of it; nil for all.
    /// - Parameter scale: Pixels of the new picture for one of the photo's.
    init(
        of turned: borrowing TesseractPicture, photo: PixelSize, quarters: Int, part: Box? = nil, scale: Double,
        angle: Double
    ) throws(ReadingError) {
        let whole = turned.size
        let asked = (part ?? Box(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height)))
            .clipped(to: whole)
        let (left, top) = (min(Int(asked.x), whole.width - 1), min(Int(asked.y), whole.height - 1))
        let extent = PixelSize(
            width: min(max(Int(asked.right.rounded(.up)) - left, 1), whole.width - left),
            height: min(max(Int(asked.bottom.rounded(.up)) - top, 1), whole.height - top))
        let resized = PixelSize(
            width: max(Int((Double(extent.width) * scale).rounded()), 1),
            height: max(Int((Double(extent.height) * scale).rounded()), 1))
        var picture =
            extent == whole
            ? try turned.resized(to: resized)
            : try turned.cut(left: left, top: top, size: extent).resized(to: resized)
        if angle != 0 { picture = try picture.rotated(degrees: angle) }
        view = PageView(
            photo: photo, quarters: quarters,
            part: Box(x: Double(left), y: Double(top), width: Double(extent.width), height: Double(extent.height)),
            resized: resized, angle: angle, size: picture.size)
        self.picture = picture
    }
}
