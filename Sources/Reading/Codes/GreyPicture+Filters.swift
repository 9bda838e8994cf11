extension GreyPicture {
    /// Black for white.
    func inverted() -> GreyPicture {
        var result = self
        for index in result.pixels.indices { result.pixels[index] = 255 - result.pixels[index] }
        return result
    }

    /// Each pixel is the mean of the square of so many pixels around it; the edge is repeated outwards.
    ///
    /// - Parameter side: Odd, at most 63.
    func blurred(side: Int) -> GreyPicture {
        combined(side: side) { _, mean in mean }
    }

    /// Adds what a pixel differs from the mean of the square around it, `gain` times.
    ///
    /// - Parameter side: Odd, at most 63.
    func sharpened(gain: Float, side: Int) -> GreyPicture {
        combined(side: side) { value, mean in value + gain * (value - mean) }
    }

    private func combined(side: Int, _ rule: (Float, Float) -> Float) -> GreyPicture {
        let reach = side / 2
        let share = 1 / Float((2 * reach + 1) * (2 * reach + 1))
        var columns = [Int32](repeating: 0, count: width)
        return pixels.withUnsafeBufferPointer { source in
            columns.withUnsafeMutableBufferPointer { columns in
                GreyPicture(width: width, height: height, place: place) { target in
                    for offset in -reach...reach {
                        let first = min(max(offset, 0), height - 1) * width
                        for column in 0..<width { columns[column] &+= Int32(source[first + column]) }
                    }
                    for row in 0..<height {
                        var sum: Int32 = 0
                        for offset in -reach...reach { sum &+= columns[min(max(offset, 0), width - 1)] }
                        for column in 0..<width {
                            let index = row * width + column
                            let value = rule(Float(source[index]), Float(sum) * share)
                            target[index] = UInt8(min(max(value + 0.5, 0), 255))
                            sum &+= columns[min(column + reach + 1, width - 1)] &- columns[max(column - reach, 0)]
                        }
                        let leaving = max(row - reach, 0) * width
                        let coming = min(row + reach + 1, height - 1) * width
                        for column in 0..<width {
                            columns[column] &+= Int32(source[coming + column]) &- Int32(source[leaving + column])
                        }
                    }
                }
            }
        }
    }
}
