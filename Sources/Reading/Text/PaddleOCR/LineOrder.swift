import Findings

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
