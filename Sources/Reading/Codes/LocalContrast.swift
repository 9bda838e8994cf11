extension GreyPicture {
    /// Spreads the greys of each part of the picture over all there are.
    ///
    /// This is contrast-limited adaptive histogram equalisation. Bars in shadow, under film or in dull print then differ as much as those in the light.
    ///
    /// A pixel's grey is mapped by the histograms of the four tiles whose middles are nearest, the nearer the more.
    ///
    /// - Parameters:
    ///   - limit: How many times its fair share of pixels a grey may count for; more of it would only spread noise.
    ///   - tiles: Into how many tiles the picture is cut in each direction.
    func evened(limit: Double, tiles: Int) -> GreyPicture {
        let across = GreyTiles(length: width, count: tiles)
        let down = GreyTiles(length: height, count: tiles)
        let columns = (0..<width).map { across.neighbours(of: $0) }
        return pixels.withUnsafeBufferPointer { source in
            let maps = greyMaps(of: source, across, down, limit: limit)
            return maps.withUnsafeBufferPointer { maps in
                columns.withUnsafeBufferPointer { columns in
                    GreyPicture(width: width, height: height, place: place) { target in
                        for row in 0..<height {
                            let vertical = down.neighbours(of: row)
                            let upper = vertical.first * across.count
                            let lower = vertical.second * across.count
                            for column in 0..<width {
                                let grey = Int(source[row * width + column])
                                let horizontal = columns[column]
                                let (left, right) = (horizontal.first, horizontal.second)
                                let above = Self.between(
                                    maps[(upper + left) << 8 + grey], maps[(upper + right) << 8 + grey],
                                    horizontal.share)
                                let below = Self.between(
                                    maps[(lower + left) << 8 + grey], maps[(lower + right) << 8 + grey],
                                    horizontal.share)
                                target[row * width + column] = UInt8(
                                    min(max(Self.between(above, below, vertical.share) + 0.5, 0), 255))
                            }
                        }
                    }
                }
            }
        }
    }

    /// How much each pixel is lighter than the mean of the square around it, from the grey 128 on.
    func relief(side: Int) -> GreyPicture { combined(side: side) { value, mean in value - mean + 128 } }

    /// Below this a place of a relief is dark: noise on an even ground is not.
    static let darkness: UInt8 = 124

    @inline(__always)
    private static func between(_ one: Float, _ other: Float, _ share: Float) -> Float { one + (other - one) * share }

    /// For each tile, row after row, what its 256 greys become.
    private func greyMaps(
        of source: UnsafeBufferPointer<UInt8>, _ across: GreyTiles, _ down: GreyTiles, limit: Double
    ) -> [Float] {
        var maps: [Float] = []
        maps.reserveCapacity(across.count * down.count * 256)
        for vertical in 0..<down.count {
            for horizontal in 0..<across.count {
                var histogram = [Int](repeating: 0, count: 256)
                for row in down.range(vertical) {
                    for column in across.range(horizontal) { histogram[Int(source[row * width + column])] += 1 }
                }
                maps += Self.greyMap(histogram, limit: limit)
            }
        }
        return maps
    }

    /// The greys' ranks, with what exceeds the limit spread over all greys.
    private static func greyMap(_ histogram: [Int], limit: Double) -> [Float] {
        let total = Double(histogram.reduce(0, +))
        let most = max(limit * total / 256, 1)
        let excess = histogram.reduce(0) { $0 + max(Double($1) - most, 0) }
        var rank = 0.0
        return histogram.map { count in
            rank += min(Double(count), most) + excess / 256
            return Float(rank * 255 / total)
        }
    }
}

/// A side of a picture, cut into parts that differ by a pixel at most.
private struct GreyTiles {
    var length: Int
    var count: Int

    init(length: Int, count: Int) {
        self.length = length
        self.count = min(count, length)
    }

    func range(_ index: Int) -> Range<Int> { index * length / count..<(index + 1) * length / count }

    /// The two tiles between whose middles a pixel lies, and how far from the first to the second.
    func neighbours(of pixel: Int) -> (first: Int, second: Int, share: Float) {
        let place = (Double(pixel) + 0.5) * Double(count) / Double(length) - 0.5
        let first = Int(place.rounded(.down))
        return (max(first, 0), min(first + 1, count - 1), Float(place - Double(first)))
    }
}
