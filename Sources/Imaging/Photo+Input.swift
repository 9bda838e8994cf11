import Findings

extension Photo {
    /// The photo as a model's input, upright, with the placement that leads back to its own pixels.
    ///
    /// What the photo does not cover is filled with grey of the value `fill`.
    public func input(
        _ size: PixelSize, fit: Fit = .letterbox, fill: UInt8 = 114, resampling: Resampling = .fast
    ) throws(ImagingError) -> (PixelBuffer, Placement) {
        if resampling == .smooth {
            return try upright().pixels.input(size, fit: fit, fill: fill, resampling: resampling)
        }
        let placement = Placement(of: self.size, in: size, fit: fit)
        let orientation = Orientation(tag: orientation)
        let scaled = orientation.turned(placement.scaled)
        let shown = orientation.storedPart(
            columns: max(-placement.left, 0)..<min(placement.scaled.width, size.width - placement.left),
            rows: max(-placement.top, 0)..<min(placement.scaled.height, size.height - placement.top),
            of: scaled)

        let source = try Imaging.alone { () throws(ImagingError) in
            try reduced(toAbout: scaled, resampling: resampling)
        }
        let part = Resampler.resample(
            source.pixels,
            columns: ResamplingAxis(
                targets: shown.columns,
                ratio: Double(stored.width) / Double(scaled.width) / Double(source.reduction.across),
                limit: source.pixels.size.width),
            rows: ResamplingAxis(
                targets: shown.rows,
                ratio: Double(stored.height) / Double(scaled.height) / Double(source.reduction.down),
                limit: source.pixels.size.height))
        return (PixelBuffer(placing: part, orientation, at: placement, fill: fill), placement)
    }

    /// How many stored pixels one pixel of a reduced picture stands for.
    private struct Reduction: Sendable {
        var across = 1
        var down = 1
    }

    /// The stored picture in memory, reduced by whole numbers as far as the scaled size allows.
    ///
    /// A JPEG is decoded small: at a quarter of its sides most of the work after reading its codes falls away. Every
    /// other format is averaged strip by strip while it is decoded, so that it never lies in memory whole. What then
    /// remains for the bilinear step is less than a factor of two, where it needs no low-pass.
    private func reduced(
        toAbout scaled: PixelSize, resampling: Resampling
    ) throws(ImagingError) -> (pixels: PixelBuffer, reduction: Reduction) {
        let across = max(stored.width / scaled.width, 1)
        let down = max(stored.height / scaled.height, 1)
        // Below a quarter there is little to save, and models see the photo as they were trained: of the boxes that
        // another runtime finds in photos of 2 MP, averaging before the last step lost one in five.
        guard resampling == .fast, min(across, down) >= 4 else {
            return (try decoded { (picture) throws(ImagingError) in try picture.plainRGB().pixels() }, Reduction())
        }
        let shrink = format == .jpeg ? [8, 4].first { $0 <= min(across, down) } ?? 1 : 1
        let rest = Reduction(across: across / shrink, down: down / shrink)
        let reduction = Reduction(across: shrink * rest.across, down: shrink * rest.down)
        let pixels = try decoded(shrink: shrink) { (picture) throws(ImagingError) in
            let plain = try picture.plainRGB()
            guard rest.across > 1 || rest.down > 1 else { return try plain.pixels() }
            return try plain.shrunk(by: rest.across, rest.down).pixels()
        }
        return (pixels, reduction)
    }
}
