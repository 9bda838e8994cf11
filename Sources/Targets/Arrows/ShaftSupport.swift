import Findings
import Foundation

/// How well the maps agree that a shaft lies along a line.
struct ShaftSupport {
    let maps: ArrowMaps

    /// The share of the sense of direction in the agreement: the model knows a shaft's direction better than its sense.
    private static let senseShare = 0.4
    /// Directions that are tried around a tip.
    private static let directions = 96
    /// Lengths in cells over which a shaft is looked for around a tip whose nock is not known.
    private static let reaches = [8, 16, 28]

    /// The chance of a shaft at a point times how well its direction fits; `along` is the unit vector from tip to nock.
    private func agreement(at point: Point, along: Point) -> Double {
        let shaft = maps.value(.shaft, at: point)
        guard shaft > 0 else { return 0 }
        let double =
            maps.value(.doubleCosine, at: point) * (along.x * along.x - along.y * along.y)
            + maps.value(.doubleSine, at: point) * 2 * along.x * along.y
        let sense = -(maps.value(.towardsTipX, at: point) * along.x + maps.value(.towardsTipY, at: point) * along.y)
        return shaft * double.clamped * (0.8 + Self.senseShare * sense.clamped)
    }

    /// The mean agreement between a tip and a nock.
    func between(_ tip: Point, and nock: Point) -> Double {
        let way = nock - tip
        let length = way.length
        guard length > 1e-3, length.isFinite else { return 0 }
        let count = min(max(Int(length), 12), 120)
        let along = way * (1 / length)
        var sum = 0.0
        for index in 0..<count {
            let share = 0.04 + 0.92 * Double(index) / Double(count - 1)
            sum += agreement(at: tip + way * share, along: along)
        }
        return sum / Double(count)
    }

    /// The best agreement of a shaft that leaves a tip in any direction, and that direction from the tip.
    func leaving(_ tip: Point) -> (support: Double, along: Point) {
        var best = (support: 0.0, along: Point(x: 1, y: 0))
        let longest = Double(Self.reaches.last ?? 1)
        for number in 0..<Self.directions {
            let angle = 2 * Double.pi * Double(number) / Double(Self.directions)
            let along = Point(x: cos(angle), y: sin(angle))
            var sum = 0.0
            var step = 0
            for reach in Self.reaches {
                while step < reach {
                    step += 1
                    sum += agreement(at: tip + along * Double(step), along: along)
                }
                // Of two supports alike the longer says more.
                let support = sum / Double(reach) * (0.8 + 0.2 * Double(reach) / longest)
                if support > best.support { best = (support, along) }
            }
        }
        return best
    }
}

extension ShaftSupport {
    /// Angles that are tried around a direction: 5 degrees either way in steps of a third.
    private static let turns = stride(from: -5.0, through: 5.0, by: 1.0 / 3).map { $0 * Double.pi / 180 }
    /// In cells: so far a shaft is followed.
    private static let farthest = 90
    /// A shaft ends where the agreement is below this for so many cells.
    private static let faint = 0.15
    private static let gap = 5

    /// The direction near `along` in which the maps agree best on a long shaft.
    func line(from tip: Point, along: Point) -> Point {
        let tried = Self.turns.map { turn in
            let turned = Point(
                x: along.x * cos(turn) - along.y * sin(turn), y: along.x * sin(turn) + along.y * cos(turn))
            let sum = (1...Self.farthest).reduce(0.0) { $0 + agreement(at: tip + turned * Double($1), along: turned) }
            return (turned: turned, sum: sum)
        }
        return tried.max { $0.sum < $1.sum }?.turned ?? along
    }

    /// How many cells a shaft can be followed from its tip, at most 90.
    func length(from tip: Point, along line: Point) -> Double {
        var recent: [Double] = []
        for step in 1...Self.farthest {
            recent.append(agreement(at: tip + line * Double(step), along: line))
            let last = recent.suffix(Self.gap)
            if last.count == Self.gap, last.allSatisfy({ $0 < Self.faint }) { return Double(step - Self.gap) }
        }
        return Double(Self.farthest)
    }
}

extension Double {
    /// Between -1 and 1.
    fileprivate var clamped: Double { Swift.min(Swift.max(self, -1), 1) }

    /// The natural logarithm.
    var logarithm: Double { Foundation.log(self) }
}
