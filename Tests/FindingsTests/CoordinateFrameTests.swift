import Findings
import Testing

@Suite struct CoordinateFrameTests {
    private static let sizes = [
        PixelSize(width: 200, height: 100), PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 7),
        PixelSize(width: 4_032, height: 3_024), PixelSize(width: 20_000, height: 333),
    ]
    /// As shares of the sides; the last ones lie outside of the photo.
    private static let points = [(0.0, 0.0), (1, 1), (0.5, 0.25), (0.123456, 0.987654), (-0.3, 1.7)]

    private static func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

    @Test(arguments: CoordinateFrame.allCases, sizes)
    func pointsComeBack(frame: CoordinateFrame, photo: PixelSize) {
        for (x, y) in Self.points {
            let point = Point(x: x * Double(photo.width), y: y * Double(photo.height))
            let again = frame.pixels(of: frame.point(point, in: photo), in: photo)
            #expect(again.distance(to: point) < 1e-9)
            #expect(Self.isNear(frame.pixels(ofDepth: frame.depth(point.x, in: photo), in: photo), point.x))
        }
    }

    @Test(arguments: CoordinateFrame.allCases, sizes)
    func boxesComeBack(frame: CoordinateFrame, photo: PixelSize) {
        for (x, y) in Self.points {
            let (width, height) = (Double(photo.width), Double(photo.height))
            let box = Box(x: x * width, y: y * height, width: 0.3 * width, height: 0.2 * height)
            let again = frame.pixels(of: frame.box(box, in: photo), in: photo)
            for side in [\Box.x, \.y, \.width, \.height] {
                #expect(Self.isNear(again[keyPath: side], box[keyPath: side]))
            }
        }
    }

    @Test(arguments: [
        (CoordinateFrame.pixels, Box(x: 0, y: 0, width: 50, height: 25)),
        (.normalized, Box(x: 0, y: 0, width: 0.25, height: 0.25)),
        (.vision, Box(x: 0, y: 0.75, width: 0.25, height: 0.25)),
    ])
    func aBoxAtTheTopLeft(frame: CoordinateFrame, expected: Box) {
        let photo = PixelSize(width: 200, height: 100)
        #expect(frame.box(Box(x: 0, y: 0, width: 50, height: 25), in: photo) == expected)
        #expect(frame.pixels(of: expected, in: photo) == Box(x: 0, y: 0, width: 50, height: 25))
    }

    @Test(arguments: [
        (CoordinateFrame.pixels, Point(x: 50, y: 25), -20.0), (.normalized, Point(x: 0.25, y: 0.25), -0.1),
        (.vision, Point(x: 0.25, y: 0.75), -0.1),
    ])
    func aPointAndItsDepth(frame: CoordinateFrame, expected: Point, depth: Double) {
        let photo = PixelSize(width: 200, height: 100)
        #expect(frame.point(Point(x: 50, y: 25), in: photo) == expected)
        #expect(frame.pixels(of: expected, in: photo) == Point(x: 50, y: 25))
        #expect(frame.depth(-20, in: photo) == depth)
    }

    @Test(arguments: sizes) func theWholePhotoIsTheWholeSquare(photo: PixelSize) {
        let whole = Box(x: 0, y: 0, width: Double(photo.width), height: Double(photo.height))
        let square = Box(x: 0, y: 0, width: 1, height: 1)
        #expect(CoordinateFrame.normalized.box(whole, in: photo) == square)
        #expect(CoordinateFrame.vision.box(whole, in: photo) == square)
    }

    /// A box and its corners must not part: the lower left corner is the box's own in Vision's frame.
    @Test(arguments: sizes) func aBoxInVisionsFrameBeginsAtItsLowerLeftCorner(photo: PixelSize) {
        let box = Box(x: 0.25, y: 0.125, width: 0.5, height: 0.25)
        let corner = CoordinateFrame.vision.point(Point(x: box.x, y: box.bottom), in: photo)
        let framed = CoordinateFrame.vision.box(box, in: photo)
        #expect(Point(x: framed.x, y: framed.y) == corner)
    }
}
