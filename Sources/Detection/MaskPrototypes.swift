import Findings
import Inference

/// The maps that a segmentation model's masks are mixed from, and the way from them to the photo's pixels.
///
/// A mask's logit is the sum of the maps, each by the finding's own coefficient; over 0 is inside. The order of steps is
/// that of the public trainer's masks at the photo's size (Ultralytics 8.4, `process_mask_native`): mix, enlarge by a
/// whole factor where the padding asks for it, cut the padding off, resize to the photo, compare, cut to the box.
struct MaskPrototypes {
    private let values: UnsafeBufferPointer<Float>
    private let count: Int
    private let size: PixelSize
    private let photo: PixelSize
    /// How often each side of the maps is enlarged before the padding is cut off.
    private let factor: Int
    /// The part of the enlarged maps that shows the photo.
    private let columns: Range<Int>
    private let rows: Range<Int>

    /// - Parameters:
    ///   - tensor: `[1, count, height, width]`.
    ///   - placement: Where the photo lies in the model's input.
    /// - Throws: ``DetectionError`` where the output is of another size.
    init(_ tensor: TensorView, count: Int, placement: Placement) throws(DetectionError) {
        guard tensor.shape.count == 4, tensor.shape[1] == count, tensor.shape[2] > 0, tensor.shape[3] > 0,
            tensor.values.count == count * tensor.shape[2] * tensor.shape[3]
        else {
            throw DetectionError(
                .output, "The model gave prototypes of \(tensor.shape), which is not what it promised.")
        }
        values = tensor.values
        self.count = count
        size = PixelSize(width: tensor.shape[3], height: tensor.shape[2])
        photo = placement.photo
        let isLetterboxed = placement.scaled != placement.input
        let whole = Self.scaled(photo, into: PixelSize(width: 4 * size.width, height: 4 * size.height))
        let padding = (4 * size.height - whole.height) | (4 * size.width - whole.width)
        factor = isLetterboxed ? 4 / Self.divisor(4, padding | (padding >> 1)) : 1
        let grid = PixelSize(width: factor * size.width, height: factor * size.height)
        let part = isLetterboxed ? Self.scaled(photo, into: grid) : grid
        let left = Int((Double(grid.width - part.width) / 2 - 0.1).rounded(.toNearestOrEven))
        let top = Int((Double(grid.height - part.height) / 2 - 0.1).rounded(.toNearestOrEven))
        columns = left..<left + part.width
        rows = top..<top + part.height
    }

    /// The pixels of the photo under a box that a finding's coefficients make positive; nil where there are none.
    ///
    /// - Parameter box: In pixels of the photo, within it.
    func mask(of coefficients: [Float], in box: Box) -> RunLengthMask? {
        let across = Int(box.x.rounded(.up))..<max(Int(box.right.rounded(.up)), Int(box.x.rounded(.up)))
        let down = Int(box.y.rounded(.up))..<max(Int(box.bottom.rounded(.up)), Int(box.y.rounded(.up)))
        guard !across.isEmpty, !down.isEmpty else { return nil }
        let x = LinearAxis(across, of: photo.width, over: columns.count)
        let y = LinearAxis(down, of: photo.height, over: rows.count)
        let grid = enlarged(
            coefficients, columns: x.reach.lowerBound + columns.lowerBound..<x.reach.upperBound + columns.lowerBound,
            rows: y.reach.lowerBound + rows.lowerBound..<y.reach.upperBound + rows.lowerBound)
        let width = x.reach.count
        var column = -1
        var profile = [Float](repeating: 0, count: y.reach.count)
        var isEmpty = true
        let mask = RunLengthMask(size: photo, columns: across, rows: down) { pixelX, pixelY in
            if pixelX != column {
                column = pixelX
                let at = x[pixelX]
                for row in profile.indices {
                    let (a, b) = (grid[row * width + at.first], grid[row * width + at.second])
                    profile[row] = a + (b - a) * at.share
                }
            }
            let at = y[pixelY]
            let (a, b) = (profile[at.first], profile[at.second])
            let isInside = a + (b - a) * at.share > 0
            if isInside { isEmpty = false }
            return isInside
        }
        return isEmpty ? nil : mask
    }

    /// A part of the mixed maps at the factor's size.
    private func enlarged(_ coefficients: [Float], columns: Range<Int>, rows: Range<Int>) -> [Float] {
        if factor == 1 { return mixed(coefficients, columns: columns, rows: rows) }
        let x = LinearAxis(columns, of: factor * size.width, over: size.width)
        let y = LinearAxis(rows, of: factor * size.height, over: size.height)
        let mixed = mixed(coefficients, columns: x.reach, rows: y.reach)
        let width = x.reach.count
        return rows.flatMap { row in
            let down = y[row]
            return columns.map { column in
                let across = x[column]
                func value(_ row: Int) -> Float {
                    let (a, b) = (mixed[row * width + across.first], mixed[row * width + across.second])
                    return a + (b - a) * across.share
                }
                let (a, b) = (value(down.first), value(down.second))
                return a + (b - a) * down.share
            }
        }
    }

    /// A part of the maps' sum.
    private func mixed(_ coefficients: [Float], columns: Range<Int>, rows: Range<Int>) -> [Float] {
        var sum = [Float](repeating: 0, count: columns.count * rows.count)
        guard let values = values.baseAddress else { return sum }
        sum.withUnsafeMutableBufferPointer { sum in
            for (index, coefficient) in coefficients.enumerated() {
                for row in rows {
                    let source = values + (index * size.height + row) * size.width + columns.lowerBound
                    let target = (row - rows.lowerBound) * columns.count
                    for column in 0..<columns.count { sum[target + column] += coefficient * source[column] }
                }
            }
        }
        return sum
    }

    private static func scaled(_ photo: PixelSize, into size: PixelSize) -> PixelSize {
        let ratio = min(Double(size.height) / Double(photo.height), Double(size.width) / Double(photo.width))
        return PixelSize(
            width: max(Int((Double(photo.width) * ratio).rounded(.toNearestOrEven)), 1),
            height: max(Int((Double(photo.height) * ratio).rounded(.toNearestOrEven)), 1))
    }

    /// The greatest common divisor.
    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}

/// The two neighbours that each pixel of a stretch of one axis is mixed from; centres lie at halves, borders repeat.
private struct LinearAxis {
    /// The neighbours that are needed.
    let reach: Range<Int>
    private let first: Int
    private let places: [(first: Int, second: Int, share: Float)]

    /// - Parameters:
    ///   - wanted: The pixels that are wanted, of `target`.
    ///   - source: How many there are to mix from.
    init(_ wanted: Range<Int>, of target: Int, over source: Int) {
        let places = wanted.map { index -> (first: Int, second: Int, share: Float) in
            let at = max((Float(index) + 0.5) * Float(source) / Float(target) - 0.5, 0)
            let low = min(Int(at), source - 1)
            return (low, min(low + 1, source - 1), at - Float(low))
        }
        let start = places.first?.first ?? 0
        reach = start..<(places.last?.second ?? 0) + 1
        first = wanted.lowerBound
        self.places = places.map { ($0.first - start, $0.second - start, $0.share) }
    }

    /// The neighbours of a wanted pixel, counted from the first of those that are needed.
    subscript(pixel: Int) -> (first: Int, second: Int, share: Float) { places[pixel - first] }
}
