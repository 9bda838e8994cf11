import Findings

/// The search of one picture for bullseyes, from top to bottom.
///
/// It ends with as many as were asked for. Each of its candidates is compared with those, and costs six rays; what looks
/// like rings along the rays is laid in relief, from a budget of pixels.
struct BullseyeSearch {
    let picture: GreyPicture
    /// It ends where it has found so many.
    let maximum: Int
    private(set) var found: [Bullseye] = []
    /// For the surroundings of candidates: the outline of a sound code needs one of them, of a worn one some.
    private(set) var reliefs: PixelBudget
    /// How many candidates were looked at along rays.
    private(set) var tried = 0

    init(of picture: GreyPicture, maximum: Int) {
        self.picture = picture
        self.maximum = maximum
        reliefs = PixelBudget(times: 4, of: picture, floor: 1_000_000)
    }

    /// Looks through the whole picture.
    mutating func run() {
        guard min(picture.width, picture.height) >= Bullseye.leastWidth else { return }
        let picture = picture
        // Seven runs are seven modules through the middle: three rings, the middle, three rings.
        var edges: [Int] = []
        // The middle is two rows high, so every second row crosses it.
        for row in stride(from: 0, to: picture.height, by: 2) {
            guard found.count < maximum else { return }
            edges.removeAll(keepingCapacity: true)
            picture.forEachEdge(in: row) { column, becomesDark in
                edges.append(column)
                guard becomesDark, Self.endEvenly(edges), found.count < maximum else { return }
                let middle = Double(edges[edges.count - 5] + edges[edges.count - 4]) / 2
                look(at: Point(x: middle, y: Double(row) + 0.5), across: edges[edges.count - 8]..<column)
            }
        }
    }

    private mutating func look(at place: Point, across columns: Range<Int>) {
        guard !found.contains(where: { $0.middle.distance(to: place) < $0.reach }) else { return }
        tried += 1
        if let bullseye = Bullseye(around: place, across: columns, in: picture, reliefs: &reliefs) {
            found.append(bullseye)
        }
    }

    /// Whether the last eight places lie about equally far from each other.
    private static func endEvenly(_ edges: [Int]) -> Bool {
        guard edges.count >= 8 else { return false }
        let width = edges[edges.count - 1] - edges[edges.count - 8]
        guard width >= Bullseye.leastWidth else { return false }
        // Within half of a seventh, or a pixel.
        let allowed = max(width / 2, 7)
        for index in edges.count - 7..<edges.count
        where abs(7 * (edges[index] - edges[index - 1]) - width) > allowed {
            return false
        }
        return true
    }
}

extension GreyPicture {
    /// Where a row changes between dark and light, and whether to dark: what is clearly darker than the pixels beside it.
    fileprivate func forEachEdge(in row: Int, _ body: (_ column: Int, _ becomesDark: Bool) -> Void) {
        let reach = 31
        let share = 2 * reach + 1
        pixels.withUnsafeBufferPointer { pixels in
            let row = UnsafeBufferPointer(rebasing: pixels[row * width..<(row + 1) * width])
            var sum = (-reach...reach).reduce(-4 * share) { $0 + Int(row[min(max($1, 0), width - 1)]) }
            var wasDark = false
            for column in 0..<width {
                if (Int(row[column]) &* share < sum) != wasDark {
                    wasDark.toggle()
                    body(column, wasDark)
                }
                sum &+= Int(row[min(column &+ reach &+ 1, width &- 1)]) &- Int(row[max(column &- reach, 0)])
            }
        }
    }
}
