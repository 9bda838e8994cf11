import Findings
import Scoring

extension RingBend {
    /// Rings that leave the map by less than this, on the root mean square, are those of a sheet that lies flat.
    ///
    /// On renders of flat cards they leave it by up to 0.002, on photos of cards in a hand by 0.005 on the median and up to 0.017.
    private static let least = 0.002

    /// The bend of a face by the places where its rings are seen; nil where the sheet lies flat, or too little is seen.
    ///
    /// - Parameter map: From the photo to the face's plane, the best for all rings together.
    init?(_ found: [EdgeSearch.Found], on map: Homography) {
        let rings = found.compactMap { Ring($0, on: map) }
        let squares = rings.reduce(0) { $0 + $1.meanSquare }
        guard squares > Double(rings.count) * Self.least * Self.least else { return nil }
        self.init(rings: rings)
    }
}

extension RingBend.Ring {
    /// A ring that is seen on fewer rays, a third of all, may have any middle.
    private static let leastRays = 80
    /// How far a place is expected to lie from its ring; those several times as far off lose their weight, as in ``HomographyFit``.
    private static let spread = 0.01
    private static let robustFactor = 3.0
    /// What holds the circle where the map has it, in places that would lie there.
    private static let hold = 1.0
    private static let rounds = 6

    fileprivate init?(_ found: EdgeSearch.Found, on map: Homography) {
        let radius = found.edge.radius
        let places = found.points.map { map.map($0.place) }.filter { $0.length > 0 && $0.length.isFinite }
        guard places.count >= Self.leastRays else { return nil }
        var circle: [Double]?
        for _ in 0..<Self.rounds {
            var system = LinearSystem(unknowns: 3)
            for i in 0..<3 { system.matrix[i * 4] += Self.hold }
            for place in places {
                let row = [1, place.x / place.length, place.y / place.length]
                let off = place.length - radius
                let far = circle.map { (off - $0[0] - $0[1] * row[1] - $0[2] * row[2]) / Self.robustSpread } ?? 0
                let damp = 1 / (1 + far * far)
                system.add(row, equals: off, weight: damp * damp)
            }
            guard let solved = system.solved() else { return nil }
            circle = solved
        }
        guard let circle else { return nil }
        self.init(radius: radius, growth: circle[0], middle: Point(x: circle[1], y: circle[2]))
    }

    /// The mean square, over all directions, of how far it leaves its radius.
    fileprivate var meanSquare: Double {
        growth * growth + (middle.x * middle.x + middle.y * middle.y) / 2
    }

    private static var robustSpread: Double { robustFactor * spread }
}
