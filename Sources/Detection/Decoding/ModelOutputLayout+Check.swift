import Inference

extension ModelOutputLayout {
    /// Rounding of 16-bit arithmetic, within which a score may lie beyond 1.
    private static let slack: Float = 1.01

    /// Sees that an output is one that a sound model gives: no photo is to be called empty by a model that is broken.
    ///
    /// - Parameter scores: Those of the candidates found in it.
    func check(_ tensor: TensorView, scores: some Sequence<Float>) throws(DetectionError) {
        var highest: Float?
        for score in scores { highest = max(highest ?? score, score) }
        if let highest, highest > Self.slack {
            throw DetectionError(
                .output,
                "The model gave a score of \(highest), where scores lie between 0 and 1: it is not a model of the layout "
                    + "\(setting.rawValue), or it was exported without its last step. Set layout, or export it again.")
        }
        guard highest == nil, !tensor.values.isEmpty, !hasSoundEntry(tensor) else { return }
        throw DetectionError(
            .output,
            "The model gave NaN or infinite numbers and no others: it is damaged, or its arithmetic overflows. "
                + "Export it again, or set precision to fp32.")
    }

    /// Whether one entry at least has finite numbers alone.
    private func hasSoundEntry(_ tensor: TensorView) -> Bool {
        guard tensor.shape.count == 3, tensor.values.count == tensor.shape[1] * tensor.shape[2] else { return true }
        let (height, width) = (tensor.shape[1], tensor.shape[2])
        if isByColumns {
            return (0..<width).contains { column in
                (0..<height).allSatisfy { tensor.values[$0 * width + column].isFinite }
            }
        }
        return (0..<height).contains { row in (0..<width).allSatisfy { tensor.values[row * width + $0].isFinite } }
    }

    /// Whether each entry is a column of the output and not a row.
    var isByColumns: Bool {
        switch self {
        case .yolov8, .yoloClassId: true
        case .yolov5, .endToEnd, .rtDetr: false
        }
    }
}
