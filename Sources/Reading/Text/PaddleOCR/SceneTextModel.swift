import Findings
import Inference
import ModelFiles

/// The three models that read text in photos: PP-OCRv4 in ONNX, as `scripts/models` fetches them.
public enum SceneTextModel: String, Sendable, Hashable, CaseIterable {
    /// Where there is text.
    case detection
    /// What a line says.
    case recognition
    /// Whether a line stands on its head.
    case angle

    /// The name of its file.
    public var fileName: String {
        switch self {
        case .detection: "ppocr_v4_det.onnx"
        case .recognition: "ppocr_v4_rec.onnx"
        case .angle: "ppocr_cls.onnx"
        }
    }

    /// How the model is to be loaded, on the device and with the precision, threads and cache of common options.
    ///
    /// A precision that is left to the engine becomes 32 bits: with bfloat16 one line of six is read otherwise.
    public func options(_ common: EngineOptions) -> EngineOptions {
        var options = common
        if options.precision == .auto { options.precision = .fp32 }
        options.normalization = Normalization(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])
        switch self {
        case .detection:
            let sides = SceneScale.detectionStep...SceneScale.longestDetectionSide
            options.inputSizes = InputSizes(width: sides, height: sides)
            options.inputSize = nil
        case .recognition:
            options.inputSizes = InputSizes(
                width: LineInput.leastWidth...LineInput.greatestWidth, height: LineInput.height...LineInput.height)
            options.inputSize = nil
        case .angle:
            options.inputSizes = nil
            options.inputSize = LineAngle.inputSize
        }
        return options
    }
}
