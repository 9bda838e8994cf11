import Inference

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
