import Findings

/// A picture as the models take it: blue, green and red of 8 bits each, interleaved, row by row.
struct ScenePicture {
    let size: PixelSize
    private(set) var bytes: [UInt8]

    /// A picture of given bytes; nil where there are not three for each pixel.
    init?(size: PixelSize, bytes: [UInt8]) {
        guard size.width > 0, size.height > 0, bytes.count == size.area * 3 else { return nil }
        self.size = size
        self.bytes = bytes
    }

    /// A picture of one value in all places; a side under 1 counts as 1.
    init(size: PixelSize, filledWith value: UInt8) {
        self.size = PixelSize(width: max(size.width, 1), height: max(size.height, 1))
        bytes = [UInt8](repeating: value, count: self.size.area * 3)
    }

    /// Lends the bytes to be written.
    mutating func withMutableBytes(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeMutableBufferPointer { body($0) }
    }

    /// Puts another picture into this one at a place; what would lie outside is left out.
    mutating func place(_ other: ScenePicture, x: Int, y: Int) {
        let first = min(max(-x, 0), other.size.width)
        let columns = first..<max(first, min(other.size.width, size.width - x))
        guard !columns.isEmpty else { return }
        for row in 0..<other.size.height where (0..<size.height).contains(row + y) {
            let from = (row * other.size.width + columns.lowerBound) * 3
            let to = ((row + y) * size.width + x + columns.lowerBound) * 3
            bytes.replaceSubrange(to..<to + columns.count * 3, with: other.bytes[from..<from + columns.count * 3])
        }
    }

    /// The picture turned so many quarters against the clock.
    func turned(quarters: Int) -> ScenePicture {
        switch ((quarters % 4) + 4) % 4 {
        case 1:
            moved(to: PixelSize(width: size.height, height: size.width)) { x, y in (size.width - 1 - y, x) }
        case 2: moved(to: size) { x, y in (size.width - 1 - x, size.height - 1 - y) }
        case 3:
            moved(to: PixelSize(width: size.height, height: size.width)) { x, y in (y, size.height - 1 - x) }
        default: self
        }
    }

    private func moved(to target: PixelSize, from: (_ x: Int, _ y: Int) -> (Int, Int)) -> ScenePicture {
        var result = ScenePicture(size: target, filledWith: 0)
        var index = 0
        for y in 0..<target.height {
            for x in 0..<target.width {
                let (sourceX, sourceY) = from(x, y)
                let source = (sourceY * size.width + sourceX) * 3
                result.bytes[index] = bytes[source]
                result.bytes[index + 1] = bytes[source + 1]
                result.bytes[index + 2] = bytes[source + 2]
                index += 3
            }
        }
        return result
    }

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

    /// A picture whose pixels lie in this one where a map leads, mixed from 4x4 by a cubic curve.
    ///
    /// The curve is R. Keys', Cubic convolution interpolation for digital image processing, 1981, with a = -0.75 as in
    /// OpenCV; whole numbers are pixel centres, and places are brought to the nearest 32nd as there. Outside of the
    /// picture its border goes on.
    func warped(to target: PixelSize, _ map: Homography) -> ScenePicture {
        var result = ScenePicture(size: target, filledWith: 0)
        let size = result.size
        bytes.withUnsafeBufferPointer { source in
            result.withMutableBytes { target in
                var at = 0
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let place = map.map(Point(x: Double(x), y: Double(y)))
                        let value = mixed(source, at: place)
                        target[at] = UInt8(value.x)
                        target[at + 1] = UInt8(value.y)
                        target[at + 2] = UInt8(value.z)
                        at += 3
                    }
                }
            }
        }
        return result
    }

    /// The mix of 4x4 pixels, with half a step added so that losing fractions rounds.
    private func mixed(_ source: UnsafeBufferPointer<UInt8>, at place: Point) -> SIMD3<Float> {
        // Any place far outside looks like the border; the bounds keep whole numbers in their range.
        guard place.x.isFinite, place.y.isFinite else { return .zero }
        func step(_ value: Double) -> Double { (value * 32).rounded(.toNearestOrEven) / 32 }
        let x = step(min(max(place.x, -4), Double(size.width + 4)))
        let y = step(min(max(place.y, -4), Double(size.height + 4)))
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (across, down) = (Self.weights(Float(x - Double(left))), Self.weights(Float(y - Double(top))))
        var sum = SIMD3<Float>(repeating: 0.5)
        for row in 0..<4 {
            let line = min(max(top + row - 1, 0), size.height - 1) * size.width
            var mix = SIMD3<Float>.zero
            for column in 0..<4 {
                let at = (line + min(max(left + column - 1, 0), size.width - 1)) * 3
                mix += SIMD3(Float(source[at]), Float(source[at + 1]), Float(source[at + 2])) * across[column]
            }
            sum += mix * down[row]
        }
        return sum.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
    }

    /// The shares of the pixels before, at, after and beyond a place that lies so far behind the second.
    private static func weights(_ share: Float) -> SIMD4<Float> {
        let a: Float = -0.75
        func near(_ x: Float) -> Float { ((a + 2) * x - (a + 3)) * x * x + 1 }
        func far(_ x: Float) -> Float { ((a * x - 5 * a) * x + 8 * a) * x - 4 * a }
        let weights = (far(share + 1), near(share), near(1 - share))
        return SIMD4(weights.0, weights.1, weights.2, 1 - weights.0 - weights.1 - weights.2)
    }
}
