extension SmallPicture {
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
