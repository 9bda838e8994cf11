import Findings

/// A line that is to be cut out of the picture and laid flat, its text from left to right.
struct LineCut: Hashable {
    /// Boxes this many times higher than wide hold text that runs downwards.
    private static let steepness = 1.5

    /// Where it lies in the picture; the corners are in the order of the picture.
    let box: Quadrilateral
    /// The size of the flat box, before it is turned.
    private let flat: PixelSize
    /// How often it is turned a quarter against the clock: 0, or 1 where the text runs downwards; 2 more on its head.
    private(set) var quarters: Int
    private let map: Homography

    /// A cut along a box; nil where it holds no whole pixel.
    init?(_ box: Quadrilateral) {
        let width = max(box.topLeft.distance(to: box.topRight), box.bottomLeft.distance(to: box.bottomRight))
        let height = max(box.topLeft.distance(to: box.bottomLeft), box.topRight.distance(to: box.bottomRight))
        guard width >= 1, height >= 1, width < 1e5, height < 1e5 else { return nil }
        let flat = PixelSize(width: Int(width), height: Int(height))
        guard let map = Homography(rectangle: flat, onto: box) else { return nil }
        self.box = box
        self.flat = flat
        self.map = map
        quarters = Double(flat.height) / Double(flat.width) >= Self.steepness ? 1 : 0
    }

    /// The size of the cut line, its text from left to right.
    var size: PixelSize { quarters % 2 == 0 ? flat : PixelSize(width: flat.height, height: flat.width) }
    /// How many times the line is wider than high.
    var ratio: Double { Double(size.width) / Double(size.height) }

    /// The same cut, turned half around.
    var onItsHead: LineCut {
        var cut = self
        cut.quarters = (quarters + 2) % 4
        return cut
    }

    /// The line's pixels.
    func pixels(of picture: ScenePicture) -> ScenePicture {
        picture.warped(to: flat, map).turned(quarters: quarters)
    }

    /// A part of the line over its whole height, from one share of its width to another, as it lies in the picture.
    ///
    /// The corners begin where the part begins to be read.
    func part(from start: Double, to end: Double) -> Quadrilateral {
        let (width, height) = (Double(flat.width), Double(flat.height))
        func place(_ along: Double, _ down: Double) -> Point {
            switch quarters {
            case 1: map.map(Point(x: width * (1 - down), y: height * along))
            case 2: map.map(Point(x: width * (1 - along), y: height * (1 - down)))
            case 3: map.map(Point(x: width * down, y: height * (1 - along)))
            default: map.map(Point(x: width * along, y: height * down))
            }
        }
        return Quadrilateral(
            topLeft: place(start, 0), topRight: place(end, 0), bottomRight: place(end, 1), bottomLeft: place(start, 1))
    }

    /// The whole line as it lies in the picture.
    var corners: Quadrilateral {
        let corners = box.corners
        // Each quarter against the clock makes the next corner of the box the first of the text.
        return Quadrilateral((0..<4).map { corners[($0 + quarters) % 4] }) ?? box
    }
}

extension Homography {
    /// The map that brings an upright rectangle, its top left corner at 0,0, onto four corners; nil where they enclose
    /// nothing.
    ///
    /// The formula is that of P. Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    init?(rectangle size: PixelSize, onto corners: Quadrilateral) {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let (right, below, sum) = (b - c, d - c, a - b + c - d)
        let determinant = right.x * below.y - below.x * right.y
        guard size.width > 0, size.height > 0, determinant.isFinite, determinant != 0 else { return nil }
        let g = (sum.x * below.y - below.x * sum.y) / determinant
        let h = (right.x * sum.y - sum.x * right.y) / determinant
        let (width, height) = (Double(size.width), Double(size.height))
        self.init(rows: [
            (b.x - a.x + g * b.x) / width, (d.x - a.x + h * d.x) / height, a.x,
            (b.y - a.y + g * b.y) / width, (d.y - a.y + h * d.y) / height, a.y,
            g / width, h / height, 1,
        ])
    }
}
