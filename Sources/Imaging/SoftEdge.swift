import Foundation

/// A Gaussian's weights from its middle outwards to both sides, three standard deviations wide; they add up to 1.
struct SoftEdge {
    let weights: [Float]

    /// Weights on each side of the middle.
    var reach: Int { weights.count / 2 }

    /// How far a Gaussian of this deviation reaches, in whole pixels.
    static func reach(of deviation: Double) -> Int { max(Int((deviation * 3).rounded(.up)), 1) }

    /// The weights for a standard deviation in pixels.
    init(deviation: Double) {
        let reach = Self.reach(of: deviation)
        let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let sum = raw.reduce(0, +)
        weights = raw.map { Float($0 / sum) }
    }
}

extension SoftEdge {
    /// Blurs a plane row by row; beyond its border the plane goes on as at it, so that what the photo cuts keeps a hard end.
    ///
    /// Rows are blurred along, and a window of them is blurred across. A row is read before those above it, as far as the
    /// Gaussian reaches, are written: a plane can be blurred in place.
    ///
    /// - Parameters:
    ///   - read: Fills a row's values.
    ///   - write: Takes a row's blurred values.
    func blur(
        width: Int, height: Int, read: (_ row: Int, _ values: inout [Float]) -> Void,
        write: (_ row: Int, _ values: [Float]) -> Void
    ) {
        // Row y, blurred along, is kept at y modulo the window's height.
        var window = [[Float]](repeating: [Float](repeating: 0, count: width), count: weights.count)
        var values = [Float](repeating: 0, count: width)
        var padded = [Float](repeating: 0, count: width + 2 * reach)
        var next = 0
        for y in 0..<height {
            while next <= min(y + reach, height - 1) {
                read(next, &values)
                for index in padded.indices { padded[index] = values[min(max(index - reach, 0), width - 1)] }
                weigh(padded, into: &window[next % window.count])
                next += 1
            }
            for x in 0..<width { values[x] = 0 }
            for (index, weight) in weights.enumerated() {
                let row = min(max(y + index - reach, 0), height - 1)
                Self.add(window[row % window.count], times: weight, to: &values)
            }
            write(y, values)
        }
    }

    /// The weighted sums of neighbours.
    private func weigh(_ padded: [Float], into sums: inout [Float]) {
        sums.withUnsafeMutableBufferPointer { sums in
            padded.withUnsafeBufferPointer { padded in
                for x in sums.indices { sums[x] = 0 }
                for (index, weight) in weights.enumerated() {
                    for x in sums.indices { sums[x] += padded[x + index] * weight }
                }
            }
        }
    }

    private static func add(_ row: [Float], times weight: Float, to sums: inout [Float]) {
        sums.withUnsafeMutableBufferPointer { sums in
            row.withUnsafeBufferPointer { row in
                for x in sums.indices { sums[x] += row[x] * weight }
            }
        }
    }
}
