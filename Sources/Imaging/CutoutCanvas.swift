import Findings
import Foundation

/// The pixels of a cutout: one or three colours and alpha, of 8 or 16 bits, row by row from the top left.
struct CutoutCanvas<Sample: FixedWidthInteger & UnsignedInteger & Sendable> {
    let size: PixelSize
    /// 1 for grey, 3 for RGB.
    let colours: Int
    /// Interleaved, alpha last and not multiplied into the colours.
    var samples: [Sample]

    /// Samples of a pixel.
    var bands: Int { colours + 1 }

    init(size: PixelSize, colours: Int) {
        self.size = size
        self.colours = colours
        samples = [Sample](repeating: 0, count: size.area * (colours + 1))
    }

    /// Sets the colours to those of a photo's part, upright; a picture's own transparency takes its share of alpha.
    ///
    /// - Parameters:
    ///   - picture: The photo's pixels as they are stored, of as many bits as the canvas has.
    ///   - rect: The canvas's place in the upright photo.
    mutating func place(
        _ picture: borrowing Picture, of photo: Photo, _ rect: PixelRect
    ) throws(ImagingError) {
        let orientation = Orientation(tag: photo.orientation)
        let part = orientation.storedPart(
            columns: rect.left..<rect.right, rows: rect.top..<rect.bottom, of: photo.stored)
        let stored = PixelRect(
            left: part.columns.lowerBound, top: part.rows.lowerBound, width: part.columns.count,
            height: part.rows.count)
        let steps = orientation.steps(
            of: PixelSize(width: stored.width, height: stored.height), width: size.width)
        let (bands, colours, sourceBands) = (bands, colours, picture.bands)
        try samples.withUnsafeMutableBufferPointer { samples throws(ImagingError) in
            try picture.forEachStrip(in: stored) { first, rows, bytes, stride in
                for column in 0..<stored.width {
                    for row in 0..<rows {
                        let line = UnsafeRawPointer(bytes + row * stride).assumingMemoryBound(to: Sample.self)
                        let from = line + column * sourceBands
                        let place = steps.first + column * steps.across + (first + row) * steps.down
                        let to = place * bands
                        for band in 0..<colours { samples[to + band] = from[band] }
                        guard sourceBands > colours else { continue }
                        samples[to + colours] = Self.product(samples[to + colours], from[colours])
                    }
                }
            }
        }
    }

    /// The product of two shares.
    private static func product(_ a: Sample, _ b: Sample) -> Sample {
        let most = UInt64(Sample.max)
        return Sample((UInt64(a) * UInt64(b) + most / 2) / most)
    }

    /// Sets alpha to all or nothing.
    ///
    /// - Parameter rect: The canvas's place in the mask.
    mutating func cover(_ mask: RunLengthMask, from rect: PixelRect) {
        let (bands, width) = (bands, size.width)
        samples.withUnsafeMutableBufferPointer { samples in
            mask.forEachRowRun { y, columns in
                guard (rect.top..<rect.bottom).contains(y) else { return }
                let row = (y - rect.top) * width - rect.left
                for x in columns.clamped(to: rect.left..<rect.right) { samples[(row + x + 1) * bands - 1] = .max }
            }
        }
    }

    /// Blurs alpha.
    mutating func soften(_ edge: SoftEdge) {
        let (bands, width, height) = (bands, size.width, size.height)
        samples.withUnsafeMutableBufferPointer { samples in
            edge.blur(
                width: width, height: height,
                read: { row, values in Self.alpha(of: row, in: UnsafeBufferPointer(samples), bands, into: &values) },
                write: { row, values in
                    for x in 0..<width {
                        let value = min(max((values[x] * Float(Sample.max)).rounded(), 0), Float(Sample.max))
                        samples[(row * width + x + 1) * bands - 1] = Sample(value)
                    }
                })
        }
    }

    /// Blurred alpha from 0 to 255, row by row.
    func blurredAlpha(_ edge: SoftEdge) -> [UInt8] {
        let (bands, width, height) = (bands, size.width, size.height)
        return samples.withUnsafeBufferPointer { samples in
            [UInt8](unsafeUninitializedCapacity: width * height) { blurred, filled in
                edge.blur(
                    width: width, height: height,
                    read: { row, values in Self.alpha(of: row, in: samples, bands, into: &values) },
                    write: { row, values in
                        for x in 0..<width {
                            blurred[row * width + x] = UInt8(min(max((values[x] * 255).rounded(), 0), 255))
                        }
                    })
                filled = width * height
            }
        }
    }

    private static func alpha(
        of row: Int, in samples: UnsafeBufferPointer<Sample>, _ bands: Int, into values: inout [Float]
    ) {
        let width = values.count
        for x in 0..<width { values[x] = Float(samples[(row * width + x + 1) * bands - 1]) / Float(Sample.max) }
    }
}

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
