import COpenVINO
import Findings
import Inference
import ModelFiles

/// Runs ONNX, OpenVINO and TFLite models with OpenVINO.
public struct OpenVINOEngine: Engine {
    let library: OpenVINOLibrary

    /// The paths of the libraries that were found, in the order in which they are tried.
    public static var files: [String] { OpenVINOLibrary.candidates.map(\.path) }

    /// OpenVINO's version and place; throws `InferenceError` where it is missing or too old.
    public static func diagnose() throws -> EngineDiagnosis {
        let library = try OpenVINOLibrary.shared()
        return EngineDiagnosis(name: "OpenVINO", found: "\(library.build) at \(library.path) (\(library.origin))")
    }

    /// The engine of this process; throws where OpenVINO is missing or too old, with the command that fixes it.
    public init() throws(InferenceError) {
        library = try OpenVINOLibrary.shared()
    }

    /// The device that the options name, by OpenVINO's short name and its full one.
    ///
    /// - Throws: `InferenceError` where this machine has no such device, or it does not take the options.
    public func device(for options: EngineOptions) throws(InferenceError) -> (id: String, name: String) {
        let setup = try OpenVINOSetup(library, options: options)
        return (setup.device, setup.deviceName)
    }

    /// Loads the compiled model from the cache, or else compiles the file and stores the result there.
    ///
    /// Without a cache folder in the options the file is compiled each time.
    ///
    /// - Throws: `InferenceError` with a sentence where the model cannot be loaded.
    public func load(_ file: ModelFile, options: EngineOptions) throws -> any LoadedModel {
        let model = try prepared(file, OpenVINOSetup(library, options: options))
        return model.sizes.map { OpenVINOResizableModel(model, sizes: $0) } ?? model
    }

    private func prepared(
        _ file: ModelFile, _ setup: borrowing OpenVINOSetup
    ) throws(InferenceError) -> OpenVINOModel {
        guard let cache = try setup.cache(for: file) else { return try compile(file, setup, nil) }
        if let model = try cached(cache, setup, file) { return model }
        return try compile(file, setup, cache)
    }

    private func cached(
        _ cache: CompiledModelCache, _ setup: borrowing OpenVINOSetup, _ file: ModelFile
    ) throws(InferenceError) -> OpenVINOModel? {
        guard let entry = cache.read() else { return nil }
        let input = try ModelInput(
            entry.note.inputs, of: file, wanted: setup.options.inputSize, isRequired: setup.options.requiresInputSize,
            sizes: setup.options.inputSizes, normalization: setup.options.normalization)
        do {
            return try OpenVINOModel(
                library, setup.imported(entry), file, input, (entry.note.inputs, entry.note.outputs), setup.device,
                .hit,
                layer: setup.layer(of: file)?.name, memory: entry.file)
        } catch {
            // The engine's own format has changed, or the entry is of another machine: compiling makes a new one.
            cache.remove()
            return nil
        }
    }

    private func compile(
        _ file: ModelFile, _ setup: borrowing OpenVINOSetup, _ cache: CompiledModelCache?
    ) throws(InferenceError) -> OpenVINOModel {
        let layer = try setup.layer(of: file)
        let model = try setup.read(file, adding: layer)
        let inputs = try library.inputs(of: model)
        let count = try library.outputs(of: model).count
        let input = try ModelInput(
            inputs, of: file, wanted: setup.options.inputSize, isRequired: setup.options.requiresInputSize,
            sizes: setup.options.inputSizes, normalization: setup.options.normalization)
        let prepared = try library.prepare(model, for: input, outputs: count, path: file.path)
        // Sides that the file leaves open are known once the input's size is set.
        let outputs = try library.outputs(of: prepared)
        let compiled = try setup.compile(prepared, path: file.path)
        let isStored =
            cache?.store(inputs: inputs, outputs: outputs) { path in
                library.api.pointee.compiled_model_export_model(compiled.pointer, path) == 0
            } ?? false
        return try OpenVINOModel(
            library, compiled, file, input, (inputs, outputs), setup.device, isStored ? .stored : .unused,
            layer: layer?.name)
    }
}
