import Findings
import Inference
import ModelFiles

/// A model that answers with a function of the size that it is given.
final class FakeSceneModel: ResizableModel {
    let description: ModelDescription
    let inputSizes = InputSizes(width: 1...10_000, height: 1...10_000)
    private let answer: (PixelSize) -> Tensor
    /// The sizes of all inputs.
    private(set) var sizes: [PixelSize] = []

    init(
        size: PixelSize = PixelSize(width: 640, height: 640), classes: Int = 1, metadata: [String: String] = [:],
        answer: @escaping (PixelSize) -> Tensor
    ) {
        description = ModelDescription(
            format: .onnx, inputs: [], outputs: [TensorDescription(name: "y", shape: [1, nil, classes])],
            metadata: ModelMetadata(metadata), inputSize: size)
        self.answer = answer
    }

    func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws {
        try infer(pixels, size: description.inputSize, read)
    }

    func infer(
        _ pixels: UnsafeRawBufferPointer, size: PixelSize, _ read: ([TensorView]) throws -> Void
    ) throws {
        sizes.append(size)
        let tensor = answer(size)
        try tensor.values.withUnsafeBufferPointer { try read([TensorView(shape: tensor.shape, values: $0)]) }
    }
}

extension FakeSceneModel {
    /// Finds one line in the middle of every picture, as wide as a half of it and as high as an eighth.
    static func detection() -> FakeSceneModel {
        FakeSceneModel { size in
            let values = (0..<size.area).map { index -> Float in
                let (x, y) = (index % size.width, index / size.width)
                let isInside =
                    abs(x * 2 - size.width) < size.width / 2 && abs(y * 2 - size.height) < size.height / 8
                return isInside ? 0.9 : 0
            }
            return Tensor(shape: [1, 1, size.height, size.width], values: values)
        }
    }

    /// Reads "a b" in every line, with a probability.
    static func recognition(_ probability: Float = 0.75) -> FakeSceneModel {
        FakeSceneModel(classes: 4, metadata: ["character": "a\nb"]) { _ in
            let steps = [1, 0, 3, 0, 2].flatMap { symbol in (0..<4).map { $0 == symbol ? probability : 0 } }
            return Tensor(shape: [1, 5, 4], values: steps)
        }
    }

    /// Says of every line how surely it stands on its head.
    static func angle(_ probability: Float) -> FakeSceneModel {
        FakeSceneModel(size: PixelSize(width: 192, height: 48)) { _ in
            Tensor(shape: [1, 2], values: [1 - probability, probability])
        }
    }
}
