import Findings

/// A page as if it had been seen from straight above: pixels row by row, without gaps.
public struct FlatPage: Sendable, Hashable {
    /// The width and height.
    public let size: PixelSize
    /// 3 for red, green and blue; 1 for grey, where 0 is black and 255 is white.
    public let channels: Int
    /// One byte a channel.
    public internal(set) var bytes: [UInt8]

    /// The same page with three bytes a pixel.
    public var rgb: [UInt8] { channels == 3 ? bytes : bytes.flatMap { [$0, $0, $0] } }

    /// The page in black and white: what is darker than its surroundings allow is print.
    ///
    /// After Sauvola and Pietikäinen, Adaptive document image binarization (Pattern Recognition 33, 2000): the threshold is
    /// `mean * (1 + k * (deviation / 128 - 1))` of a window, here with k = 0.2, which keeps faint print. The window is a
    /// thirtieth of the longer side: wider than strokes, narrower than the edge of a shadow.
    func blackAndWhite() -> FlatPage {
        let (width, height) = (size.width, size.height)
        // Without the shadows first: the threshold then need not follow their edges.
        let grey = withoutShadows().grey
        let reach = min(max(max(width, height) / 60, 7), 120)
        var result = [UInt8](repeating: 255, count: size.area)
        // Sums over columns of the window, which move down row by row; a prefix over them gives each window.
        var sums = [Int](repeating: 0, count: width)
        var squares = sums
        var before = [Int](repeating: 0, count: width + 1)
        var squaresBefore = before
        func add(_ row: Int, _ sign: Int) {
            for x in 0..<width {
                let value = Int(grey[row * width + x])
                sums[x] &+= sign &* value
                squares[x] &+= sign &* value &* value
            }
        }
        for row in 0..<min(reach, height) { add(row, 1) }
        for y in 0..<height {
            if y + reach < height { add(y + reach, 1) }
            if y - reach - 1 >= 0 { add(y - reach - 1, -1) }
            for x in 0..<width {
                before[x + 1] = before[x] &+ sums[x]
                squaresBefore[x + 1] = squaresBefore[x] &+ squares[x]
            }
            let rows = min(y + reach, height - 1) - max(y - reach, 0) + 1
            for x in 0..<width {
                let (left, right) = (max(x - reach, 0), min(x + reach, width - 1) + 1)
                let count = Float(rows * (right - left))
                let mean = Float(before[right] - before[left]) / count
                let variance = Float(squaresBefore[right] - squaresBefore[left]) / count - mean * mean
                let threshold = mean * (1 + 0.2 * (max(variance, 0).squareRoot() / 128 - 1))
                if Float(grey[y * width + x]) <= threshold { result[y * width + x] = 0 }
            }
        }
        var page = FlatPage(size: size, channels: 1, bytes: result)
        page.cleanRim()
        return page
    }

    /// Takes away what is black at the page's rim and reaches not far into it: background beside paper that is not straight.
    private mutating func cleanRim() {
        let (width, height) = (size.width, size.height)
        let margin = max(max(width, height) / 60, 2)
        var open: [Int] = []
        func take(_ x: Int, _ y: Int, _ bytes: inout [UInt8]) {
            guard x >= 0, y >= 0, x < width, y < height, bytes[y * width + x] == 0,
                min(x, width - 1 - x) < margin || min(y, height - 1 - y) < margin
            else { return }
            bytes[y * width + x] = 255
            open.append(y * width + x)
        }
        for x in 0..<width {
            take(x, 0, &bytes)
            take(x, height - 1, &bytes)
        }
        for y in 0..<height {
            take(0, y, &bytes)
            take(width - 1, y, &bytes)
        }
        while let place = open.popLast() {
            let (x, y) = (place % width, place / width)
            take(x - 1, y, &bytes)
            take(x + 1, y, &bytes)
            take(x, y - 1, &bytes)
            take(x, y + 1, &bytes)
        }
    }

    /// The brightness of each pixel (ITU-R BT.601).
    var grey: [UInt8] {
        guard channels == 3 else { return bytes }
        return bytes.withUnsafeBufferPointer { bytes in
            (0..<size.area).map { pixel in
                let place = pixel * 3
                let sum = 299 * Int(bytes[place]) + 587 * Int(bytes[place + 1]) + 114 * Int(bytes[place + 2])
                return UInt8(truncatingIfNeeded: (sum + 500) / 1000)
            }
        }
    }

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
