import Findings
import Inference

/// Tells pixels from parts of a side in a model's boxes.
enum Coordinates {
    /// Boxes of a whole input reach hundreds of pixels; parts of a side end near 1.
    private static let longestPart: Float = 2

    /// What the setting, the layout or the metadata say; else what the model gives for a grey picture.
    static func areNormalized(
        of model: any LoadedModel, choice: LayoutChoice, setting: CoordinateSetting
    ) throws -> Bool {
        switch setting {
        case .pixels: return false
        case .normalized: return true
        case .auto: break
        }
        if case .rtDetr = choice.layout { return true }
        let description = model.description
        // ONNX and OpenVINO files with metadata come from trainers that always write pixels.
        if description.format != .tflite, description.metadata.task != nil { return false }
        guard let reach = try reach(of: model, choice: choice) else { return description.format == .tflite }
        guard reach <= longestPart else { return false }
        if case .endToEnd = choice.layout, description.format != .tflite {
            throw DetectionError(
                .layoutAmbiguous,
                "The model gives boxes as parts of the sides, so that it may be end-to-end (left, top, right, bottom) "
                    + "or rt-detr (centre and size), and its metadata does not say which. Set layout.")
        }
        return true
    }

    private static func reach(of model: any LoadedModel, choice: LayoutChoice) throws -> Float? {
        let grey = [UInt8](repeating: 114, count: model.description.inputSize.area * 3)
        var reach: Float?
        try grey.withUnsafeBytes { pixels in
            try model.infer(pixels) { outputs in
                guard outputs.indices.contains(choice.output) else { return }
                reach = choice.layout.reach(outputs[choice.output])
            }
        }
        return reach
    }
}

/// What the numbers of boxes and keypoints have to be multiplied by to be pixels of a model's input.
///
/// TFLite exports of public trainers give them as parts of the sides; ONNX and OpenVINO exports give pixels.
struct CoordinateScale: Hashable, Sendable {
    let x: Float
    let y: Float

    /// The factor of a box's number: those at even places lie across, the others down.
    subscript(place: Int) -> Float { place % 2 == 0 ? x : y }

    init(of model: ModelDescription) {
        let isInParts = model.format == .tflite
        x = isInParts ? Float(model.inputSize.width) : 1
        y = isInParts ? Float(model.inputSize.height) : 1
    }
}
