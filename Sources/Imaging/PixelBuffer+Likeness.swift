import Findings
import Foundation

extension PixelBuffer {
    /// What a photo looks like whose pixels lie here, as a model's input or all of them.
    ///
    /// - Parameter placement: Where the photo lies among the pixels.
    /// - Returns: Nil where they do not show all of the photo.
    public func likeness(at placement: Placement) -> Likeness? {
        let shown = PixelRect(
            left: placement.left, top: placement.top, width: placement.scaled.width, height: placement.scaled.height)
        guard !shown.isEmpty, shown.clipped(to: size) == shown else { return nil }
        let (columns, rows) = (GridAxis(shown.width), GridAxis(shown.height))
        var grid = [Double](repeating: 0, count: GridAxis.cells * GridAxis.cells)
        bytes.withUnsafeBufferPointer { bytes in
            var line = [Double](repeating: 0, count: GridAxis.cells)
            var lastRow = -1
            for row in rows.shares {
                if row.pixel != lastRow {
                    for cell in line.indices { line[cell] = 0 }
                    let first = ((shown.top + row.pixel) * size.width + shown.left) * 3
                    for column in columns.shares {
                        let at = first + column.pixel * 3
                        let light = 299 * Int(bytes[at]) + 587 * Int(bytes[at + 1]) + 114 * Int(bytes[at + 2])
                        line[column.cell] += column.weight * Double(light)
                    }
                    lastRow = row.pixel
                }
                for cell in line.indices { grid[row.cell * GridAxis.cells + cell] += row.weight * line[cell] }
            }
        }
        return Likeness(grid)
    }
}

/// How the pixels along a side are shared out among the cells of a grid, by area.
private struct GridAxis {
    /// Cells along a side: the cuts of ``Likeness/parts`` are whole numbers of them.
    static let cells = 120
    /// More pixels along a side than this many are not looked at one by one.
    private static let most = 1_000

    private(set) var shares: [(pixel: Int, cell: Int, weight: Double)] = []

    init(_ length: Int) {
        let step = max(1, length / Self.most)
        let looked = (length + step - 1) / step
        let scale = Double(Self.cells) / Double(looked)
        for place in 0..<looked {
            let (from, to) = (Double(place) * scale, Double(place + 1) * scale)
            for cell in Int(from)..<min(Int(to.rounded(.up)), Self.cells) {
                let weight = min(to, Double(cell + 1)) - max(from, Double(cell))
                if weight > 0 { shares.append((place * step, cell, weight)) }
            }
        }
    }
}

extension Likeness {
    /// From the mean light in the cells of a grid, in thousandths.
    fileprivate init(_ grid: [Double]) {
        let (side, cells) = (LikenessBits.side, GridAxis.cells)
        let (columns, rows) = (LikenessWaves.ofColumns, LikenessWaves.ofRows)
        // Row by row of the grid what each wave across has in it.
        var across = [Double](repeating: 0, count: cells * columns.count)
        columns.weights.withUnsafeBufferPointer { weights in
            for row in 0..<cells {
                across.withUnsafeMutableBufferPointer { across in
                    for cell in 0..<cells {
                        let light = grid[row * cells + cell]
                        for wave in 0..<columns.count {
                            across[row * columns.count + wave] += light * weights[cell * columns.count + wave]
                        }
                    }
                }
            }
        }
        self.init(
            views: Self.parts.indices.map { view in
                let (first, down) = (columns.first[view], rows.first[view])
                var sums = [Double](repeating: 0, count: side * side)
                for cell in 0..<cells {
                    for row in 0..<side {
                        let weight = rows.weights[cell * rows.count + down + row]
                        for column in 0..<side {
                            sums[row * side + column] += weight * across[cell * columns.count + first + column]
                        }
                    }
                }
                return LikenessBits { row, column in sums[row * side + column] > Self.nothing }
            })
    }

    /// What is no more than an error of rounding, in thousandths of light: a blank photo has no bit.
    private static let nothing = 1.0
}

/// The cosines of the different parts of a side, as weights of the grid's cells.
private struct LikenessWaves {
    static let ofColumns = LikenessWaves(Likeness.parts.map(\.columns))
    static let ofRows = LikenessWaves(Likeness.parts.map(\.rows))

    /// How many waves there are: those of one part behind those of another.
    let count: Int
    /// Cell by cell the weight in each wave.
    let weights: [Double]
    /// The first wave of each of ``Findings/Likeness/parts``.
    let first: [Int]

    private init(_ parts: [Range<Double>]) {
        let unique = parts.reduce(into: [Range<Double>]()) { if !$0.contains($1) { $0.append($1) } }
        let waves = unique.flatMap(Self.waves)
        count = waves.count
        first = parts.map { (unique.firstIndex(of: $0) ?? 0) * LikenessBits.side }
        weights = (0..<GridAxis.cells).flatMap { cell in waves.map { $0[cell] } }
    }

    /// As the DCT of so many samples, each the mean of its share of the part.
    private static func waves(over part: Range<Double>) -> [[Double]] {
        let samples = 32
        let first = part.lowerBound * Double(GridAxis.cells)
        let step = (part.upperBound - part.lowerBound) * Double(GridAxis.cells) / Double(samples)
        return (0..<LikenessBits.side).map { wave in
            var weights = [Double](repeating: 0, count: GridAxis.cells)
            for sample in 0..<samples {
                let cosine = cos(Double.pi * Double(wave) * (Double(sample) + 0.5) / Double(samples))
                let (from, to) = (first + Double(sample) * step, first + Double(sample + 1) * step)
                for cell in max(Int(from), 0)..<min(Int(to.rounded(.up)), GridAxis.cells) {
                    weights[cell] += cosine * max(min(to, Double(cell + 1)) - max(from, Double(cell)), 0) / step
                }
            }
            return weights
        }
    }
}
