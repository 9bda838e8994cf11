import COpenVINO
import Findings
import Foundation
import Inference
import ModelFiles
import SystemValues

/// A core of the library with the options of one model set on it.
struct OpenVINOSetup: ~Copyable {
    let core: OpenVINOHandle
    let device: String
    let options: EngineOptions
    private let library: OpenVINOLibrary

    /// Makes a core and sets the options; throws a sentence where the device is not here.
    init(_ library: OpenVINOLibrary, options: EngineOptions) throws(InferenceError) {
        let api = library.api.pointee
        let core = try OpenVINOHandle(library, free: api.core_free) { api.core_create($0) }
        // Only the processor's plugin is fetched by set-up, and it is what the measurements are of.
        let device = options.device.lowercased() == "auto" ? "CPU" : options.device
        let devices = Self.devices(library, core)
        guard devices.contains(where: { $0 == device || $0.hasPrefix(device + ".") }) else {
            throw InferenceError(
                .option,
                "There is no device \(device) for inference here; there is \(devices.joined(separator: ", ")). "
                    + "Change the setting device, or leave it at auto.")
        }
        for (key, value) in Self.properties(options, device: device) {
            try library.check(
                qov_set_property(library.api, core.pointer, device, key, value), .option,
                "The device \(device) does not take \(key) = \(value). Change the model's settings.")
        }
        self.core = core
        self.device = device
        self.options = options
        self.library = library
    }

    /// The place for the compiled model in the folder that the options name; nil without one.
    ///
    /// - Parameter use: What the model is prepared for; nil for pictures.
    func cache(for file: ModelFile, of use: String? = nil) throws(InferenceError) -> CompiledModelCache? {
        guard let folder = options.cacheFolder else { return nil }
        return CompiledModelCache(folder: folder, key: try key(for: file, of: use))
    }

    /// The SHA-256 of everything that the compiled model depends on.
    private func key(for file: ModelFile, of use: String?) throws(InferenceError) -> String {
        let size = options.inputSize ?? file.metadata.imageSize
        let parts: [String] =
            [try file.sha256(), file.format.rawValue, library.build, deviceName, device]
            + Self.properties(options, device: device).map { "\($0)=\($1)" }
            + ["\(size?.width ?? 0)x\(size?.height ?? 0) input 1"]
            + [options.inputSizes.map { "sizes \($0)" }].compactMap { $0 }
            + (options.features == .none ? [] : ["features \(options.features.rawValue)"])
            + [(options.normalization ?? file.metadata.normalization).map { "\($0)" }, use].compactMap { $0 }
        // No part holds a zero byte, so none runs into the next.
        return SHA256.hash(parts.flatMap { Array($0.utf8) + [0] }).hexadecimal
    }

    /// The layer whose numbers are to be an output too; nil for none.
    ///
    /// - Throws: `InferenceError` where there is to be one, and the model has none.
    func layer(of file: ModelFile) throws(InferenceError) -> PenultimateLayer? {
        guard options.features == .always || options.features == .ofClassifiers && file.isClassifier else { return nil }
        if let layer = try file.penultimateLayer() { return layer }
        throw InferenceError(
            .modelUnsuitable,
            "The model \(file.path) is not known to have a layer before its classes: that is looked for in ONNX files in one "
                + "part that end in a layer of classes (Gemm or MatMul). Set layout to vector, which takes its output as it "
                + "is, or name another model.")
    }

    /// Reads a model's file.
    ///
    /// - Parameter layer: The layer whose numbers become the last output.
    func read(_ file: ModelFile, adding layer: PenultimateLayer? = nil) throws(InferenceError) -> OpenVINOHandle {
        let api = library.api.pointee
        let refusal =
            "The model \(file.path) cannot be read as \(file.format.name). It is damaged, or newer than the engine."
        guard let layer else {
            return try OpenVINOHandle(library, free: api.model_free, .modelDamaged, refusal) {
                api.core_read_model(core.pointer, file.path, nil, $0)
            }
        }
        let bytes = try file.withBytes { Array($0) + layer.suffix }
        return try OpenVINOHandle(library, free: api.model_free, .modelDamaged, refusal) { model in
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
                return api.core_read_model_from_memory_buffer(core.pointer, start, bytes.count, nil, model)
            }
        }
    }

    /// A compiled model out of the cache; its entry is to be kept as long.
    func imported(_ entry: CompiledModelCache.Entry) throws(InferenceError) -> OpenVINOHandle {
        try OpenVINOHandle(library, free: library.api.pointee.compiled_model_free) { compiled in
            entry.withModel { bytes in
                guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
                return library.api.pointee.core_import_model(core.pointer, start, bytes.count, device, compiled)
            }
        }
    }

    /// Compiles a model for the device.
    ///
    /// - Parameter path: The model's file, for the error.
    func compile(_ model: borrowing OpenVINOHandle, path: String) throws(InferenceError) -> OpenVINOHandle {
        try OpenVINOHandle(
            library, free: library.api.pointee.compiled_model_free, .modelUnsuitable,
            "The model \(path) cannot be compiled for \(device)."
        ) { qov_compile(library.api, core.pointer, model.pointer, device, $0) }
    }

    /// The device's full name: what is compiled for one processor is not for another.
    var deviceName: String {
        var name: UnsafeMutablePointer<CChar>?
        let status = library.api.pointee.core_get_property(core.pointer, device, "FULL_DEVICE_NAME", &name)
        return status == 0 ? library.take(name) : ""
    }

    static func devices(_ library: OpenVINOLibrary, _ core: borrowing OpenVINOHandle) -> [String] {
        var devices = qov_devices()
        guard library.api.pointee.core_get_available_devices(core.pointer, &devices) == 0 else { return [] }
        defer { library.api.pointee.available_devices_free(&devices) }
        return (0..<devices.count).compactMap { index in devices.names?[index].map { String(cString: $0) } }
    }

    /// What the engine is told of a device.
    static func properties(
        _ options: EngineOptions, device: String, on arithmetic: ProcessorArithmetic = .current
    ) -> [(String, String)] {
        var properties = [("PERFORMANCE_HINT", "LATENCY")]
        if device == "CPU" {
            properties.append(("NUM_STREAMS", "\(max(options.streams, 1))"))
            if options.threads > 0 { properties.append(("INFERENCE_NUM_THREADS", "\(options.threads)")) }
            // With pinning the only thread of every worker process lands on the same core.
            properties.append(("ENABLE_CPU_PINNING", "NO"))
            // The engine keeps a program for every size it has met, and would never let one go: after 120 photos of
            // different sizes the models of text held 900 MB. So many it keeps; fewer cost time.
            if options.inputSizes != nil { properties.append(("CPU_RUNTIME_CACHE_CAPACITY", "16")) }
        }
        switch options.precision {
        case .auto, .int8:
            // By itself the engine takes bf16 on every processor with AVX-512's unit for it.
            if device == "CPU", arithmetic.bfloat16 != nil, !arithmetic.gainsByBfloat16 {
                properties.append(("INFERENCE_PRECISION_HINT", "f32"))
            }
        case .fp32: properties.append(("INFERENCE_PRECISION_HINT", "f32"))
        case .fp16: properties.append(("INFERENCE_PRECISION_HINT", "f16"))
        case .bf16: properties.append(("INFERENCE_PRECISION_HINT", "bf16"))
        }
        return properties
    }
}
