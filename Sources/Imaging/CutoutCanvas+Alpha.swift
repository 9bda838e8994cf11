import Findings

extension CutoutCanvas {
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
