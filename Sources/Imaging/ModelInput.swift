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
            columns: placement.shownColumns, rows: placement.shownRows, of: scaled)

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

    /// Whether the fast way from one size to another leaves pixels out early.
    ///
    /// Below a quarter there is little to save, and models see the photo as they were trained: of the boxes that another
    /// runtime finds in photos of 2 MP, averaging before the last step lost one in five.
    static func isReduced(_ whole: PixelSize, to scaled: PixelSize) -> Bool {
        min(whole.width / scaled.width, whole.height / scaled.height) >= 4
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
        guard resampling == .fast, Self.isReduced(stored, to: scaled) else {
            return (
                try decoded { (picture) throws(ImagingError) in try picture.plainRGB(window).pixels() }, Reduction()
            )
        }
        let shrink = format == .jpeg ? [8, 4].first { $0 <= min(across, down) } ?? 1 : 1
        let rest = Reduction(across: across / shrink, down: down / shrink)
        let reduction = Reduction(across: shrink * rest.across, down: shrink * rest.down)
        let pixels = try decoded(shrink: shrink) { (picture) throws(ImagingError) in
            let plain = try picture.plainRGB(window)
            guard rest.across > 1 || rest.down > 1 else { return try plain.pixels() }
            return try plain.shrunk(by: rest.across, rest.down).pixels()
        }
        return (pixels, reduction)
    }
}

extension PixelBuffer {
    /// These upright pixels as a model's input, with the placement that leads back to them.
    ///
    /// What they do not cover is filled with grey of the value `fill`. Where a photo is decoded whole anyway, its input is
    /// made from that; the rules are those of ``Photo/input(_:fit:fill:resampling:)``.
    ///
    /// - Parameter middle: Where given, the input is made of the square that ``middle(_:)`` returns, and the placement is
    ///   that of the square; the pixels are not copied for it.
    public func input(
        _ input: PixelSize, fit: Fit = .letterbox, fill: UInt8 = 114, resampling: Resampling = .fast,
        middle: Double? = nil
    ) -> (PixelBuffer, Placement) {
        let shown = middle.map(middleSquare) ?? frame
        let placement = Placement(of: PixelSize(width: shown.width, height: shown.height), in: input, fit: fit)
        let part = withView(of: shown) { $0.scaled(placement, resampling) }
        guard let part else { return (PixelBuffer(size: input, filledWith: fill), placement) }
        return (PixelBuffer(placing: part, Orientation(tag: 1), at: placement, fill: fill), placement)
    }

    /// A model's input with the part of the photo that it shows.
    init(placing part: PixelBuffer, _ orientation: Orientation, at placement: Placement, fill: UInt8) {
        self.init(size: placement.input, filledWith: fill)
        let width = size.width
        bytes.withUnsafeMutableBufferPointer { canvas in
            part.bytes.withUnsafeBufferPointer { rows in
                guard let canvas = canvas.baseAddress, let rows = rows.baseAddress else { return }
                orientation.place(
                    rows, stride: part.size.width * 3, firstRow: 0, count: part.size.height, of: part.size,
                    into: canvas, width: width, left: max(placement.left, 0), top: max(placement.top, 0))
            }
        }
    }
}

extension PixelView {
    /// The part that a model's input shows, at its size there.
    fileprivate func scaled(_ placement: Placement, _ resampling: Resampling) -> PixelBuffer {
        let scaled = placement.scaled
        if resampling == .smooth {
            return BicubicResampler.resample(
                self,
                columns: BicubicAxis(targets: placement.shownColumns, of: scaled.width, from: size.width),
                rows: BicubicAxis(targets: placement.shownRows, of: scaled.height, from: size.height))
        }
        let (across, down) = (max(size.width / scaled.width, 1), max(size.height / scaled.height, 1))
        guard resampling == .fast, min(across, down) >= 4 else { return bilinear(placement, reducedBy: 1, 1) }
        let reduced = BlockMeans.reduce(self, across: across, down: down)
        return reduced.withView(of: reduced.frame) { $0.bilinear(placement, reducedBy: across, down) } ?? reduced
    }

    /// The same of a picture that has been reduced by whole numbers.
    private func bilinear(_ placement: Placement, reducedBy across: Int, _ down: Int) -> PixelBuffer {
        let (photo, scaled) = (placement.photo, placement.scaled)
        return Resampler.resample(
            self,
            columns: ResamplingAxis(
                targets: placement.shownColumns,
                ratio: Double(photo.width) / Double(scaled.width) / Double(across), limit: size.width),
            rows: ResamplingAxis(
                targets: placement.shownRows,
                ratio: Double(photo.height) / Double(scaled.height) / Double(down), limit: size.height))
    }
}

extension Placement {
    /// The columns of the scaled picture that the input shows.
    var shownColumns: Range<Int> { max(-left, 0)..<min(scaled.width, input.width - left) }
    /// The rows of the scaled picture that the input shows.
    var shownRows: Range<Int> { max(-top, 0)..<min(scaled.height, input.height - top) }
}
