import Findings

/// Makes boxes of lines out of the map of text.
enum TextBoxes {
    /// Boxes with a lower mean of the map are left out.
    private static let leastMean = 0.5
    /// In pixels of the map: the least short side of a line's core, and of the whole line.
    private static let leastSides = (core: 3.0, whole: 5.0)
    /// Of more parts than this the largest are looked at.
    private static let mostParts = 1000

    /// The boxes in a picture of which the map is a scaled one, in reading order.
    static func boxes(in map: TextMap, of picture: PixelSize) -> [Quadrilateral] {
        var outlines = MaskComponents(map.mask(), size: map.size).outlines
        if outlines.count > mostParts {
            outlines = Array(outlines.sorted { $0.count > $1.count }.prefix(mostParts))
        }
        let boxes = outlines.compactMap { outline -> Quadrilateral? in
            guard let core = MinimumAreaRectangle(around: outline), core.shortSide >= leastSides.core,
                map.mean(in: core.corners) >= leastMean,
                let whole = BoxGrowth.grown(core.corners), whole.shortSide >= leastSides.whole
            else { return nil }
            return box(whole.corners, from: map.size, to: picture)
        }
        return LineOrder.sorted(boxes)
    }

    /// A box of the map on whole pixels of the picture; nil where it is too small to be read.
    private static func box(_ box: Quadrilateral, from map: PixelSize, to picture: PixelSize) -> Quadrilateral? {
        let scaled = box.mapped { corner in
            Point(
                x: place(corner.x, Double(picture.width) / Double(map.width), below: picture.width),
                y: place(corner.y, Double(picture.height) / Double(map.height), below: picture.height))
        }
        guard let ordered = Quadrilateral(leftToRight: scaled.corners),
            ordered.topLeft.distance(to: ordered.topRight) >= 4, ordered.topLeft.distance(to: ordered.bottomLeft) >= 4
        else { return nil }
        return ordered
    }

    private static func place(_ value: Double, _ scale: Double, below limit: Int) -> Double {
        min(max((value * scale).rounded(.toNearestOrEven), 0), Double(limit - 1))
    }
}
