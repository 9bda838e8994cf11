import Findings
import ModelFiles

/// One input or output as the model file declares it.
public struct TensorDescription: Hashable, Sendable, Codable {
    /// The name in the model file.
    public var name: String
    /// The sides; nil where the model leaves one open.
    public var shape: [Int?]
    /// The number type, such as "f32".
    public var type: String

    /// An input or output from its parts.
    public init(name: String, shape: [Int?], type: String = "f32") {
        self.name = name
        self.shape = shape
        self.type = type
    }

    /// The shape as people write it, "?" for an open side: `[1,3,?,?]`.
    public var shapeText: String {
        "[" + shape.map { $0.map(String.init) ?? "?" }.joined(separator: ",") + "]"
    }
}

/// What a loaded model takes and gives, and what runs it.
public struct ModelDescription: Hashable, Sendable, Codable {
    /// Where a compiled model came from.
    public enum CacheUse: String, Sendable, Codable {
        /// Read ready-made from the cache.
        case hit
        /// Compiled, and stored for the next start.
        case stored
        /// Compiled; there is no cache, or it could not be written.
        case unused
    }

    /// The format of the model's file.
    public var format: ModelFormat
    /// As the file declares them, before the engine's preparation.
    public var inputs: [TensorDescription]
    /// As the model gives them, with the sides that follow from the input's size filled in.
    public var outputs: [TensorDescription]
    /// What the model's file says about itself; empty where it says nothing.
    public var metadata: ModelMetadata
    /// The size of the pixels that `infer` takes.
    public var inputSize: PixelSize
    /// What is done to values from 0 to 1 before the model sees them; nil where neither the settings nor the file say.
    public var normalization: Normalization?
    /// The engine with its version.
    public var engine: String
    /// The device that runs the model, by the engine's short name, such as `CPU`.
    public var device: String
    /// The arithmetic that the engine chose, as it names it.
    public var precision: String
    /// Whether the compiled model was read from the cache, or stored in it.
    public var cache: CacheUse

    /// A description from its parts.
    public init(
        format: ModelFormat, inputs: [TensorDescription], outputs: [TensorDescription], metadata: ModelMetadata,
        inputSize: PixelSize, normalization: Normalization? = nil, engine: String = "", device: String = "CPU",
        precision: String = "f32",
        cache: CacheUse = .unused
    ) {
        self.format = format
        self.inputs = inputs
        self.outputs = outputs
        self.metadata = metadata
        self.inputSize = inputSize
        self.normalization = normalization
        self.engine = engine
        self.device = device
        self.precision = precision
        self.cache = cache
    }
}
