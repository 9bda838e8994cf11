import Findings

/// A photo made small enough to look for pages in: red, green and blue as planes of numbers from 0 to 255.
struct SmallPicture {
    /// The longest side that pages are looked for at.
    ///
    /// At 560 pixels an A4 page that fills a third of the photo has edges of 200 pixels, and print of usual size has gone.
    static let side = 560

    let width: Int
    let height: Int
    /// Red, then green, then blue, each row by row.
    var planes: [Float]
    /// Photo pixels that one of these pixels stands for, across and down.
    let scaleX: Double
    let scaleY: Double

    var area: Int { width * height }

    /// Averages the photo's pixels over the area of each small pixel.
    init(_ pixels: UnsafeRawBufferPointer, size: PixelSize) {
        let small = size.fitting(longestSide: Self.side)
        width = small.width
        height = small.height
        scaleX = Double(size.width) / Double(small.width)
        scaleY = Double(size.height) / Double(small.height)
        planes = [Float](repeating: 0, count: 3 * small.area)
        let spans = Self.spans(of: size.width, in: small.width)
        let rows = Self.spans(of: size.height, in: small.height)
        let (width, height) = (width, height)
        planes.withUnsafeMutableBufferPointer { out in
            for (row, span) in rows.enumerated() {
                for y in span.first...span.last {
                    let weight = span.weight(of: y)
                    let source = UnsafeRawBufferPointer(rebasing: pixels[(y * size.width * 3)...])
                    for (column, across) in spans.enumerated() {
                        let sum = across.sum(source)
                        let place = row * width + column
                        out[place] += sum.0 * weight
                        out[place + width * height] += sum.1 * weight
                        out[place + 2 * width * height] += sum.2 * weight
                    }
                }
            }
        }
    }

    init(like other: SmallPicture, planes: [Float]) {
        (width, height, scaleX, scaleY) = (other.width, other.height, other.scaleX, other.scaleY)
        self.planes = planes
    }

    /// A place of the small picture in the photo.
    func photo(_ point: Point) -> Point { Point(x: point.x * scaleX, y: point.y * scaleY) }

    /// The pixels that one small pixel covers, with shares for the first and the last; the shares sum up to 1.
    private struct Span {
        let first: Int
        let last: Int
        let firstShare: Float
        let share: Float
        let lastShare: Float

        func weight(of place: Int) -> Float { place == first ? firstShare : place == last ? lastShare : share }

        func sum(_ row: UnsafeRawBufferPointer) -> (Float, Float, Float) {
            var place = first * 3
            var red = Float(row[place]) * firstShare
            var green = Float(row[place + 1]) * firstShare
            var blue = Float(row[place + 2]) * firstShare
            guard last > first else { return (red, green, blue) }
            var (reds, greens, blues) = (0, 0, 0)
            for _ in 1..<(last - first) where last - first > 1 {
                place += 3
                reds &+= Int(row[place])
                greens &+= Int(row[place + 1])
                blues &+= Int(row[place + 2])
            }
            place += 3
            red += Float(reds) * share + Float(row[place]) * lastShare
            green += Float(greens) * share + Float(row[place + 1]) * lastShare
            blue += Float(blues) * share + Float(row[place + 2]) * lastShare
            return (red, green, blue)
        }
    }

    private static func spans(of large: Int, in small: Int) -> [Span] {
        let scale = Double(large) / Double(small)
        return (0..<small).map { place in
            let (from, to) = (Double(place) * scale, Double(place + 1) * scale)
            let first = min(Int(from), large - 1)
            let last = min(max(Int(to.rounded(.up)) - 1, first), large - 1)
            guard last > first else { return Span(first: first, last: last, firstShare: 1, share: 0, lastShare: 0) }
            let (head, tail) = (Double(first + 1) - from, to - Double(last))
            let total = head + tail + Double(last - first - 1)
            return Span(
                first: first, last: last, firstShare: Float(head / total), share: Float(1 / total),
                lastShare: Float(tail / total))
        }
    }

    /// Blurred with the weights 1, 2, 1 along both axes.
    func blurred() -> SmallPicture {
        filtered { line, out in
            let last = line.count - 1
            for place in 0...last {
                out[place] = (line[max(place - 1, 0)] + 2 * line[place] + line[min(place + 1, last)]) / 4
            }
        }
    }

    /// Without dark things that are thinner than a window of `2 * reach + 1` pixels: each plane's grey closing.
    ///
    /// Print goes, and the paper under it stays with its edges where they were.
    func closed(reach: Int) -> SmallPicture {
        filtered { Self.widened($0, $1, reach, sign: 1) }.filtered { Self.widened($0, $1, reach, sign: -1) }
    }

    private typealias LineFilter = (UnsafeBufferPointer<Float>, UnsafeMutableBufferPointer<Float>) -> Void

    /// Filters each row, then each column.
    private func filtered(_ filter: LineFilter) -> SmallPicture {
        let longest = max(width, height)
        var result = planes
        var line = [Float](repeating: 0, count: longest)
        var made = line
        result.withUnsafeMutableBufferPointer { planes in
            line.withUnsafeMutableBufferPointer { line in
                made.withUnsafeMutableBufferPointer { made in
                    for plane in 0..<3 {
                        let start = plane * area
                        for row in 0..<height {
                            let first = start + row * width
                            for x in 0..<width { line[x] = planes[first + x] }
                            filter(UnsafeBufferPointer(rebasing: line[..<width]), made)
                            for x in 0..<width { planes[first + x] = made[x] }
                        }
                        for column in 0..<width {
                            for y in 0..<height { line[y] = planes[start + y * width + column] }
                            filter(UnsafeBufferPointer(rebasing: line[..<height]), made)
                            for y in 0..<height { planes[start + y * width + column] = made[y] }
                        }
                    }
                }
            }
        }
        return SmallPicture(like: self, planes: result)
    }

    /// The greatest of the window around each place; with a sign of -1 the least.
    private static func widened(
        _ line: UnsafeBufferPointer<Float>, _ out: UnsafeMutableBufferPointer<Float>, _ reach: Int, sign: Float
    ) {
        let count = line.count
        for place in 0..<count { out[place] = line[place] * sign }
        // Whole lines shifted against each other: the compiler makes vector instructions of that.
        for shift in 1...max(reach, 1) where shift < count {
            for place in 0..<(count - shift) {
                let ahead = line[place + shift] * sign
                out[place] = ahead > out[place] ? ahead : out[place]
            }
            for place in shift..<count {
                let behind = line[place - shift] * sign
                out[place] = behind > out[place] ? behind : out[place]
            }
        }
        for place in 0..<count { out[place] *= sign }
    }
}
