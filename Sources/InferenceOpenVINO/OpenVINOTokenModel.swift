import COpenVINO
import Inference
import ModelFiles

extension OpenVINOEngine: TokenEngine {
    /// Loads a model of words: one list of whole numbers, and maybe a mask of the same length.
    public func loadTokenModel(_ file: ModelFile, options: EngineOptions) throws -> any TokenModel {
        let setup = try OpenVINOSetup(library, options: options)
        let cache = try setup.cache(for: file, of: "words")
        if let entry = cache?.read() {
            do {
                return try OpenVINOTokenModel(library, file, entry, setup)
            } catch {
                // As with models of pictures: compiling makes a new one.
                cache?.remove()
            }
        }
        return try OpenVINOTokenModel(library, file, setup, cache)
    }
}

/// A compiled model of words with its one inference request.
final class OpenVINOTokenModel: TokenModel {
    let length: Int?
    let outputs: [TensorDescription]
    private let library: OpenVINOLibrary
    private let path: String
    private let inputs: [Input]
    private let compiled: OpenVINOHandle
    private let request: OpenVINOHandle
    /// The weights of a model out of the cache.
    private let memory: MappedFile?

    /// What one input takes.
    private struct Input {
        /// The numbers of the text, or a 1 for each of them.
        let isMask: Bool
        /// Whether its numbers have 64 bits and not 32.
        let isWide: Bool
        /// Whether the number of its values is set with each text.
        let isOpen: Bool
    }

    /// Compiles a model, and keeps it where there is a cache.
    init(
        _ library: OpenVINOLibrary, _ file: ModelFile, _ setup: borrowing OpenVINOSetup, _ cache: CompiledModelCache?
    ) throws(InferenceError) {
        var model = try setup.read(file)
        let found = try library.inputs(of: model)
        (inputs, length) = try Self.inputs(found, of: file)
        let given = try library.outputs(of: model)
        if given.contains(where: { $0.type != "f32" }) {
            model = try library.givingFloats(model, outputs: given.count, path: file.path)
        }
        outputs = given
        compiled = try setup.compile(model, path: file.path)
        let compiled = self.compiled.pointer
        _ = cache?.store(inputs: found, outputs: given) { path in
            library.api.pointee.compiled_model_export_model(compiled, path) == 0
        }
        request = try OpenVINOHandle(library, free: library.api.pointee.infer_request_free) {
            library.api.pointee.compiled_model_create_infer_request(compiled, $0)
        }
        (path, memory) = (file.path, nil)
        self.library = library
    }

    /// Takes a compiled model out of the cache.
    init(
        _ library: OpenVINOLibrary, _ file: ModelFile, _ entry: CompiledModelCache.Entry,
        _ setup: borrowing OpenVINOSetup
    ) throws(InferenceError) {
        (inputs, length) = try Self.inputs(entry.note.inputs, of: file)
        outputs = entry.note.outputs
        compiled = try setup.imported(entry)
        let compiled = self.compiled.pointer
        request = try OpenVINOHandle(library, free: library.api.pointee.infer_request_free) {
            library.api.pointee.compiled_model_create_infer_request(compiled, $0)
        }
        (path, memory) = (file.path, entry.file)
        self.library = library
    }

    /// What each input takes, and how many numbers there are; nil where each text may have another number of them.
    private static func inputs(
        _ found: [TensorDescription], of file: ModelFile
    ) throws(InferenceError) -> ([Input], Int?) {
        func unsuitable(_ reason: String) -> InferenceError {
            let shapes = found.map { "\($0.name) \($0.shapeText) of \($0.type)" }.joined(separator: ", ")
            return InferenceError(
                .modelUnsuitable,
                "The model \(file.path) does not take the words of one text: \(reason) (input \(shapes)). "
                    + "Export the text half of the pair for itself, for one text at a time.")
        }
        let inputs = try found.map { input throws(InferenceError) in
            guard ["i32", "i64"].contains(input.type) else { throw unsuitable("an input is of no whole numbers") }
            guard input.shape.count == 2, input.shape[0] ?? 1 == 1 else {
                throw unsuitable("an input is no single list")
            }
            return Input(
                isMask: input.name.contains("mask"), isWide: input.type == "i64", isOpen: input.shape.contains(nil))
        }
        let lengths = Set(found.compactMap { $0.shape[1] })
        guard inputs.count(where: { !$0.isMask }) == 1, inputs.count <= 2, lengths.count <= 1 else {
            throw unsuitable("needed is one list of numbers, and at most a mask of the same length beside it")
        }
        // A start, an end, and a word between them.
        guard (3...4_096).contains(lengths.first ?? 3) else { throw unsuitable("it takes no text") }
        return (inputs, lengths.first)
    }

    func infer(_ tokens: [Int32]) throws -> [Tensor] {
        guard length ?? tokens.count == tokens.count else {
            throw InferenceError(
                .inference,
                "The model \(path) takes \(length ?? 0) numbers and was given \(tokens.count). Please report this.",
                fault: .quiver)
        }
        for (index, input) in inputs.enumerated() {
            let values = input.isMask ? tokens.map { _ in Int32(1) } : tokens
            try fill(index, with: values, as: input)
        }
        try library.check(
            library.api.pointee.infer_request_infer(request.pointer), .inference,
            "The model \(path) failed on a text.")
        return try outputs.indices.map { Tensor(try OpenVINOOutput(library, request.pointer, $0).view) }
    }

    private func fill(_ index: Int, with values: [Int32], as input: Input) throws(InferenceError) {
        let api = library.api.pointee
        let tensor = try OpenVINOHandle(library, free: api.tensor_free) {
            api.infer_request_get_input_tensor_by_index(request.pointer, index, $0)
        }
        if input.isOpen {
            var sides = [1, Int64(values.count)]
            try sides.withUnsafeMutableBufferPointer { (sides) throws(InferenceError) in
                try library.check(
                    api.tensor_set_shape(tensor.pointer, qov_shape(rank: Int64(sides.count), dims: sides.baseAddress)))
            }
        }
        let (count, place) = try library.memory(of: tensor)
        guard let place, count == values.count * (input.isWide ? 8 : 4) else {
            throw InferenceError(
                .inference,
                "The model \(path) takes \(count) bytes and was given \(values.count) numbers. Please report this.",
                fault: .quiver)
        }
        func copy(_ bytes: UnsafeRawBufferPointer) {
            if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: count) }
        }
        if input.isWide { values.map(Int64.init).withUnsafeBytes(copy) } else { values.withUnsafeBytes(copy) }
    }
}
