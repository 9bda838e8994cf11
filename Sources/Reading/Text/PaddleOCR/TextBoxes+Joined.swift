import Findings

extension TextBoxes {
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
