import COpenVINO
import Findings
import Inference
import ModelFiles

/// A compiled model with its one inference request.
///
/// Owned by one worker and not `Sendable`: the request holds the state of the inference that runs.
final class OpenVINOModel: LoadedModel {
    let description: ModelDescription
    /// The sizes that are chosen photo by photo; nil where there is one.
    let sizes: InputSizes?
    private let library: OpenVINOLibrary
    private let path: String
    private let outputCount: Int
    private let compiled: OpenVINOHandle
    private let request: OpenVINOHandle
    private let input: OpenVINOHandle
    /// A compiled model out of the cache, whose weights the engine uses where they lie.
    private let memory: MappedFile?

    init(
        _ library: OpenVINOLibrary, _ compiled: consuming OpenVINOHandle, _ file: ModelFile, _ photo: ModelInput,
        _ ports: (inputs: [TensorDescription], outputs: [TensorDescription]), _ device: String,
        _ cache: ModelDescription.CacheUse, layer: String? = nil, memory: MappedFile? = nil
    ) throws(InferenceError) {
        let api = library.api.pointee
        let request = try OpenVINOHandle(library, free: api.infer_request_free) {
            api.compiled_model_create_infer_request(compiled.pointer, $0)
        }
        input = try OpenVINOHandle(library, free: api.tensor_free) {
            api.infer_request_get_input_tensor_by_index(request.pointer, 0, $0)
        }
        var precision: UnsafeMutablePointer<CChar>?
        let isKnown =
            api.compiled_model_get_property(compiled.pointer, "INFERENCE_PRECISION_HINT", &precision) == 0
        var description = ModelDescription(
            format: file.format, inputs: ports.inputs, outputs: ports.outputs, metadata: file.metadata,
            inputSize: photo.size, normalization: photo.normalization, engine: library.name, device: device,
            precision: isKnown ? library.take(precision) : "", isQuantized: file.isQuantized, cache: cache)
        description.layer = layer?.plainName
        self.description = description
        outputCount = ports.outputs.count
        path = file.path
        sizes = photo.sizes
        self.library = library
        self.compiled = compiled
        self.request = request
        self.memory = memory
        // What reading and compiling used is given back, since a worker lives on for many photos.
        qov_trim()
    }

    func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws {
        try fill(pixels)
        try library.check(
            library.api.pointee.infer_request_infer(request.pointer), .inference,
            "The model \(path) failed on a photo.")
        // The handles keep the outputs' memory while it is read.
        let outputs = try (0..<outputCount).map { try OpenVINOOutput(library, request.pointer, $0) }
        try withExtendedLifetime(outputs) { try read(outputs.map(\.view)) }
    }

    /// Makes the input as large as pixels of a size need, in a model without a size of its own.
    func resizeInput(to size: PixelSize) throws(InferenceError) {
        guard let sizes, sizes.contains(size) else {
            throw InferenceError(
                .inference,
                "The model \(path) does not take \(size.width)x\(size.height) pixels. Please report this.",
                fault: .quiver)
        }
        var sides = [1, Int64(size.height), Int64(size.width), 3]
        try sides.withUnsafeMutableBufferPointer { (sides) throws(InferenceError) in
            let shape = qov_shape(rank: Int64(sides.count), dims: sides.baseAddress)
            try library.check(library.api.pointee.tensor_set_shape(input.pointer, shape))
        }
    }

    private func fill(_ pixels: UnsafeRawBufferPointer) throws(InferenceError) {
        let (count, place) = try library.memory(of: input)
        guard let place, let source = pixels.baseAddress, pixels.count == count else {
            throw InferenceError(
                .inference,
                "The model \(path) takes \(count) bytes of pixels and was given \(pixels.count). Please report this.",
                fault: .quiver)
        }
        place.copyMemory(from: source, byteCount: count)
    }
}

/// One output tensor, held.
final class OpenVINOOutput {
    let view: TensorView
    private let handle: OpenVINOHandle

    init(_ library: OpenVINOLibrary, _ request: OpaquePointer, _ index: Int) throws(InferenceError) {
        let api = library.api.pointee
        handle = try OpenVINOHandle(library, free: api.tensor_free) {
            api.infer_request_get_output_tensor_by_index(request, index, $0)
        }
        var shape = qov_shape()
        try library.check(api.tensor_get_shape(handle.pointer, &shape))
        // The library allocates the sides; freeing them cannot fail for a shape that it has made.
        defer { _ = api.shape_free(&shape) }
        let sides = (0..<Int(max(shape.rank, 0))).compactMap { side in shape.dims.map { Int($0[side]) } }
        let (bytes, data) = try library.memory(of: handle)
        let values = UnsafeBufferPointer(
            start: data.map { UnsafePointer($0.assumingMemoryBound(to: Float.self)) }, count: bytes / 4)
        view = TensorView(shape: sides, values: values)
    }
}

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

extension OpenVINOLibrary {
    /// A tensor's memory and its size in bytes; it lies there as long as the tensor lives.
    func memory(
        of tensor: borrowing OpenVINOHandle
    ) throws(InferenceError) -> (count: Int, place: UnsafeMutableRawPointer?) {
        var count = 0
        var place: UnsafeMutableRawPointer?
        try check(api.pointee.tensor_get_byte_size(tensor.pointer, &count))
        try check(api.pointee.tensor_data(tensor.pointer, &place))
        return (count, place)
    }
}
