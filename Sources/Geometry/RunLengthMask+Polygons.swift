import Findings

extension RunLengthMask {
    /// The pixels in any of some polygons, each as x and y in turn, in pixel edges; nil for a size without pixels, and for
    /// what is no polygon or has too long a border.
    ///
    /// They are those that pycocotools fills (`rleFrPoly` of its `maskApi.c`), pixel for pixel.
    public init?(polygons: [[Double]], size: PixelSize) {
        guard Self.isSound(size) else { return nil }
        var left = Border.mostSteps
        var borders: [Border] = []
        for polygon in polygons {
            guard let border = Border(of: polygon, in: size, atMost: left) else { return nil }
            left -= border.steps
            borders.append(border)
        }
        var union: RunLengthMask?
        for border in borders {
            guard let mask = RunLengthMask(size: size, runs: border.runs) else { return nil }
            union = union.map { $0.union(mask) } ?? mask
        }
        guard let union else { return nil }
        self = union
    }
}

/// A polygon's border, which crosses columns of pixels.
private struct Border {
    /// How long the walk along it is.
    let steps: Int
    private let edges: [(start: (x: Int, y: Int), end: (x: Int, y: Int))]
    private let size: PixelSize

    /// The border is walked in fifths of a pixel.
    private static let scale = 5.0
    /// More than the borders of all polygons of a mask have together.
    static let mostSteps = 4_000_000

    /// Nil for what is no polygon, and for one whose border is longer than so many steps.
    init?(of polygon: [Double], in size: PixelSize, atMost mostSteps: Int) {
        guard polygon.count >= 6, polygon.count % 2 == 0, !polygon.contains(where: \.isNaN) else { return nil }
        let corners = stride(from: 0, to: polygon.count, by: 2).map { index in
            (x: Self.step(polygon[index], size.width), y: Self.step(polygon[index + 1], size.height))
        }
        edges = corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
        steps = edges.reduce(0) { $0 + max(abs($1.start.x - $1.end.x), abs($1.start.y - $1.end.y)) + 1 }
        self.size = size
        guard steps <= mostSteps else { return nil }
    }

    /// The lengths of zeros and ones in turn that its crossings part.
    var runs: [Int] {
        var points: [(x: Int, y: Int)] = []
        points.reserveCapacity(steps)
        for (start, end) in edges { Self.walk(from: start, to: end, &points) }
        return Self.runs(Self.crossings(points, in: size) + [size.area])
    }

    /// A coordinate in fifths; one far outside of the picture is as far outside as the picture is wide.
    private static func step(_ value: Double, _ side: Int) -> Int {
        Int(min(max(scale * value + 0.5, -scale * Double(side)), 2 * scale * Double(side)))
    }

    private static func walk(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ points: inout [(x: Int, y: Int)])
    {
        let (dx, dy) = (abs(end.x - start.x), abs(end.y - start.y))
        let isFlipped = (dx >= dy && start.x > end.x) || (dx < dy && start.y > end.y)
        let (a, b) = isFlipped ? (end, start) : (start, end)
        let steps = max(dx, dy)
        let slope = steps == 0 ? 0 : Double(dx >= dy ? b.y - a.y : b.x - a.x) / Double(steps)
        for step in 0...steps {
            let t = isFlipped ? steps - step : step
            if dx >= dy {
                points.append((t + a.x, Int(Double(a.y) + slope * Double(t) + 0.5)))
            } else {
                points.append((Int(Double(a.x) + slope * Double(t) + 0.5), t + a.y))
            }
        }
    }

    /// The places of pixels, column by column, before which the border passes.
    private static func crossings(_ points: [(x: Int, y: Int)], in size: PixelSize) -> [Int] {
        var places: [Int] = []
        for (before, point) in zip(points, points.dropFirst()) where point.x != before.x {
            let x = (Double(point.x < before.x ? point.x : point.x - 1) + 0.5) / scale - 0.5
            guard x.rounded(.down) == x, x >= 0, x <= Double(size.width - 1) else { continue }
            let y = (Double(min(point.y, before.y)) + 0.5) / scale - 0.5
            places.append(Int(x) * size.height + Int(min(max(y, 0), Double(size.height)).rounded(.up)))
        }
        return places
    }

    private static func runs(_ places: [Int]) -> [Int] {
        var last = 0
        let lengths = places.sorted().map { place in
            defer { last = place }
            return place - last
        }
        var runs = [lengths[0]]
        var index = 1
        while index < lengths.count {
            if lengths[index] > 0 {
                runs.append(lengths[index])
                index += 1
            } else {
                index += 1
                if index < lengths.count { runs[runs.count - 1] += lengths[index] }
                index += 1
            }
        }
        return runs
    }
}
