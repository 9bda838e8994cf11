import Findings

// At an edge a pixel's colour is a mixture of the object and the old ground, and no mask is exact to the pixel. On another
// ground the old one would be seen as a fringe, so the object's own colours are spread outwards from well inside of it.
extension CutoutCanvas {
    /// The side of the tiles that are worked on one at a time, in pixels.
    private static var tile: Int { 128 }
    /// From this trust on a pixel keeps its own colour.
    private static var full: Float { 0.995 }
    /// From this trust on a pixel keeps some of its own colour: below it is more of the ground than of the object.
    private static var half: Float { 0.6 }

    /// Replaces the colours of pixels near the edge by those of the nearest ones inside.
    ///
    /// A pixel is trusted as far as it has the object all around it: trust is alpha, blurred.
    ///
    /// - Parameter doubt: How far from the edge a pixel may show the ground, as a standard deviation in pixels; colours are
    ///   spread six times as far.
    mutating func decontaminate(doubt: Double) {
        let trust = blurredAlpha(SoftEdge(deviation: doubt))
        let spread = SoftEdge(deviation: doubt * 2)
        // Rows of tiles whose new colours wait until no other row looks at the old ones.
        var pending: [[Change]] = []
        for top in stride(from: 0, to: size.height, by: Self.tile) {
            var changes: [Change] = []
            for left in stride(from: 0, to: size.width, by: Self.tile) {
                let rect = PixelRect(left: left, top: top, width: Self.tile, height: Self.tile).clipped(to: size)
                guard isEdge(rect, trust) else { continue }
                spreadColours(in: rect, trust, spread, into: &changes)
            }
            pending.append(changes)
            if (pending.count - 1) * Self.tile >= spread.reach { apply(pending.removeFirst()) }
        }
        for changes in pending { apply(changes) }
        clearUnseen(trust)
    }

    private mutating func apply(_ changes: [Change]) {
        for change in changes {
            for band in 0..<colours {
                samples[change.at + band] = Sample(min(max(change.colour[band].rounded(), 0), Float(Sample.max)))
            }
        }
    }

    /// Whether any pixel of a part is neither well inside nor well outside.
    private func isEdge(_ rect: PixelRect, _ trust: [UInt8]) -> Bool {
        for y in rect.top..<rect.bottom {
            for x in rect.left..<rect.right where (1..<255).contains(trust[y * size.width + x]) { return true }
        }
        return false
    }

    /// What cannot be seen, and lies far from what can, becomes black: it hides the old ground and packs well.
    private mutating func clearUnseen(_ trust: [UInt8]) {
        let (bands, colours) = (bands, colours)
        samples.withUnsafeMutableBufferPointer { samples in
            for (pixel, value) in trust.enumerated() where value == 0 && samples[pixel * bands + colours] == 0 {
                for band in 0..<colours { samples[pixel * bands + band] = 0 }
            }
        }
    }

    /// Notes the new colours of a tile's pixels.
    ///
    /// Weights fall with the eighth power of trust: where any pixel is trusted in full such ones count alone, and in a hair,
    /// of which none is, those that show it best.
    private func spreadColours(
        in rect: PixelRect, _ trust: [UInt8], _ spread: SoftEdge, into changes: inout [Change]
    ) {
        let (width, reach) = (size.width, spread.reach)
        let wide = rect.grown(by: reach).clipped(to: size)
        // Colours times weight, and the weight itself, spread along each row of the tile and its surroundings.
        var along = [SIMD4<Float>](repeating: .zero, count: rect.width * wide.height)
        var row = [SIMD4<Float>](repeating: .zero, count: wide.width)
        for y in wide.top..<wide.bottom {
            for x in wide.left..<wide.right { row[x - wide.left] = weighted(y * width + x, trust) }
            for x in rect.left..<rect.right {
                let places = max(x - reach, wide.left)..<min(x + reach + 1, wide.right)
                along[(y - wide.top) * rect.width + x - rect.left] = spread.sum(
                    of: row, from: places.lowerBound - wide.left, step: 1, count: places.count,
                    skipping: places.lowerBound - x + reach)
            }
        }
        for y in rect.top..<rect.bottom {
            let places = max(y - reach, wide.top)..<min(y + reach + 1, wide.bottom)
            for x in rect.left..<rect.right {
                let own = Float(trust[y * width + x]) / 255
                guard own > 0, own < Self.full else { continue }
                let sum = spread.sum(
                    of: along, from: (places.lowerBound - wide.top) * rect.width + x - rect.left, step: rect.width,
                    count: places.count, skipping: places.lowerBound - y + reach)
                guard sum.w > 0 else { continue }
                let share = min(max((own - Self.half) / (Self.full - Self.half), 0), 1)
                let kept = share * share * (3 - 2 * share)
                let colour = sum / sum.w * (1 - kept) + colour(y * width + x) * kept
                changes.append(Change(at: (y * width + x) * bands, colour: colour))
            }
        }
    }

    private func colour(_ pixel: Int) -> SIMD4<Float> {
        let at = pixel * bands
        return colours == 1
            ? SIMD4(Float(samples[at]), 0, 0, 0)
            : SIMD4(Float(samples[at]), Float(samples[at + 1]), Float(samples[at + 2]), 0)
    }

    private func weighted(_ pixel: Int, _ trust: [UInt8]) -> SIMD4<Float> {
        guard trust[pixel] > 0 else { return .zero }
        let own = Float(trust[pixel]) / 255
        let square = own * own
        let weight = square * square * square * square
        var sum = colour(pixel) * weight
        sum.w = weight
        return sum
    }
}

/// A pixel's new colour, and where its samples begin.
private struct Change {
    let at: Int
    let colour: SIMD4<Float>
}

extension SoftEdge {
    /// The weighted sum of values that lie `step` apart, without the first weights.
    fileprivate func sum(
        of values: [SIMD4<Float>], from first: Int, step: Int, count: Int, skipping: Int
    ) -> SIMD4<Float> {
        precondition(first >= 0 && first + (count - 1) * step < values.count && skipping + count <= weights.count)
        return values.withUnsafeBufferPointer { values in
            weights.withUnsafeBufferPointer { weights in
                var sum = SIMD4<Float>.zero
                for index in 0..<count { sum += values[first + index * step] * weights[skipping + index] }
                return sum
            }
        }
    }
}
