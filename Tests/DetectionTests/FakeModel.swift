import Findings
import Inference
import ModelFiles

@testable import Detection

/// A model that gives the same outputs for every photo.
final class FakeModel: LoadedModel {
    let description: ModelDescription
    private let outputs: [Tensor]

    init(
        _ outputs: [Tensor], metadata: [String: String] = [:], size: PixelSize = PixelSize(width: 64, height: 64),
        format: ModelFormat = .onnx, input: String = "images", isOpen: Bool = false,
        normalization: Normalization? = nil
    ) {
        self.outputs = outputs
        let sides: [Int?] = isOpen ? [nil, nil] : [size.height, size.width]
        description = ModelDescription(
            format: format, inputs: [TensorDescription(name: input, shape: [1, 3] + sides)],
            outputs: outputs.map { TensorDescription(name: "output", shape: $0.shape) },
            metadata: ModelMetadata(metadata), inputSize: size, normalization: normalization)
    }

    func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws {
        try read(
            outputs.map { tensor in
                // Leaked on purpose: a test's few values, which then outlive every use.
                let values = UnsafeMutableBufferPointer<Float>.allocate(capacity: tensor.values.count)
                _ = values.initialize(from: tensor.values)
                return TensorView(shape: tensor.shape, values: UnsafeBufferPointer(values))
            })
    }
}

extension Tensor {
    /// `[1, fields, columns]` from entries given as columns, filled up with zeros to `columns`.
    static func columns(_ entries: [[Float]], fields: Int, columns: Int) -> Tensor {
        var values = [Float](repeating: 0, count: fields * columns)
        for (column, entry) in entries.enumerated() {
            for (field, value) in entry.enumerated() { values[field * columns + column] = value }
        }
        return Tensor(shape: [1, fields, columns], values: values)
    }

    /// `[1, rows, fields]` from entries given as rows, filled up with zeros to `rows`.
    static func rows(_ entries: [[Float]], fields: Int, rows: Int) -> Tensor {
        let zeros = [Float](repeating: 0, count: (rows - entries.count) * fields)
        return Tensor(shape: [1, rows, fields], values: entries.flatMap { $0 } + zeros)
    }
}

extension YOLODetector {
    /// The detections in a photo of the model's own size.
    func detections(photo: PixelSize? = nil) throws -> [Detection] {
        let size = model.inputSize
        let pixels = [UInt8](repeating: 114, count: size.area * 3)
        return try pixels.withUnsafeBytes { bytes in
            let placement = Placement(of: photo ?? size, in: size, fit: request.fit)
            return try detect(PhotoPixels(bytes: bytes, size: size, placement: placement)).found.detections ?? []
        }
    }
}
