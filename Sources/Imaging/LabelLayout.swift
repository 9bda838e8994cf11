import Findings

/// Finds places for label plates inside a picture.
struct LabelLayout {
    let size: PixelSize
    private var taken: [PixelRect] = []
    /// Where the next plate of the stack in the top left corner begins.
    private var stackTop = 0
    private static let farthest = 5

    init(size: PixelSize) { self.size = size }

    /// A place for a plate beside a framed rectangle that is on no other plate; else the first that fits.
    ///
    /// Above, below, inside at the top, then further and further away; always moved into the picture.
    mutating func place(width: Int, height: Int, beside rect: PixelRect, line: Int) -> PixelRect {
        let left = rect.left - line
        let right = rect.right + line - width
        let above = rect.top - line - height
        let below = rect.bottom + line
        let candidates = [(left, above), (left, below), (right, above), (right, below), (left + line, rect.top)]
            .map { PixelRect(left: $0.0, top: $0.1, width: width, height: height) }
        let fitting = candidates.filter { $0.top >= 0 && $0.bottom <= size.height }
        let moved = (fitting.isEmpty ? candidates : fitting).map(inside)
        // In a tight group there is no room beside the mark: a plate's own height or width away, and so on.
        let farther = (1...Self.farthest).flatMap { step in
            let (down, across) = (step * (height + 2), step * (width + 2))
            return [
                (left, above - down), (left, below + down), (left - across, rect.top), (left + across, rect.top),
                (left - across, above - down), (left + across, above - down),
            ].map { inside(PixelRect(left: $0.0, top: $0.1, width: width, height: height)) }
        }
        let plate =
            moved.first { plate in !taken.contains { $0.intersects(plate) } }
            ?? farther.first { plate in !taken.contains { $0.intersects(plate) } } ?? moved[0]
        taken.append(plate)
        return plate
    }

    /// The next place of a stack in the top left corner, `gap` pixels from the border and from each other; nil where the
    /// picture has no room left.
    mutating func stack(width: Int, height: Int, gap: Int) -> PixelRect? {
        let plate = PixelRect(left: gap, top: stackTop + gap, width: width, height: height)
        guard plate.bottom + gap <= size.height, plate.right <= size.width else { return nil }
        stackTop = plate.bottom
        taken.append(plate)
        return plate
    }

    private func inside(_ rect: PixelRect) -> PixelRect {
        var rect = rect
        rect.left = max(min(rect.left, size.width - rect.width), 0)
        rect.top = max(min(rect.top, size.height - rect.height), 0)
        return rect
    }
}
