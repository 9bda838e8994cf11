/// A small picture of ones and zeros by chance: blobs, rings, lines of a pixel, specks, holes and chessboards, which touch the
/// edges and each other.
public struct RandomPicture: Sendable {
    public private(set) var width: Int
    public private(set) var height: Int
    /// Row by row.
    public private(set) var pixels: [Bool]

    /// The same picture for the same seed.
    public init(seed: Int) {
        var chance = Chance(state: UInt64(seed))
        (width, height) = (1 + chance.below(40), 1 + chance.below(40))
        pixels = [Bool](repeating: false, count: width * height)
        for _ in 0...chance.below(4) { draw(&chance) }
    }

    /// The picture with its holes filled: what no way along sides of zeros leads out of.
    public var withoutHoles: [Bool] {
        // With a pixel of nothing all around.
        let (columns, rows) = (width + 2, height + 2)
        var isOutside = [Bool](repeating: false, count: columns * rows)
        var places = [(x: 0, y: 0)]
        while let (x, y) = places.popLast() {
            guard x >= 0, y >= 0, x < columns, y < rows, !isOutside[y * columns + x], !isOne(x - 1, y - 1) else {
                continue
            }
            isOutside[y * columns + x] = true
            places += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        }
        return pixels.indices.map { !isOutside[($0 / width + 1) * columns + $0 % width + 1] }
    }

    private func isOne(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x]
    }

    private mutating func draw(_ chance: inout Chance) {
        let (x, y) = (chance.share * Double(width), chance.share * Double(height))
        let (across, down) = (chance.share * 15 + 1, chance.share * 15 + 1)
        switch chance.below(7) {
        case 0: set { abs($0 - x) < across && abs($1 - y) < down }
        case 1: set { Self.squared(($0 - x) / across, ($1 - y) / down) < 1 }
        case 2: set(false) { Self.squared($0 - x, $1 - y) < across * down / 4 }
        case 3:
            // A ring around a speck.
            set { (across * across - 2 * across..<across * across).contains(Self.squared($0 - x, $1 - y)) }
            set { Self.squared($0 - x, $1 - y) < across * across / 9 }
        case 4:
            // A line of a pixel.
            let (slope, isSteep) = (chance.share * 2 - 1, chance.below(2) == 0)
            set { column, row in
                isSteep
                    ? abs(column - x - slope * (row - y)) <= 0.5 : abs(row - y - slope * (column - x)) <= 0.5
            }
        case 5:
            let share = chance.share
            for index in pixels.indices where chance.share < share { pixels[index] = true }
        default: set { Int($0 + $1).isMultiple(of: 2) && abs($0 - x) < across }
        }
    }

    private static func squared(_ x: Double, _ y: Double) -> Double { x * x + y * y }

    /// Sets the pixels whose middles a function takes.
    private mutating func set(_ value: Bool = true, where isMeant: (_ x: Double, _ y: Double) -> Bool) {
        for index in pixels.indices where isMeant(Double(index % width) + 0.5, Double(index / width) + 0.5) {
            pixels[index] = value
        }
    }

    private struct Chance {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }

        mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
        /// From 0 to below 1.
        var share: Double { mutating get { Double(next() >> 11) / Double(1 << 53) } }
    }
}
