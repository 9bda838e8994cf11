import Findings

/// Places at which something was found, looked up by where they are: the first box of a place stands for it.
struct PlaceIndex {
    struct Place {
        private(set) var boxes: [Box]
        private(set) var confidences: Double
        private(set) var photos = 1
        private var lastPhoto: Int

        init(_ found: FoundObject, of photo: Int) {
            (boxes, confidences, lastPhoto) = ([found.box], found.confidence, photo)
        }

        /// Photos come one after the other, so that a photo that comes again is the last one.
        mutating func take(_ found: FoundObject, of photo: Int) {
            boxes.append(found.box)
            confidences += found.confidence
            photos += photo == lastPhoto ? 0 : 1
            lastPhoto = photo
        }
    }

    private struct Cell: Hashable {
        let level: Int
        let x: Int
        let y: Int
    }

    private(set) var places: [Place] = []
    private var cells: [Cell: [Int]] = [:]

    mutating func add(_ found: FoundObject, of photo: Int, least: Double) {
        let box = found.box
        guard [box.x, box.y, box.width, box.height].allSatisfy({ abs($0) < 1e9 }) else { return }
        let level = Self.level(of: box)
        // Boxes of which half is shared are of about one size, and their middles are nearer than that.
        let near = (level - 1...level + 1).flatMap { level in
            let middle = Self.cell(of: box, level)
            return (-1...1).flatMap { x in
                (-1...1).flatMap { y in cells[Cell(level: level, x: middle.x + x, y: middle.y + y)] ?? [] }
            }
        }
        let shares = near.map { (place: $0, share: places[$0].boxes[0].intersectionOverUnion(box)) }
        if let best = shares.max(by: { ($0.share, $1.place) < ($1.share, $0.place) }), best.share >= least {
            places[best.place].take(found, of: photo)
        } else {
            cells[Self.cell(of: box, level), default: []].append(places.count)
            places.append(Place(found, of: photo))
        }
    }

    /// Each level's cells are as wide as its smallest boxes are long.
    private static func level(of box: Box) -> Int { Int(max(box.width, box.height, 1).exponent) }

    private static func cell(of box: Box, _ level: Int) -> Cell {
        let side = Double(sign: .plus, exponent: level, significand: 1)
        return Cell(
            level: level, x: Int(((box.x + box.width / 2) / side).rounded(.down)),
            y: Int(((box.y + box.height / 2) / side).rounded(.down)))
    }
}

extension PlaceIndex.Place {
    /// The mean of the boxes.
    var mean: Box {
        let count = Double(boxes.count)
        func mean(_ side: (Box) -> Double) -> Double { boxes.reduce(0) { $0 + side($1) } / count }
        return Box(x: mean(\.x), y: mean(\.y), width: mean(\.width), height: mean(\.height))
    }

    /// The mean confidence.
    var confidence: Double { confidences / Double(boxes.count) }

    /// The overlap that nine of ten of the boxes have with their mean, in steps of a twentieth: what stands still is told from
    /// what only comes near it.
    var overlap: Double {
        let middle = self.mean
        let shares = boxes.map { $0.intersectionOverUnion(middle) }.sorted(by: >)
        let least = shares[Int((0.9 * Double(shares.count)).rounded(.up)) - 1]
        return min(max((least * 20).rounded(.down) / 20, 0.5), 0.95)
    }
}
