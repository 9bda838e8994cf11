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
        return Likeness(grid(of: shown))
    }

    /// The mean light in each cell, in thousandths, row by row.
    ///
    /// Cells are added up in whole numbers, so that the bits are the same on every machine: first the rows of a cell, byte by
    /// byte, then their light across.
    private func grid(of shown: PixelRect) -> [Double] {
        let (columns, rows, cells) = (GridAxis(shown.width), GridAxis(shown.height), GridAxis.cells)
        let all = Double(columns.looked * rows.looked)
        var grid = [Double](repeating: 0, count: cells * cells)
        var sums = [Int32](repeating: 0, count: columns.looked * 3)
        var cell = 0
        func endCell() {
            Self.light(of: sums, columns) { grid[cell * cells + $0] = Double($1) / all }
        }
        for row in rows.shares {
            if row.cell != cell {
                endCell()
                for place in sums.indices { sums[place] = 0 }
                cell = row.cell
            }
            let first = ((shown.top + row.place * rows.step) * size.width + shown.left) * 3
            add(Int16(row.weight), rowAt: first, columns, to: &sums)
        }
        endCell()
        return grid
    }

    /// Adds a row of pixels, so many times, to what is added up byte by byte.
    private func add(_ weight: Int16, rowAt first: Int, _ columns: GridAxis, to sums: inout [Int32]) {
        bytes.withUnsafeBufferPointer { bytes in
            sums.withUnsafeMutableBufferPointer { sums in
                guard columns.step > 1 else {
                    let row = UnsafeBufferPointer(rebasing: bytes[first..<first + sums.count])
                    for place in 0..<sums.count { sums[place] &+= Int32(Int16(row[place]) &* weight) }
                    return
                }
                var (place, from) = (0, first)
                while place < sums.count {
                    sums[place] &+= Int32(Int16(bytes[from]) &* weight)
                    sums[place + 1] &+= Int32(Int16(bytes[from + 1]) &* weight)
                    sums[place + 2] &+= Int32(Int16(bytes[from + 2]) &* weight)
                    (place, from) = (place + 3, from + columns.step * 3)
                }
            }
        }
    }

    /// Calls with each cell across and the light of what is added up in it.
    private static func light(of sums: [Int32], _ columns: GridAxis, _ call: (Int, Int) -> Void) {
        sums.withUnsafeBufferPointer { sums in
            columns.shares.withUnsafeBufferPointer { shares in
                var (cell, sum) = (0, 0)
                for share in shares {
                    if share.cell != cell {
                        call(cell, sum)
                        (cell, sum) = (share.cell, 0)
                    }
                    let at = share.place * 3
                    sum &+= share.weight &* Int(299 &* sums[at] &+ 587 &* sums[at + 1] &+ 114 &* sums[at + 2])
                }
                call(cell, sum)
            }
        }
    }
}

/// How the pixels along a side are shared out among the cells of a grid, by area.
private struct GridAxis {
    /// Cells along a side: the cuts of ``Likeness/parts`` are whole numbers of them.
    static let cells = 120
    /// More pixels along a side than twice as many are not looked at one by one: sums of their light would not fit 32 bits.
    private static let most = 1_000

    /// From one pixel that is looked at to the next.
    let step: Int
    /// How many are; a cell's weights are so many in all.
    let looked: Int
    /// By place among those, and so by cell too: all shares of a cell stand together.
    ///
    /// A pixel's weights are ``cells`` in all.
    private(set) var shares: [(place: Int, cell: Int, weight: Int)] = []

    init(_ length: Int) {
        step = max(1, length / Self.most)
        looked = (length + step - 1) / step
        for place in 0..<looked {
            let (from, to) = (place * Self.cells, (place + 1) * Self.cells)
            for cell in from / looked..<(to + looked - 1) / looked {
                shares.append((place, cell, min(to, (cell + 1) * looked) - max(from, cell * looked)))
            }
        }
    }
}

extension Likeness {
    private typealias Four = SIMD4<Double>

    /// From the mean light in the cells of a grid, in thousandths.
    fileprivate init(_ grid: [Double]) {
        let (columns, rows) = (LikenessWaves.ofColumns, LikenessWaves.ofRows)
        let across = Self.across(grid, columns)
        self.init(
            views: Self.parts.indices.map { view in
                let sums = Self.sums(across, columns.first[view], columns.width, rows, rows.first[view])
                return LikenessBits { row, column in sums[row][column] > Self.nothing }
            })
    }

    /// Row by row of the grid what each wave across has in it: four rows and four waves side by side.
    private static func across(_ grid: [Double], _ columns: LikenessWaves) -> [Double] {
        let (cells, width) = (GridAxis.cells, columns.width)
        return [Double](unsafeUninitializedCapacity: cells * width) { across, count in
            columns.weights.withUnsafeBytes { weights in
                grid.withUnsafeBufferPointer { grid in
                    let across = UnsafeMutableRawBufferPointer(across)
                    for row in stride(from: 0, to: cells, by: 4) {
                        for wave in stride(from: 0, to: width, by: 4) {
                            var sums = (Four(), Four(), Four(), Four())
                            for cell in 0..<cells {
                                let weight = weights.loadUnaligned(
                                    fromByteOffset: (cell * width + wave) * 8, as: Four.self)
                                let at = row * cells + cell
                                sums.0 += grid[at] * weight
                                sums.1 += grid[at + cells] * weight
                                sums.2 += grid[at + 2 * cells] * weight
                                sums.3 += grid[at + 3 * cells] * weight
                            }
                            let (place, line) = ((row * width + wave) * 8, width * 8)
                            across.storeBytes(of: sums.0, toByteOffset: place, as: Four.self)
                            across.storeBytes(of: sums.1, toByteOffset: place + line, as: Four.self)
                            across.storeBytes(of: sums.2, toByteOffset: place + 2 * line, as: Four.self)
                            across.storeBytes(of: sums.3, toByteOffset: place + 3 * line, as: Four.self)
                        }
                    }
                }
            }
            count = cells * width
        }
    }

    /// What each frequency of a view has in it, by row; behind its columns stands what does not count.
    private static func sums(
        _ across: [Double], _ first: Int, _ width: Int, _ rows: LikenessWaves, _ down: Int
    ) -> [SIMD16<Double>] {
        across.withUnsafeBytes { across in
            rows.weights.withUnsafeBufferPointer { weights in
                (0..<LikenessBits.side).map { row in
                    var waves = (Four(), Four(), Four())
                    for cell in 0..<GridAxis.cells {
                        let weight = weights[cell * rows.width + down + row]
                        let at = (cell * width + first) * 8
                        waves.0 += weight * across.loadUnaligned(fromByteOffset: at, as: Four.self)
                        waves.1 += weight * across.loadUnaligned(fromByteOffset: at + 32, as: Four.self)
                        waves.2 += weight * across.loadUnaligned(fromByteOffset: at + 64, as: Four.self)
                    }
                    return SIMD16(
                        lowHalf: SIMD8(lowHalf: waves.0, highHalf: waves.1),
                        highHalf: SIMD8(lowHalf: waves.2, highHalf: Four()))
                }
            }
        }
    }

    /// What is no more than an error of rounding, in thousandths of light: a blank photo has no bit.
    private static let nothing = 1.0
}

/// The cosines of the different parts of a side, as weights of the grid's cells.
private struct LikenessWaves {
    static let ofColumns = LikenessWaves(Likeness.parts.map(\.columns))
    static let ofRows = LikenessWaves(Likeness.parts.map(\.rows))

    /// How many weights a cell has.
    let width: Int
    /// Cell by cell the weight in each wave, those of one part behind those of another; zeros behind them, as waves are taken by fours.
    let weights: [Double]
    /// The first wave of each of ``Findings/Likeness/parts``.
    let first: [Int]

    private init(_ parts: [Range<Double>]) {
        let unique = parts.reduce(into: [Range<Double>]()) { if !$0.contains($1) { $0.append($1) } }
        let waves = unique.flatMap(Self.waves)
        // One part's eleven waves are taken as twelve, those of the last part too.
        width = (waves.count + 4) / 4 * 4
        let zeros = [Double](repeating: 0, count: width - waves.count)
        first = parts.map { (unique.firstIndex(of: $0) ?? 0) * LikenessBits.side }
        weights = (0..<GridAxis.cells).flatMap { cell in waves.map { $0[cell] } + zeros }
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
