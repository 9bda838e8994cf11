import Findings

extension FlatPage {
    /// The page divided by the light that falls on it, so that its paper is white everywhere.
    ///
    /// The light is what remains of the page without its print: of each small square the paper is the bright part. Squares
    /// that have another tint than the paper, or are much darker, are pictures; there the light is what it is around them.
    func withoutShadows() -> FlatPage {
        guard channels == 3, let light = PaperLight(self) else { return self }
        var page = self
        page.bytes.withUnsafeMutableBufferPointer { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let paper = light.at(x, y)
                    let place = (y * size.width + x) * 3
                    let (red, green, blue) = (
                        Float(bytes[place]) * 250 / paper.0, Float(bytes[place + 1]) * 250 / paper.1,
                        Float(bytes[place + 2]) * 250 / paper.2
                    )
                    bytes[place] = UInt8(min(red, 255))
                    bytes[place + 1] = UInt8(min(green, 255))
                    bytes[place + 2] = UInt8(min(blue, 255))
                }
            }
        }
        return page
    }
}

/// The colour of blank paper at each place of a page.
private struct PaperLight {
    private let step: Int
    private let columns: Int
    private let rows: Int
    private var cells: [[Float]]

    /// Nil where the page is too small to have blank places.
    init?(_ page: FlatPage) {
        let (width, height) = (page.size.width, page.size.height)
        guard width >= 8, height >= 8 else { return nil }
        // Squares larger than letters: about 64 along the longer side.
        step = max(max(width, height) / 64, 4)
        columns = (width + step - 1) / step
        rows = (height + step - 1) / step
        cells = [[Float]](repeating: [Float](repeating: 0, count: columns * rows), count: 3)
        var counts = [Int](repeating: 0, count: 256)
        for row in 0..<rows {
            for column in 0..<columns {
                for channel in 0..<3 {
                    for bin in 0..<256 { counts[bin] = 0 }
                    var total = 0
                    for y in (row * step)..<min((row + 1) * step, height) {
                        for x in (column * step)..<min((column + 1) * step, width) {
                            counts[Int(page.bytes[(y * width + x) * 3 + channel])] += 1
                            total += 1
                        }
                    }
                    cells[channel][row * columns + column] = Self.percentile(counts, total)
                }
            }
        }
        smooth()
    }

    /// The value that four fifths of a square's pixels do not reach.
    private static func percentile(_ counts: [Int], _ total: Int) -> Float {
        var above = 0
        for bin in stride(from: 255, through: 0, by: -1) {
            above += counts[bin]
            if above * 5 >= total { return Float(bin) }
        }
        return 0
    }

    /// Takes the light around pictures for theirs, then takes off the steps from square to square.
    private mutating func smooth() {
        let isPaper = paper()
        for channel in 0..<3 {
            var plane = cells[channel]
            var known = isPaper
            // From the rim of each picture inwards.
            while known.contains(false) {
                var next = known
                for place in plane.indices where !known[place] {
                    let near = neighbours(place).filter { known[$0] }
                    guard !near.isEmpty else { continue }
                    plane[place] = near.reduce(0) { $0 + plane[$1] } / Float(near.count)
                    next[place] = true
                }
                known = next
            }
            for round in 0..<40 {
                let last = plane
                // Print thins the paper of a square a little; the last rounds even that out.
                for place in plane.indices where !isPaper[place] || round >= 37 {
                    let near = neighbours(place)
                    plane[place] = (near.reduce(0) { $0 + last[$1] } + last[place]) / Float(near.count + 1)
                }
            }
            // Where nothing is bright there is no paper: a black page stays black.
            cells[channel] = plane.map { max($0, 24) }
        }
    }

    /// Which squares show paper, at least one: those of the tint that most of the bright ones have.
    private func paper() -> [Bool] {
        let brightness = cells[0].indices.map { (cells[0][$0] + 2 * cells[1][$0] + cells[2][$0]) / 4 }
        let sorted = brightness.sorted()
        let bright = max(sorted[sorted.count * 3 / 4], 1)
        let many = brightness.indices.filter { brightness[$0] >= sorted[sorted.count / 2] }
        func share(_ channel: Int, _ place: Int) -> Float { cells[channel][place] / max(brightness[place], 1) }
        let tint = [0, 2].map { channel in many.map { share(channel, $0) }.sorted()[many.count / 2] }
        let paper = brightness.indices.map { place in
            brightness[place] > 0.45 * bright && abs(share(0, place) - tint[0]) < 0.12
                && abs(share(2, place) - tint[1]) < 0.16
        }
        return paper.contains(true) ? paper : [Bool](repeating: true, count: paper.count)
    }

    private func neighbours(_ place: Int) -> [Int] {
        let (column, row) = (place % columns, place / columns)
        return [
            column > 0 ? place - 1 : nil, column + 1 < columns ? place + 1 : nil, row > 0 ? place - columns : nil,
            row + 1 < rows ? place + columns : nil,
        ].compactMap { $0 }
    }

    /// The paper's colour at a pixel, between the four nearest squares.
    func at(_ x: Int, _ y: Int) -> (Float, Float, Float) {
        let u = min(max((Float(x) + 0.5) / Float(step) - 0.5, 0), Float(columns - 1))
        let v = min(max((Float(y) + 0.5) / Float(step) - 0.5, 0), Float(rows - 1))
        let (column, row) = (Int(u), Int(v))
        let (right, below) = (min(column + 1, columns - 1), min(row + 1, rows - 1))
        let (across, down) = (u - Float(column), v - Float(row))
        func value(_ channel: Int) -> Float {
            let plane = cells[channel]
            let upper = plane[row * columns + column] * (1 - across) + plane[row * columns + right] * across
            let lower = plane[below * columns + column] * (1 - across) + plane[below * columns + right] * across
            return upper * (1 - down) + lower * down
        }
        return (value(0), value(1), value(2))
    }
}
