import Findings

/// Where the anchors of MediaPipe's single-shot detectors lie.
///
/// All anchors have the size of the whole input (`fixed_anchor_size`), so only their centres matter. Layers of equal
/// stride are merged cell by cell. Source: MediaPipe 0.10.21, `ssd_anchors_calculator.cc`.
struct SSDAnchors: Hashable, Sendable {
    /// The centres in parts of the input's side, in the order of the model's rows.
    let centers: [Point]

    /// Anchors row by row, those of a cell after one another.
    ///
    /// - Parameters:
    ///   - size: The side of the model's square input in pixels.
    ///   - strides: The steps of the model's layers in pixels of the input.
    ///   - perLayer: Anchors of each layer in a cell: 1 for the one aspect ratio, 2 with the interpolated one.
    init(size: Int, strides: [Int], perLayer: Int) {
        var centers: [Point] = []
        var rest = strides[...]
        while let stride = rest.first {
            let layers = rest.prefix { $0 == stride }
            rest = rest.dropFirst(layers.count)
            let side = (size + stride - 1) / stride
            for y in 0..<side {
                for x in 0..<side {
                    // As MediaPipe, which has them as 32-bit floats: half of a last digit turns ties of the crops.
                    let center = Point(
                        x: Double((Float(x) + 0.5) / Float(side)), y: Double((Float(y) + 0.5) / Float(side)))
                    centers += repeatElement(center, count: perLayer * layers.count)
                }
            }
        }
        self.centers = centers
    }
}
