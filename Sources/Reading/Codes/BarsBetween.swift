import Findings

/// Rows of one code that were seen as two: long bars of which the middle shows less than both ends.
extension Sighting {
    /// Sightings of which no two are parts of one code; of those that are, the one with the most rows stays.
    static func withoutParts(_ list: [Sighting], in photo: GreyPicture) -> [Sighting] {
        var kept: [Sighting] = []
        for sighting in list.sorted(by: { $0.lines > $1.lines })
        where !kept.contains(where: { $0.isPart(ofOneCodeWith: sighting, in: photo) }) {
            kept.append(sighting)
        }
        return kept
    }

    /// Whether the bars of two equal linear codes go on from one to the other; a label's edge or digits would end them.
    private func isPart(ofOneCodeWith other: Sighting, in photo: GreyPicture) -> Bool {
        guard symbology.isLinear, symbology == other.symbology, text == other.text,
            let here = axis, let there = other.axis
        else { return false }
        let distance = max(here.start.distance(to: there.start), here.end.distance(to: there.end))
        // Bars of a code are less high than it is long.
        guard distance < max(length, other.length) else { return false }
        let count = Int(max(length, other.length).rounded(.up))
        let (first, last) = (photo.greys(along: here, count: count), photo.greys(along: there, count: count))
        let rows = max(Int(distance / 2), 2)
        return (1..<rows).allSatisfy { row in
            let share = Double(row) / Double(rows)
            let between = Axis(
                start: here.start + (there.start - here.start) * share, end: here.end + (there.end - here.end) * share)
            let blend = zip(first, last).map { $0 * (1 - share) + $1 * share }
            return Self.correlation(blend, photo.greys(along: between, count: count)) > Self.leastLikeness
        }
    }

    /// What the greys of two rows of the same bars have in common at least, where neither is all noise.
    private static let leastLikeness = 0.5

    /// The line across the bars through the middle of the rows that were seen.
    private var axis: Axis? {
        Quadrilateral(corners).map {
            Axis(start: ($0.topLeft + $0.bottomLeft) * 0.5, end: ($0.topRight + $0.bottomRight) * 0.5)
        }
    }

    /// Pearson's coefficient, -1 to 1; 0 where either is of one grey.
    private static func correlation(_ one: [Double], _ other: [Double]) -> Double {
        let count = Double(one.count)
        let (a, b) = (one.reduce(0, +) / count, other.reduce(0, +) / count)
        var (aa, bb, ab) = (0.0, 0.0, 0.0)
        for (x, y) in zip(one, other) {
            aa += (x - a) * (x - a)
            bb += (y - b) * (y - b)
            ab += (x - a) * (y - b)
        }
        return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
    }
}

private struct Axis {
    var start: Point
    var end: Point
}

extension GreyPicture {
    /// So many greys from one end of a line to the other.
    fileprivate func greys(along axis: Axis, count: Int) -> [Double] {
        pixels.withUnsafeBufferPointer { pixels in
            (0..<count).map { index in
                let place = axis.start + (axis.end - axis.start) * ((Double(index) + 0.5) / Double(count))
                return Double(sample(pixels, x: place.x - 0.5, y: place.y - 0.5))
            }
        }
    }
}
