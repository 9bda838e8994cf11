import Findings
import Scoring

/// Sees the colour of an arrow's vanes and nock.
///
/// The face behind an arrow is colourful too, so that what counts is which colour there is more of around the nock
/// than around that.
enum ArrowColours {
    /// How far from the nock the vanes reach, as a share of the visible shaft.
    private static let vanes = 0.22
    /// How much more of the vanes' place than of what is around it a colour must take.
    private static let leastExcess = 0.2
    /// A place with fewer pixels has no colour of its own.
    private static let leastPixels = 12

    /// The colour of one arrow; nil where its nock is out of sight, or no colour stands out.
    ///
    /// - Parameter pixels: The upright photo, 8-bit RGB, interleaved, without gaps.
    static func colour(of impact: Impact, in pixels: UnsafeBufferPointer<UInt8>, size: PixelSize) -> ArrowColour? {
        guard impact.kind == .arrow, let nock = impact.nock else { return nil }
        let length = nock.distance(to: impact.tip)
        guard length > 0 else { return nil }
        let end = Point(
            x: nock.x + (impact.tip.x - nock.x) * vanes, y: nock.y + (impact.tip.y - nock.y) * vanes)
        let reach = min(max(length * 0.045, 2.5), 60)
        var (inner, outer) = (Tally(), Tally())
        let box = Box(around: [nock, end])
        let around = 2.5 * reach
        let columns = Self.span(box.x - around, box.right + around, of: size.width)
        let rows = Self.span(box.y - around, box.bottom + around, of: size.height)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        for row in rows {
            for column in columns {
                let place = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
                let distance = place.distance(toSegmentFrom: nock, to: end)
                let isInner = distance <= reach
                guard isInner || distance >= 1.6 * reach && distance <= around else { continue }
                let at = (row * size.width + column) * 3
                let colour = ArrowColour(red: pixels[at], green: pixels[at + 1], blue: pixels[at + 2])
                if isInner { inner.count(colour) } else { outer.count(colour) }
            }
        }
        guard inner.total >= leastPixels, outer.total >= leastPixels else { return nil }
        let excess = ArrowColour.allCases.map { ($0, inner.share(of: $0) - outer.share(of: $0)) }
        // A shaft is dark or grey whatever its vanes are.
        let best = excess.max { weighed($0) < weighed($1) }
        return best.flatMap { $0.1 >= leastExcess ? $0.0 : nil }
    }

    /// The pixels between two edges; none where those lie outside.
    private static func span(_ first: Double, _ last: Double, of count: Int) -> Range<Int> {
        let first = Int(min(max(first, 0), Double(count)))
        return first..<max(Int(min(max(last, 0), Double(count))), first)
    }

    private static func weighed(_ excess: (colour: ArrowColour, share: Double)) -> Double {
        excess.colour == .black || excess.colour == .grey ? excess.share - 0.15 : excess.share
    }

    /// How many pixels have each colour.
    private struct Tally {
        private var counts = [Int](repeating: 0, count: ArrowColour.allCases.count)
        private(set) var total = 0

        mutating func count(_ colour: ArrowColour) {
            counts[colour.place] += 1
            total += 1
        }

        func share(of colour: ArrowColour) -> Double { Double(counts[colour.place]) / Double(max(total, 1)) }
    }
}

extension ArrowColour {
    /// Its place among all: a dictionary would hash the word of every pixel.
    fileprivate var place: Int {
        switch self {
        case .red: 0
        case .orange: 1
        case .yellow: 2
        case .green: 3
        case .blue: 4
        case .purple: 5
        case .pink: 6
        case .white: 7
        case .black: 8
        case .grey: 9
        }
    }
}
