/// Places along a border, closed by the first one again, between which straight lines may stand for it.
///
/// They are fifths of a pixel, in which pycocotools fills a polygon, so that a file's rounding changes nothing; in tenths, as
/// all is counted here, they are even, and the middles of pixels odd.
struct BorderLine {
    /// A place on a border, in tenths of a pixel.
    private struct Place {
        var x: Int
        var y: Int
        /// The number of the run that it lies on; of a corner the one that begins there.
        var run: Int

        var point: Point { Point(x: Double(x) / 10, y: Double(y) / 10) }
    }

    private let border: [MaskContours.Run]
    /// In the order of the border; the last is the first again.
    private let places: [Place]

    /// Places along a border's straight runs, which lie in line along a slanted edge, and the corners between long runs.
    ///
    /// - Parameter inset: Where a long run is left, in tenths of a pixel from its ends; nil for its middle.
    init(_ border: [MaskContours.Run], inset: Int?) {
        self.border = border
        var before = border.last?.length ?? 0
        var places: [Place] = []
        for (number, run) in border.enumerated() {
            let start = Place(x: 10 * run.x, y: 10 * run.y, run: number)
            if before > 1, run.length > 1 { places.append(start) }
            let length = 10 * run.length
            for along in inset.flatMap({ length > 2 * $0 ? [$0, length - $0] : nil }) ?? [length / 4 * 2] {
                places.append(Place(x: start.x + run.dx * along, y: start.y + run.dy * along, run: number))
            }
            before = run.length
        }
        if var first = places.first {
            first.run += border.count
            places.append(first)
        }
        self.places = places
    }

    /// The places in pixels, each once.
    var points: [Point] { places.dropLast().map(\.point) }

    /// The corners of the polygon through some of the places, in their order, with the border's own corner between two
    /// neighbours whose line does not fill the same pixels.
    func corners(at indices: [Int]) -> [Point] {
        var corners: [Point] = []
        for (index, next) in zip(indices, indices.dropFirst() + [places.count - 1]) {
            corners.append(places[index].point)
            guard next == index + 1, !fillsAlike(from: index, to: next) else { continue }
            let run = border[places[next].run % border.count]
            corners.append(Point(x: Double(run.x), y: Double(run.y)))
        }
        return corners
    }

    /// Whether a straight line between two places has the middles of the same pixels on either side as the border.
    ///
    /// In every column between them the border has one edge, and the line passes between the middles of the pixels above and
    /// below it. pycocotools takes the upper one of two fifths beside the middle of a column, so that a slanted line must
    /// keep a little more from the middle above.
    func fillsAlike(from start: Int, to end: Int) -> Bool {
        let (a, b) = (places[start], places[end])
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let (direction, width) = (dx.signum(), abs(dx))
        // In hundredths of a pixel, of which one is left for a file's rounding.
        let (above, below) = (49 * width - 10 * min(width, abs(dy)), 49 * width)
        for number in a.run...b.run {
            let run = border[number % border.count]
            guard run.dx != 0 else { continue }
            let from = number == a.run ? a.x : 10 * run.x
            let to = number == b.run ? b.x : 10 * (run.x + run.dx * run.length)
            // The middles of the first and the last column between them; no place lies at one.
            let (left, right) = ((min(from, to) + 4) / 10 * 10 + 5, (max(from, to) + 5) / 10 * 10 - 5)
            guard left <= right else { continue }
            // A line that turns back, as the border does, is no straight one.
            guard run.dx == direction else { return false }
            for x in [left, right] {
                // How far the line is below the edge there, by the line's width.
                let off = (a.y - 10 * run.y) * width + dy * (x - a.x) * direction
                guard 10 * off > -above, 10 * off < below else { return false }
            }
        }
        return true
    }
}
