import Findings

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
