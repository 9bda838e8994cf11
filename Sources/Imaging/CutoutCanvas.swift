import Findings

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
        var failure: ImagingError?
        samples.withUnsafeMutableBufferPointer { samples in
            do throws(ImagingError) {
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
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// The product of two shares.
    private static func product(_ a: Sample, _ b: Sample) -> Sample {
        let most = UInt64(Sample.max)
        return Sample((UInt64(a) * UInt64(b) + most / 2) / most)
    }
}
