import Findings

/// The parts of a mask of probabilities that touch each other nowhere, not even at a corner.
struct ConnectedParts {
    /// One part.
    struct Part: Hashable, Sendable {
        /// Its number among all parts, from 1.
        let number: Int32
        /// Its cells.
        var area = 0
        /// The columns that it lies in.
        var columns: ClosedRange<Int>
        /// The rows that it lies in.
        var rows: ClosedRange<Int>
        /// The sum of its cells' probabilities.
        fileprivate var sum = 0.0

        /// The mean probability of its cells.
        var confidence: Double { min(sum / Double(max(area, 1)), 1) }

        /// The box around it, from cell edge to cell edge.
        func box(grownBy margin: Double) -> Box {
            Box(
                left: Double(columns.lowerBound) - margin, top: Double(rows.lowerBound) - margin,
                right: Double(columns.upperBound + 1) + margin, bottom: Double(rows.upperBound + 1) + margin)
        }
    }

    /// The probability over which a cell belongs to a part.
    static let least: Float = 0.5
    /// A part counts from this share of all cells on.
    private static let leastShare = 0.000_5
    /// A part counts from this share of the largest part's cells on: what is smaller is a crumb.
    private static let leastShareOfLargest = 0.02

    /// All parts, in the order of their first cells.
    let all: [Part]
    private let probabilities: [Float]
    /// The number of each cell's part, 0 for none.
    private let numbers: [Int32]

    /// The parts of a mask, row by row.
    init(of probabilities: [Float], size: PixelSize) {
        self.probabilities = probabilities
        var numbers = [Int32](repeating: 0, count: size.area)
        var parts: [Part] = []
        var open: [Int] = []
        for start in probabilities.indices where probabilities[start] > Self.least && numbers[start] == 0 {
            let (x, y) = (start % size.width, start / size.width)
            var part = Part(number: Int32(parts.count + 1), columns: x...x, rows: y...y)
            numbers[start] = part.number
            open.append(start)
            while let cell = open.popLast() {
                let (x, y) = (cell % size.width, cell / size.width)
                part.area += 1
                part.sum += Double(probabilities[cell])
                part.columns = min(part.columns.lowerBound, x)...max(part.columns.upperBound, x)
                part.rows = min(part.rows.lowerBound, y)...max(part.rows.upperBound, y)
                for row in max(y - 1, 0)...min(y + 1, size.height - 1) {
                    for column in max(x - 1, 0)...min(x + 1, size.width - 1) {
                        let next = row * size.width + column
                        guard numbers[next] == 0, probabilities[next] > Self.least else { continue }
                        numbers[next] = part.number
                        open.append(next)
                    }
                }
            }
            parts.append(part)
        }
        all = parts
        self.numbers = numbers
    }

    /// The parts that are no crumbs, the largest first.
    var kept: [Part] {
        let least = max(
            Double(probabilities.count) * Self.leastShare,
            Double(all.map(\.area).max() ?? 0) * Self.leastShareOfLargest)
        return all.filter { Double($0.area) >= least }.sorted { ($0.area, $1.number) > ($1.area, $0.number) }
    }

    /// How far each cell is over the least probability, with all other parts taken out: 0 is the part's edge.
    func values(of part: Part) -> [Float] {
        zip(probabilities, numbers).map { probability, number in
            number == 0 || number == part.number ? probability - Self.least : -Self.least
        }
    }
}
