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

    /// Boxes of one line share at least so much of the higher one's height.
    private static let leastShared = 0.65
    /// They overlap by at least this share of it: boxes of cells side by side at most touch.
    private static let leastOverlap = 0.15

    /// Boxes with those made one that hold parts of one word, such as `52.` and `.83`, in reading order.
    ///
    /// Detection parts numbers at their points, and both boxes then hold what stands between them.
    static func joined(_ boxes: [Quadrilateral]) -> [Quadrilateral] {
        var lines: [Quadrilateral] = []
        for box in boxes.sorted(by: { ($0.bounds.x, $0.bounds.y) < ($1.bounds.x, $1.bounds.y) }) {
            if let place = lines.lastIndex(where: { goesOn($0, box) }) {
                let line = lines[place]
                lines[place] = Quadrilateral(
                    topLeft: line.topLeft, topRight: box.topRight, bottomRight: box.bottomRight,
                    bottomLeft: line.bottomLeft)
            } else {
                lines.append(box)
            }
        }
        return LineOrder.sorted(lines)
    }

    /// Whether a box goes on a little to the right of a line, on its level.
    private static func goesOn(_ line: Quadrilateral, _ box: Quadrilateral) -> Bool {
        let top = max(line.topRight.y, box.topLeft.y)
        let bottom = min(line.bottomRight.y, box.bottomLeft.y)
        let height = max(line.bottomRight.y - line.topRight.y, box.bottomLeft.y - box.topLeft.y)
        let end = (least: min(line.topRight.x, line.bottomRight.x), most: max(line.topRight.x, line.bottomRight.x))
        return height > 0 && bottom - top >= leastShared * height
            && end.least - max(box.topLeft.x, box.bottomLeft.x) >= leastOverlap * height
            && min(box.topRight.x, box.bottomRight.x) > end.most
    }
}

/// The order in which lines of a photo are read: from top to bottom, and from left to right where they stand side by side.
enum LineOrder {
    /// Lines whose upper ends differ by less, in pixels, stand side by side.
    private static let tolerance = 10.0

    /// Boxes by their top left corners.
    ///
    /// A line moves before those above it as long as they stand side by side with it and lie to its right.
    static func sorted(_ boxes: [Quadrilateral]) -> [Quadrilateral] {
        var boxes = boxes.sorted { a, b in
            a.topLeft.y == b.topLeft.y ? a.topLeft.x < b.topLeft.x : a.topLeft.y < b.topLeft.y
        }
        for index in boxes.indices.dropFirst() {
            var place = index
            while place > 0, abs(boxes[place].topLeft.y - boxes[place - 1].topLeft.y) < tolerance,
                boxes[place].topLeft.x < boxes[place - 1].topLeft.x
            {
                boxes.swapAt(place, place - 1)
                place -= 1
            }
        }
        return boxes
    }
}
