import COpenVINO
import Inference
import ModelFiles

extension OpenVINOEngine: TensorEngine {
    /// Loads a model with one input of 32-bit floats, whose sides are fixed but for the first.
    public func loadTensorModel(_ file: ModelFile) throws -> any TensorModel {
        try OpenVINOTensorModel(library, file)
    }
}

/// A compiled model of numbers with its one inference request.
final class OpenVINOTensorModel: TensorModel {
    let inputShape: [Int]
    let metadata: ModelMetadata
    private let library: OpenVINOLibrary
    private let path: String
    private let outputCount: Int
    private let compiled: OpenVINOHandle
    private let request: OpenVINOHandle

    init(_ library: OpenVINOLibrary, _ file: ModelFile) throws(InferenceError) {
        let api = library.api.pointee
        let setup = try OpenVINOSetup(library, options: EngineOptions())
        let model = try setup.read(file)
        let inputs = try library.inputs(of: model)
        guard inputs.count == 1, let input = inputs.first, input.type == "f32",
            input.shape.dropFirst().allSatisfy({ $0 != nil })
        else {
            let found = inputs.map { "\($0.shapeText) of \($0.type)" }.joined(separator: ", ")
            throw InferenceError(
                .modelUnsuitable,
                "The model \(file.path) does not take one list of 32-bit numbers of a fixed size (input \(found)).")
        }
        let sides = input.shape.map { $0 ?? 1 }
        if input.shape.first == .some(nil) {
            var shape = qov_partial_shape()
            try library.check(
                api.partial_shape_create_static(Int64(sides.count), sides.map { Int64($0) }, &shape))
            defer { api.partial_shape_free(&shape) }
            try library.check(
                api.model_reshape_single_input(model.pointer, shape), .modelUnsuitable,
                "The model \(file.path) does not take a single sequence.")
        }
        outputCount = try library.outputs(of: model).count
        compiled = try setup.compile(model, path: file.path)
        let compiled = self.compiled.pointer
        request = try OpenVINOHandle(library, free: api.infer_request_free) {
            api.compiled_model_create_infer_request(compiled, $0)
        }
        inputShape = sides
        metadata = file.metadata
        path = file.path
        self.library = library
    }

    func infer(_ values: [Float]) throws -> [Tensor] {
        let api = library.api.pointee
        let input = try OpenVINOHandle(library, free: api.tensor_free) {
            api.infer_request_get_input_tensor_by_index(request.pointer, 0, $0)
        }
        let (count, place) = try library.memory(of: input)
        guard let place, count == values.count * 4 else {
            throw InferenceError(
                .modelUnsuitable, "The model \(path) takes \(count / 4) numbers and was given \(values.count).")
        }
        values.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: count) }
        }
        try library.check(
            api.infer_request_infer(request.pointer), .inference, "The model \(path) failed on a sequence.")
        return try (0..<outputCount).map { Tensor(try OpenVINOOutput(library, request.pointer, $0).view) }
    }
}
