import Findings
import Inference
import ModelFiles

/// How probable it is that a pixel shows text, by the detection model: 0 to 1, row by row.
///
/// It views the engine's memory and must not outlive it.
struct TextMap {
    /// From this on a pixel counts as text.
    private static let threshold: Float = 0.3

    let size: PixelSize
    let values: UnsafeBufferPointer<Float>

    /// Views values row by row; nil where they do not fit the size.
    init?(size: PixelSize, values: UnsafeBufferPointer<Float>) {
        guard size.width > 0, size.height > 0, values.count == size.area else { return nil }
        self.size = size
        self.values = values
    }

    /// Views a model's only output; throws where that is no map of the input's size.
    init(_ outputs: [TensorView], of size: PixelSize) throws(InferenceError) {
        guard let output = outputs.first, output.shape == [1, 1, size.height, size.width],
            let map = TextMap(size: size, values: output.values)
        else {
            let shapes = outputs.map { "\($0.shape)" }.joined(separator: ", ")
            throw InferenceError(
                .modelUnsuitable,
                "The model for finding text gives \(shapes) for a picture of \(size.width)x\(size.height) pixels, and "
                    + "not one map of that size. Use the models that 'quiver model fetch text' fetches.")
        }
        self = map
    }

    /// The pixels of text, each with its neighbours on the right, below, and below on the right: 0 or 1, row by row.
    ///
    /// This is OpenCV's dilation with a square of 2x2, which looks at the pixel and those before it.
    func mask() -> [UInt8] {
        var mask = [UInt8](repeating: 0, count: size.area)
        mask.withUnsafeMutableBufferPointer { mask in
            for y in 0..<size.height {
                let row = y * size.width
                for x in 0..<size.width where values[row + x] > Self.threshold {
                    let right = x + 1 < size.width ? 1 : 0
                    let below = y + 1 < size.height ? size.width : 0
                    mask[row + x] = 1
                    mask[row + x + right] = 1
                    mask[row + x + below] = 1
                    mask[row + x + below + right] = 1
                }
            }
        }
        return mask
    }

    /// The mean over the pixels in a quadrilateral, its border included; its corners lose their fractions.
    ///
    /// This follows OpenCV's fillPoly on whole numbers: each row reaches as far as the sides do within half a pixel of it.
    func mean(in box: Quadrilateral) -> Double {
        let corners = box.corners.map { Point(x: $0.x.rounded(.towardZero), y: $0.y.rounded(.towardZero)) }
        let bounds = Box(around: corners)
        let rows = Self.range(bounds.y, bounds.bottom, in: size.height)
        var (sum, count) = (0.0, 0)
        for y in rows {
            guard let reach = Self.reach(of: corners, atRow: Double(y)) else { continue }
            for x in Self.range(reach.lowerBound.rounded(), reach.upperBound.rounded(), in: size.width) {
                sum += Double(values[y * size.width + x])
                count += 1
            }
        }
        return count > 0 ? sum / Double(count) : 0
    }

    /// How far a convex polygon reaches in the strip of half a pixel above and below a row.
    private static func reach(of corners: [Point], atRow y: Double) -> ClosedRange<Double>? {
        var (first, last) = (Double.infinity, -Double.infinity)
        func meet(_ x: Double) { (first, last) = (min(first, x), max(last, x)) }
        for (index, start) in corners.enumerated() {
            let end = corners[(index + 1) % corners.count]
            if abs(start.y - y) <= 0.5 { meet(start.x) }
            guard start.y != end.y else { continue }
            for edge in [y - 0.5, y + 0.5] {
                let share = (edge - start.y) / (end.y - start.y)
                if (0...1).contains(share) { meet(start.x + (end.x - start.x) * share) }
            }
        }
        return first <= last ? first...last : nil
    }

    private static func range(_ first: Double, _ last: Double, in count: Int) -> Range<Int> {
        let limit = Double(count)
        guard first <= last, first < limit, last >= 0 else { return 0..<0 }
        return Int(max(first, 0))..<Int(min(last, limit - 1)) + 1
    }
}

/// The connected parts of a mask, those that touch at a corner included.
///
/// Of each part only the ends of its rows are kept: they hold the corners of its convex hull.
struct MaskComponents {
    private struct Run {
        var first: Int
        var last: Int
        var label: Int
    }

    /// For each part the ends of its runs, as pixel centres; in the order of their uppermost pixels.
    let outlines: [[Point]]

    /// The parts of a mask row by row, where any number but 0 belongs to one; none where it does not fit the size.
    init(_ mask: [UInt8], size: PixelSize) {
        guard size.width > 0, size.height > 0, mask.count == size.area else {
            outlines = []
            return
        }
        var parents: [Int] = []
        func root(_ label: Int) -> Int {
            var label = label
            while parents[label] != label {
                parents[label] = parents[parents[label]]
                label = parents[label]
            }
            return label
        }
        var rows: [(y: Int, run: Run)] = []
        var above: [Run] = []
        for y in 0..<size.height {
            var runs = Self.runs(mask, from: y * size.width, count: size.width)
            var next = 0
            for index in runs.indices {
                while next < above.count, above[next].last < runs[index].first - 1 { next += 1 }
                var touching = next
                while touching < above.count, above[touching].first <= runs[index].last + 1 {
                    let other = root(above[touching].label)
                    if runs[index].label < 0 {
                        runs[index].label = other
                    } else {
                        let own = root(runs[index].label)
                        parents[max(own, other)] = min(own, other)
                    }
                    touching += 1
                }
                if runs[index].label < 0 {
                    runs[index].label = parents.count
                    parents.append(parents.count)
                }
            }
            rows += runs.map { (y, $0) }
            above = runs
        }
        var places: [Int: Int] = [:]
        var outlines: [[Point]] = []
        for (y, run) in rows {
            let label = root(run.label)
            let place = places[label] ?? outlines.count
            if place == outlines.count {
                places[label] = place
                outlines.append([])
            }
            outlines[place].append(Point(x: Double(run.first), y: Double(y)))
            if run.last > run.first { outlines[place].append(Point(x: Double(run.last), y: Double(y))) }
        }
        self.outlines = outlines
    }

    /// The runs of one row, not yet labelled.
    private static func runs(_ mask: [UInt8], from start: Int, count: Int) -> [Run] {
        var runs: [Run] = []
        var x = 0
        while x < count {
            guard mask[start + x] != 0 else {
                x += 1
                continue
            }
            let first = x
            while x < count, mask[start + x] != 0 { x += 1 }
            runs.append(Run(first: first, last: x - 1, label: -1))
        }
        return runs
    }
}
