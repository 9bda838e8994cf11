import Findings
import Inference

/// A compiled model whose input is given a size before each run.
///
/// Owned by one worker and not `Sendable`, as the model in it.
final class OpenVINOResizableModel: ResizableModel {
    let inputSizes: InputSizes
    private let model: OpenVINOModel

    var description: ModelDescription { model.description }

    init(_ model: OpenVINOModel, sizes: InputSizes) {
        self.model = model
        inputSizes = sizes
    }

    func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws {
        try infer(pixels, size: description.inputSize, read)
    }

    func infer(
        _ pixels: UnsafeRawBufferPointer, size: PixelSize, _ read: ([TensorView]) throws -> Void
    ) throws {
        try model.resizeInput(to: size)
        try model.infer(pixels, read)
    }
}
