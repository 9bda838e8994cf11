import Findings

extension PixelBuffer {
    /// These upright pixels as a model's input, with the placement that leads back to them.
    ///
    /// What they do not cover is filled with grey of the value `fill`. Where a photo is decoded whole anyway, its input is
    /// made from that; the rules are those of ``Photo/input(_:fit:fill:resampling:)``.
    public func input(
        _ input: PixelSize, fit: Fit = .letterbox, fill: UInt8 = 114, resampling: Resampling = .fast
    ) -> (PixelBuffer, Placement) {
        let placement = Placement(of: size, in: input, fit: fit)
        let scaled = placement.scaled
        if resampling == .smooth { return (smoothInput(placement, fill: fill), placement) }
        let (across, down) = (max(size.width / scaled.width, 1), max(size.height / scaled.height, 1))
        let isReduced = resampling == .fast && min(across, down) >= 4
        let (source, reduction) = isReduced ? (averaged(across, down), (across, down)) : (self, (1, 1))
        let part = Resampler.resample(
            source,
            columns: ResamplingAxis(
                targets: max(-placement.left, 0)..<min(scaled.width, input.width - placement.left),
                ratio: Double(size.width) / Double(scaled.width) / Double(reduction.0), limit: source.size.width),
            rows: ResamplingAxis(
                targets: max(-placement.top, 0)..<min(scaled.height, input.height - placement.top),
                ratio: Double(size.height) / Double(scaled.height) / Double(reduction.1), limit: source.size.height))
        return (PixelBuffer(placing: part, Orientation(tag: 1), at: placement, fill: fill), placement)
    }

    /// The same by ``BicubicResampler``.
    private func smoothInput(_ placement: Placement, fill: UInt8) -> PixelBuffer {
        let whole = BicubicResampler.resample(self, to: placement.scaled)
        let (left, top) = (max(-placement.left, 0), max(-placement.top, 0))
        let part = PixelRect(
            left: left, top: top, width: min(placement.scaled.width - left, placement.input.width),
            height: min(placement.scaled.height - top, placement.input.height))
        return PixelBuffer(placing: whole.cut(part), Orientation(tag: 1), at: placement, fill: fill)
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

    /// The mean of each block of so many columns and rows; what is left over at the right and the bottom is dropped.
    private func averaged(_ across: Int, _ down: Int) -> PixelBuffer {
        var result = PixelBuffer(
            size: PixelSize(width: max(size.width / across, 1), height: max(size.height / down, 1)), filledWith: 0)
        let (stride, width) = (size.width * 3, result.size.width)
        let area = UInt32(across * down)
        var sums = [UInt32](repeating: 0, count: width * 3)
        bytes.withUnsafeBufferPointer { source in
            result.bytes.withUnsafeMutableBufferPointer { target in
                for row in 0..<(target.count / (width * 3)) {
                    for index in sums.indices { sums[index] = area / 2 }
                    for inner in 0..<down {
                        var at = (row * down + inner) * stride
                        for column in 0..<width {
                            for _ in 0..<across {
                                sums[column * 3] += UInt32(source[at])
                                sums[column * 3 + 1] += UInt32(source[at + 1])
                                sums[column * 3 + 2] += UInt32(source[at + 2])
                                at += 3
                            }
                        }
                    }
                    for index in sums.indices {
                        target[row * width * 3 + index] = UInt8(truncatingIfNeeded: sums[index] / area)
                    }
                }
            }
        }
        return result
    }
}
