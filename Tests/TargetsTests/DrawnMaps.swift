import Findings
import Foundation

@testable import Targets

/// Maps as the network would give them for arrows at known places.
struct DrawnMaps {
    let side: Int
    private var values: [Float]

    init(side: Int = 96) {
        self.side = side
        values = [Float](repeating: 0, count: ArrowMaps.Channel.allCases.count * side * side)
    }

    var maps: ArrowMaps? { ArrowMaps(side: side, values: values) }

    /// A soft peak.
    mutating func end(_ channel: ArrowMaps.Channel, at place: Point, score: Double = 0.9) {
        update(channel) { old, point in
            max(old, score * exp(-pow(point.distance(to: place), 2) / (2 * 1.5 * 1.5)))
        }
    }

    /// A shaft with its direction, and its ends where they have a score.
    mutating func arrow(tip: Point, nock: Point, tipScore: Double = 0.9, nockScore: Double = 0.9) {
        let way = nock - tip
        let along = way * (1 / way.length)
        func away(_ point: Point) -> Double {
            let from = point - tip
            let share = min(max(from.x * along.x + from.y * along.y, 0), way.length)
            return point.distance(to: tip + along * share)
        }
        update(.shaft) { old, point in max(old, exp(-pow(away(point), 2) / 2)) }
        let wanted: [(ArrowMaps.Channel, Double)] = [
            (.towardsTipX, -along.x), (.towardsTipY, -along.y),
            (.doubleCosine, along.x * along.x - along.y * along.y), (.doubleSine, 2 * along.x * along.y),
        ]
        for (channel, value) in wanted { update(channel) { old, point in away(point) < 2 ? value : old } }
        end(.tip, at: tip, score: tipScore)
        end(.nock, at: nock, score: nockScore)
    }

    private mutating func update(_ channel: ArrowMaps.Channel, _ value: (Double, Point) -> Double) {
        for row in 0..<side {
            for column in 0..<side {
                let at = (channel.rawValue * side + row) * side + column
                values[at] = Float(value(Double(values[at]), Point(x: Double(column), y: Double(row))))
            }
        }
    }
}
