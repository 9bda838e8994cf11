import Findings

/// What the arrow model gives for one view of a face: seven maps of square cells.
///
/// Coordinates are in cells; the middle of the first cell is 0, 0.
struct ArrowMaps {
    /// The maps, in the model's order.
    enum Channel: Int, CaseIterable {
        /// The chance that a shaft enters the face here, and that a nock is here.
        case tip, nock
        /// The chance that a shaft passes here.
        case shaft
        /// The unit vector from nock to tip along the shaft that passes here.
        case towardsTipX, towardsTipY
        /// The cosine and sine of twice that shaft's angle: its direction without its sense.
        case doubleCosine, doubleSine
    }

    /// Cells along each side.
    let side: Int
    private let values: [Float]

    /// - Parameter values: All channels one after the other, each row by row; nil where they are not so many.
    init?(side: Int, values: [Float]) {
        guard side > 0, values.count == Channel.allCases.count * side * side else { return nil }
        self.side = side
        self.values = values
    }

    /// The value of one cell; 0 outside the maps.
    func cell(_ channel: Channel, _ column: Int, _ row: Int) -> Double {
        guard column >= 0, row >= 0, column < side, row < side else { return 0 }
        return Double(values[(channel.rawValue * side + row) * side + column])
    }

    /// The value between the four nearest cells; 0 outside the maps.
    func value(_ channel: Channel, at point: Point) -> Double {
        guard point.x > -1, point.y > -1, point.x < Double(side), point.y < Double(side) else { return 0 }
        let (left, top) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
        let (across, down) = (point.x - Double(left), point.y - Double(top))
        let upper = cell(channel, left, top) * (1 - across) + cell(channel, left + 1, top) * across
        let lower = cell(channel, left, top + 1) * (1 - across) + cell(channel, left + 1, top + 1) * across
        return upper * (1 - down) + lower * down
    }

    /// The largest value within `reach` cells.
    func largest(_ channel: Channel, near point: Point, within reach: Int) -> Double {
        guard point.x.isFinite, point.y.isFinite, abs(point.x) < 1e6, abs(point.y) < 1e6 else { return 0 }
        let (column, row) = (Int(point.x.rounded()), Int(point.y.rounded()))
        var best = 0.0
        for y in (row - reach)...(row + reach) {
            for x in (column - reach)...(column + reach) { best = max(best, cell(channel, x, y)) }
        }
        return best
    }
}

/// A local maximum of a map, placed between cells.
struct ArrowPeak: Hashable {
    var point: Point
    var score: Double
}

extension ArrowMaps {
    /// The local maxima above `least`, the highest first.
    func peaks(_ channel: Channel, above least: Double, most: Int) -> [ArrowPeak] {
        var found: [(column: Int, row: Int, score: Double)] = []
        for row in 0..<side {
            for column in 0..<side {
                let score = cell(channel, column, row)
                guard score > least, isPeak(channel, column, row, score) else { continue }
                found.append((column, row, score))
            }
        }
        found.sort { ($0.score, $1.row, $1.column) > ($1.score, $0.row, $0.column) }
        return found.prefix(most).map { peak in
            let place = Point(
                x: Double(peak.column) + shift(channel, peak.column, peak.row, along: (1, 0)),
                y: Double(peak.row) + shift(channel, peak.column, peak.row, along: (0, 1)))
            return ArrowPeak(point: place, score: peak.score)
        }
    }

    private func isPeak(_ channel: Channel, _ column: Int, _ row: Int, _ score: Double) -> Bool {
        for y in (row - 1)...(row + 1) {
            for x in (column - 1)...(column + 1) where cell(channel, x, y) > score { return false }
        }
        return true
    }

    /// Where between cells a parabola through the logarithms of three neighbours has its top: exact for a Gaussian.
    private func shift(_ channel: Channel, _ column: Int, _ row: Int, along way: (x: Int, y: Int)) -> Double {
        guard (1..<(side - 1)).contains(column), (1..<(side - 1)).contains(row) else { return 0 }
        let logs = [-1, 0, 1].map { step in
            let value = cell(channel, column + step * way.x, row + step * way.y)
            return min(max(value, 1e-4), 1).logarithm
        }
        let bend = logs[0] - 2 * logs[1] + logs[2]
        guard bend < -1e-6 else { return 0 }
        return min(max(0.5 * (logs[0] - logs[2]) / bend, -0.5), 0.5)
    }
}
