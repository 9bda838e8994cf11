import Findings

extension ScenePicture {
    /// The order of colours in bytes that a picture is made from.
    enum ColourOrder {
        case blueFirst, redFirst
    }

    /// A picture of another size: each pixel mixed from four, pixel centres at halves.
    ///
    /// The arithmetic is that of OpenCV's INTER_LINEAR for bytes, which loses a little in whole numbers: with exact
    /// sums some lines are read otherwise. Pictures that become much smaller are not smoothed first: the models were
    /// published with that.
    func resized(to target: PixelSize) -> ScenePicture {
        bytes.withUnsafeBytes { ScenePicture(resizing: $0, of: size, order: .blueFirst, to: target) } ?? self
    }

    /// The same from foreign bytes, without a copy of them at their own size; nil where they do not fit their size.
    init?(resizing source: UnsafeRawBufferPointer, of size: PixelSize, order: ColourOrder, to target: PixelSize) {
        guard size.width > 0, size.height > 0, target.width > 0, target.height > 0,
            source.count == size.area * 3, let start = source.baseAddress
        else { return nil }
        self.init(size: target, filledWith: 0)
        let (columns, rows) = (
            Axis(size.width, target.width, mixesBorder: false), Axis(size.height, target.height, mixesBorder: true)
        )
        let pixels = start.assumingMemoryBound(to: UInt8.self)
        let first = order == .redFirst ? 2 : 0
        let stride = size.width * 3
        withMutableBytes { bytes in
            var at = 0
            for row in rows.taps {
                let (upper, lower) = (pixels + row.first * stride, pixels + row.second * stride)
                for column in columns.taps {
                    let (left, right) = (column.first * 3, column.second * 3)
                    for channel in 0..<3 {
                        let (a, b) = (left + channel, right + channel)
                        let above = Int32(upper[a]) &* column.shares.0 &+ Int32(upper[b]) &* column.shares.1
                        let below = Int32(lower[a]) &* column.shares.0 &+ Int32(lower[b]) &* column.shares.1
                        let sum = (above >> 4 &* row.shares.0) >> 16 &+ (below >> 4 &* row.shares.1) >> 16
                        bytes[at + (channel == 1 ? 1 : channel ^ first)] = UInt8(clamping: (sum &+ 2) >> 2)
                    }
                    at += 3
                }
            }
        }
    }

    /// The two source pixels of each target pixel along one side, and their shares in 2048ths.
    private struct Axis {
        let taps: [(first: Int, second: Int, shares: (Int32, Int32))]

        /// - Parameter mixesBorder: Whether a border pixel is mixed with itself beyond the border, as OpenCV does with
        ///   rows and not with columns: whole numbers lose a little twice there.
        init(_ source: Int, _ target: Int, mixesBorder: Bool) {
            let ratio = 1 / (Double(target) / Double(source))
            taps = (0..<target).map { index in
                let place = Float((Double(index) + 0.5) * ratio - 0.5)
                let whole = place.rounded(.down)
                let (first, second) = (Int(whole), Int(whole) + 1)
                let share = mixesBorder || (first >= 0 && second < source) ? place - whole : 0
                func part(_ share: Float) -> Int32 { Int32((share * 2048).rounded(.toNearestOrEven)) }
                func inside(_ index: Int) -> Int { min(max(index, 0), source - 1) }
                return (inside(first), inside(second), (part(1 - share), part(share)))
            }
        }
    }
}
